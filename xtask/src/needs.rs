//! What the tests need besides Rust: programs from Debian's packages, and one script.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Done, command, is_there, root, run};

/// Something that some test or chore needs, and the Debian package that has it.
pub(crate) struct Need {
    package: &'static str,
    is_met: fn() -> bool,
}

/// What the tests need.
pub(crate) const TESTS: [Need; 6] = [
    Need { package: "chromium", is_met: || is_there("chromium") },
    Need { package: "chromium-driver", is_met: || is_there("chromedriver") },
    Need { package: "fonts-dejavu-core", is_met: || Path::new(DEJAVU).is_file() },
    Need { package: "postgresql", is_met: is_postgresql_there },
    Need { package: "python3", is_met: || is_there("python3") },
    Need { package: "python3-venv", is_met: can_make_venv },
];

/// What the pictures of the documentation need besides that.
pub(crate) const PICTURES: [Need; 1] = [Need { package: "pngquant", is_met: || is_there("pngquant") }];

const DEJAVU: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// Debian keeps the server's programs off the path, in a folder for each version.
fn is_postgresql_there() -> bool {
    let mut versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    versions.any(|version| version.path().join("bin/initdb").is_file())
}

/// Debian's Python has the module `venv` without the package, but not what it needs to work.
fn can_make_venv() -> bool {
    let mut ask = Command::new("python3");
    ask.args(["-c", "import venv, ensurepip"]).stdout(Stdio::null()).stderr(Stdio::null());
    ask.status().is_ok_and(|status| status.success())
}

/// Sees to it that everything is there: installs what is missing if that is wanted, names it if not.
pub(crate) fn meet(needs: &[&[Need]], install: bool) -> Done {
    let all = needs.iter().copied().flatten();
    let packages: Vec<&str> = all.filter(|need| !(need.is_met)()).map(|need| need.package).collect();
    if install {
        if !packages.is_empty() {
            install_packages(&packages)?;
        }
        return if is_axe_there() { Ok(()) } else { install_axe() };
    }
    let mut missing = Vec::new();
    if !packages.is_empty() {
        missing.push(format!("Debian's packages {}", packages.join(", ")));
    }
    if !is_axe_there() {
        missing.push(format!("axe-core, which checks pages for accessibility, at {}", axe().display()));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("missing: {}. Say the same with `--install` to have it installed", missing.join("; ")))
}

fn install_packages(packages: &[&str]) -> Done {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let become_root = if root { "" } else { "sudo " };
    let apt = |words: &str| {
        run(&mut command(&format!("{become_root}env DEBIAN_FRONTEND=noninteractive apt-get {words}")))
    };
    apt("update")?;
    apt(&format!("install --yes --no-install-recommends {}", packages.join(" ")))
}

/// The Python package that brings axe-core's script. We want nothing else of it.
const AXE: &str = "axe-playwright-python==0.1.8";

/// Where the tests look for axe-core's script.
fn axe() -> PathBuf {
    root().join("target/tools/axe.min.js")
}

/// Next to the script, what it was taken from, so that another version is noticed.
fn axe_source() -> PathBuf {
    axe().with_extension("js.from")
}

fn is_axe_there() -> bool {
    axe().is_file() && fs::read_to_string(axe_source()).is_ok_and(|from| from == AXE)
}

fn install_axe() -> Done {
    let failed = |error: std::io::Error| format!("axe-core: {error}");
    let venv = root().join("target/tools/venv");
    fs::create_dir_all(&venv).map_err(failed)?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", AXE];
    run(Command::new(venv.join("bin/python")).args(pip))?;
    let script = find(&venv.join("lib"), "axe.min.js").ok_or("axe.min.js is not in its package")?;
    fs::copy(script, axe()).map_err(failed)?;
    fs::write(axe_source(), AXE).map_err(failed)
}

/// The first file of that name, in the folder or anywhere below.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let inside: Vec<PathBuf> = fs::read_dir(folder).ok()?.filter_map(|it| Some(it.ok()?.path())).collect();
    let here = inside.iter().find(|path| path.is_file() && path.file_name().is_some_and(|it| it == name));
    here.cloned().or_else(|| inside.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}
