//! The requirements of the tests besides Rust: Debian packages and axe-core.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Done, command, is_installed, root, run};

/// A Debian package, and a check whether it is installed.
pub(crate) struct Need {
    pub(crate) package: &'static str,
    pub(crate) is_met: fn() -> bool,
}

/// The requirements of the tests.
pub(crate) const TESTS: [Need; 6] = [
    Need { package: "chromium", is_met: || is_installed("chromium") },
    Need { package: "chromium-driver", is_met: || is_installed("chromedriver") },
    Need { package: "fonts-dejavu-core", is_met: || Path::new(DEJAVU).is_file() },
    Need { package: "postgresql", is_met: is_postgresql_installed },
    Need { package: "python3", is_met: || is_installed("python3") },
    Need { package: "python3-venv", is_met: can_make_venv },
];

/// The further requirements of the pictures in the documentation.
pub(crate) const PICTURES: [Need; 1] = [Need { package: "pngquant", is_met: || is_installed("pngquant") }];

const DEJAVU: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// Debian installs the programs of the server outside the path, in a folder for each version.
fn is_postgresql_installed() -> bool {
    let mut versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    versions.any(|version| version.path().join("bin/initdb").is_file())
}

/// Debian's Python contains the module `venv`, but not `ensurepip`, which the package python3-venv provides.
fn can_make_venv() -> bool {
    let mut python = Command::new("python3");
    python.args(["-c", "import venv, ensurepip"]).stdout(Stdio::null()).stderr(Stdio::null());
    python.status().is_ok_and(|status| status.success())
}

/// Installs missing requirements if `install` is set. Otherwise they are an error.
pub(crate) fn meet(needs: &[&[Need]], install: bool) -> Done {
    let all = needs.iter().copied().flatten();
    let packages: Vec<&str> = all.filter(|need| !(need.is_met)()).map(|need| need.package).collect();
    if install {
        if !packages.is_empty() {
            install_packages(&packages)?;
        }
        return if is_axe_installed() { Ok(()) } else { install_axe() };
    }
    let mut missing = Vec::new();
    if !packages.is_empty() {
        missing.push(format!("the Debian packages {}", packages.join(", ")));
    }
    if !is_axe_installed() {
        missing.push(format!("axe-core, which checks pages for accessibility, at {}", axe().display()));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("missing: {}. Run the command again with `--install` to install it", missing.join("; ")))
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

/// The Python package that contains the script of axe-core. Nothing else of it is used.
const AXE: &str = "axe-playwright-python==0.1.8";

/// The path where the tests expect the script of axe-core.
fn axe() -> PathBuf {
    root().join("target/tools/axe.min.js")
}

/// The file with the name and version of the package that the script was taken from.
fn axe_source() -> PathBuf {
    axe().with_extension("js.from")
}

fn is_axe_installed() -> bool {
    axe().is_file() && fs::read_to_string(axe_source()).is_ok_and(|from| from == AXE)
}

fn install_axe() -> Done {
    let failed = |error: std::io::Error| format!("axe-core: {error}");
    let venv = root().join("target/tools/venv");
    fs::create_dir_all(&venv).map_err(failed)?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", AXE];
    run(Command::new(venv.join("bin/python")).args(pip))?;
    let script = find(&venv.join("lib"), "axe.min.js").ok_or("the package does not contain axe.min.js")?;
    fs::copy(script, axe()).map_err(failed)?;
    fs::write(axe_source(), AXE).map_err(failed)
}

/// The first file with this name in the folder or its subfolders.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let inside: Vec<PathBuf> = fs::read_dir(folder).ok()?.filter_map(|it| Some(it.ok()?.path())).collect();
    let here = inside.iter().find(|path| path.is_file() && path.file_name().is_some_and(|it| it == name));
    here.cloned().or_else(|| inside.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}
