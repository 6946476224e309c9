//! Passes the flags with which an extension module is linked, which depend on the system.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
