//! Links the program at fixed addresses on Linux.

#[expect(clippy::disallowed_methods, reason = "Cargo tells the target by the environment")]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // As Go links Helm: 17,000 addresses need not be put right, and 85 pages not be copied, at each start, which takes
    // a fifth of a small render. Stack, heap and libraries are still where chance puts them.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
