//! Helm's settings: folders, files and what `pintle env` prints of them.

use super::parse::Invocation;
use super::{Failure, Io, Session, flags, kubeconfig, report};
use crate::compat::Compat;
use crate::fetch;
use crate::gostd::path;
use std::collections::BTreeMap;

/// Prints all settings, or the one that is named.
pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let variables = variables(invocation, session.io, session.compat, session.debug);
    let text = match invocation.args().first() {
        Some(name) => format!("{}\n", variables.get(name.as_str()).map_or("", String::as_str)),
        None => variables.iter().fold(String::new(), |text, (name, value)| format!("{text}{name}=\"{value}\"\n")),
    };
    report::finish(session, text.as_bytes())
}

/// Where the files are that fetching reads and writes.
pub(super) fn fetch_places(invocation: &Invocation, session: &Session<'_, '_>) -> fetch::Places {
    // Helm 3 has no cache of contents; Helm 4's place serves for both.
    let mut all = variables(invocation, session.io, Compat::Helm4, session.debug);
    let mut take = |name: &str| all.remove(name).unwrap_or_default();
    let places = Places { io: session.io };
    let home = || path::join(&[&places.variable("HOME"), ".docker"]);
    let docker = Some(places.variable("DOCKER_CONFIG")).filter(|folder| !folder.is_empty()).unwrap_or_else(home);
    fetch::Places {
        repository_config: take("HELM_REPOSITORY_CONFIG"),
        repository_cache: take("HELM_REPOSITORY_CACHE"),
        content_cache: take("HELM_CONTENT_CACHE"),
        registry_config: take("HELM_REGISTRY_CONFIG"),
        docker_config: Some(path::join(&[&docker, "config.json"])),
    }
}

/// Where a file of Helm's is, in its order: a flag, a variable of its own, or below one of the homes.
pub(super) struct Places<'a, 'io> {
    pub(super) io: &'a Io<'io>,
}

impl Places<'_, '_> {
    fn variable(&self, name: &str) -> String {
        (self.io.env)(name).unwrap_or_default()
    }

    /// A home: `HELM_X_HOME`, else `helm` in `XDG_X_HOME`, else `helm` in the system's place.
    ///
    /// Source: Helm's `pkg/helmpath`.
    fn home(&self, kind: &str, default: &str) -> String {
        let own = self.variable(&format!("HELM_{kind}_HOME"));
        if !own.is_empty() {
            return path::join(&[&own]);
        }
        let xdg = self.variable(&format!("XDG_{kind}_HOME"));
        let base = if xdg.is_empty() { path::join(&[&self.variable("HOME"), default]) } else { xdg };
        path::join(&[&base, "helm"])
    }

    fn cache(&self) -> String {
        self.home("CACHE", if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" })
    }

    fn config(&self) -> String {
        self.home("CONFIG", if cfg!(target_os = "macos") { "Library/Preferences" } else { ".config" })
    }

    pub(super) fn data(&self) -> String {
        self.home("DATA", if cfg!(target_os = "macos") { "Library" } else { ".local/share" })
    }

    fn variable_or(&self, name: &str, default: String) -> String {
        (self.io.env)(name).unwrap_or(default)
    }
}

/// Everything that `helm env` prints, by name.
///
/// Source: Helm's `pkg/cli/environment.go`.
fn variables(invocation: &Invocation, io: &Io<'_>, compat: Compat, debug: bool) -> BTreeMap<&'static str, String> {
    let places = Places { io };
    let text = |flag: &str, name: &str| invocation.text(flag).map_or_else(|| places.variable(name), str::to_owned);
    let path = |flag: &str, name: &str, default: String| {
        invocation.text(flag).map_or_else(|| places.variable_or(name, default), str::to_owned)
    };
    let (cache, config, data) = (places.cache(), places.config(), places.data());
    let groups = invocation.all("kube-as-group");
    let csv = places.variable("HELM_KUBEASGROUPS").trim_matches([',', ' ']).to_owned();
    let skip_tls = invocation
        .bool("kube-insecure-skip-tls-verify")
        .or_else(|| flags::parse_bool(&places.variable("HELM_KUBEINSECURE_SKIP_TLS_VERIFY")))
        .unwrap_or(false);
    let qps: Option<f32> =
        invocation.text("qps").map_or_else(|| places.variable("HELM_QPS"), str::to_owned).parse().ok();
    let mut all = BTreeMap::from([
        ("HELM_BIN", io.program.to_owned()),
        ("HELM_BURST_LIMIT", number(invocation.text("burst-limit"), &places, "HELM_BURST_LIMIT", 100)),
        ("HELM_CACHE_HOME", cache.clone()),
        ("HELM_CONFIG_HOME", config.clone()),
        ("HELM_DATA_HOME", data.clone()),
        ("HELM_DEBUG", debug.to_string()),
        ("HELM_KUBEAPISERVER", text("kube-apiserver", "HELM_KUBEAPISERVER")),
        // Helm reads its global flags twice, which shows in the one that gathers values.
        ("HELM_KUBEASGROUPS", if groups.is_empty() { csv } else { [&*groups, &*groups].concat().join(",") }),
        ("HELM_KUBEASUSER", text("kube-as-user", "HELM_KUBEASUSER")),
        ("HELM_KUBECAFILE", text("kube-ca-file", "HELM_KUBECAFILE")),
        ("HELM_KUBECONTEXT", text("kube-context", "HELM_KUBECONTEXT")),
        ("HELM_KUBEINSECURE_SKIP_TLS_VERIFY", skip_tls.to_string()),
        ("HELM_KUBETLS_SERVER_NAME", text("kube-tls-server-name", "HELM_KUBETLS_SERVER_NAME")),
        ("HELM_KUBETOKEN", text("kube-token", "HELM_KUBETOKEN")),
        ("HELM_MAX_HISTORY", number(None, &places, "HELM_MAX_HISTORY", 10)),
        ("HELM_NAMESPACE", kubeconfig::namespace(invocation, io)),
        ("HELM_PLUGINS", places.variable_or("HELM_PLUGINS", format!("{data}/plugins"))),
        ("HELM_QPS", format!("{:.2}", qps.unwrap_or(0.0))),
        (
            "HELM_REGISTRY_CONFIG",
            path("registry-config", "HELM_REGISTRY_CONFIG", format!("{config}/registry/config.json")),
        ),
        ("HELM_REPOSITORY_CACHE", path("repository-cache", "HELM_REPOSITORY_CACHE", format!("{cache}/repository"))),
        (
            "HELM_REPOSITORY_CONFIG",
            path("repository-config", "HELM_REPOSITORY_CONFIG", format!("{config}/repositories.yaml")),
        ),
    ]);
    if compat.has_content_cache() {
        all.insert("HELM_CONTENT_CACHE", path("content-cache", "HELM_CONTENT_CACHE", format!("{cache}/content")));
    }
    if let Some(file) = invocation.text("kubeconfig").filter(|file| !file.is_empty()) {
        all.insert("KUBECONFIG", file.to_owned());
    }
    all
}

/// A whole number: a flag's, a variable's if it is one, or the default.
fn number(flag: Option<&str>, places: &Places<'_, '_>, name: &str, default: i64) -> String {
    let given = flag.map_or_else(|| places.variable(name), str::to_owned);
    given.parse::<i64>().unwrap_or(default).to_string()
}
