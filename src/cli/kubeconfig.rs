//! The namespace of the selected kubeconfig context, which is the release's when nothing else says.

use super::Io;
use super::parse::Invocation;
use crate::yaml::{self, Node};

/// The namespace of the release: `--namespace`, `HELM_NAMESPACE`, the kubeconfig context's, or `default`.
pub(super) fn namespace(invocation: &Invocation, io: &Io<'_>) -> String {
    let given = invocation.text("namespace").map(str::to_owned).or_else(|| (io.env)("HELM_NAMESPACE"));
    let given = given.filter(|n| !n.is_empty()).or_else(|| of_context(invocation, io));
    given.filter(|n| !n.is_empty()).unwrap_or_else(|| "default".to_owned())
}

/// The namespace of the context in the kubeconfig files; a file that cannot be read counts as absent.
///
/// Source: client-go's loading rules: `--kubeconfig`, else the files of `KUBECONFIG`, else
/// `~/.kube/config`; of several files the first that sets a thing wins.
fn of_context(invocation: &Invocation, io: &Io<'_>) -> Option<String> {
    let configs: Vec<Node> = paths(invocation, io).iter().filter_map(|path| read(path)).collect();
    let text = |node: &Node| match node {
        Node::Str(text) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    };
    let asked = invocation.text("kube-context").map(str::to_owned).or_else(|| (io.env)("HELM_KUBECONTEXT"));
    let current = asked
        .filter(|name| !name.is_empty())
        .or_else(|| configs.iter().find_map(|config| config.get("current-context").and_then(text)))?;
    let contexts = configs.iter().filter_map(|config| match config.get("contexts") {
        Some(Node::List(contexts)) => Some(contexts),
        _ => None,
    });
    let named = |context: &&Node| context.get("name").and_then(text).as_ref() == Some(&current);
    let context = contexts.flatten().find(named)?;
    context.get("context")?.get("namespace").and_then(text)
}

fn paths(invocation: &Invocation, io: &Io<'_>) -> Vec<String> {
    if let Some(path) = invocation.text("kubeconfig").filter(|p| !p.is_empty()) {
        return vec![path.to_owned()];
    }
    match (io.env)("KUBECONFIG").filter(|paths| !paths.is_empty()) {
        Some(paths) => paths.split(':').filter(|p| !p.is_empty()).map(str::to_owned).collect(),
        None => (io.env)("HOME").map(|home| format!("{home}/.kube/config")).into_iter().collect(),
    }
}

#[expect(clippy::disallowed_methods, reason = "the kubeconfig is read where Helm reads it, by the command line only")]
fn read(path: &str) -> Option<Node> {
    yaml::parse(&std::fs::read(path).ok()?).ok()
}
