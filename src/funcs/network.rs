//! Asking the network, if the render may.

use crate::funcs;
use crate::template::func::{Cx, Func, FuncError};
use crate::value::Str;
use std::net::ToSocketAddrs;

/// The functions of this family.
pub(super) static FUNCTIONS: &[Func] = funcs! {
    "getHostByName" => cx get_host_by_name,
};

/// An address of the host; empty unless name resolution is switched on.
///
/// `{{ getHostByName "localhost" | quote }}` → `""`
fn get_host_by_name(cx: &mut Cx<'_>, name: Str) -> Result<String, FuncError> {
    if !cx.dns() {
        return Ok(String::new());
    }
    let found = (&*name.to_text(), 0).to_socket_addrs().ok().and_then(|mut found| found.next());
    // Picking one of no addresses is a panic in Go.
    found.map(|address| address.ip().to_string()).ok_or_else(|| "invalid argument to Intn".into())
}
