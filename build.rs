//! Links the program at fixed addresses where the system's C library starts it.

#[expect(clippy::disallowed_methods, reason = "Cargo tells the target by the environment")]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let told = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // As Go links Helm: 17,000 addresses need not be put right, and 85 pages not be copied, at each start, which takes
    // a fifth of a small render. Stack, heap and libraries are still where chance puts them. Static programs are
    // linked with start-up code that moves them, and die of being told not to.
    let is_static = told("FEATURE").split(',').any(|feature| feature == "crt-static");
    if told("OS") == "linux" && told("ENV") == "gnu" && !is_static {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
