//! The migrations are read when the crate is compiled, so a new one must be noticed.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
