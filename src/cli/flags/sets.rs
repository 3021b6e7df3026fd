//! Which flags there are: one list for each group that commands share.

use super::Takes::{Array, Bool, Duration, Float, Format, Int, List, OptionalText, Pairs, Text, Uint, Wait};
use super::{Flag, flag};
use crate::compat::Compat;

/// What Helm 4 says about flags for notes, which `template` never prints.
const NO_NOTES: &str = "this flag has no effect for 'helm template' and will be removed in Helm 5";

/// Flags of every command.
pub(in crate::cli) const GLOBAL: &[Flag] = &[
    flag("burst-limit", Int, "client-side default throttling limit"),
    flag("color", Text, "use colored output (never, auto, always)").only(Compat::Helm4),
    flag("colour", Text, "use colored output (never, auto, always)").only(Compat::Helm4),
    flag("content-cache", Text, "path to the directory containing cached content (e.g. charts)").only(Compat::Helm4),
    flag("debug", Bool, "enable verbose output"),
    flag("kube-apiserver", Text, "the address and the port for the Kubernetes API server"),
    flag("kube-as-group", Array, "group to impersonate for the operation"),
    flag("kube-as-user", Text, "username to impersonate for the operation"),
    flag("kube-ca-file", Text, "the certificate authority file for the Kubernetes API server connection"),
    flag("kube-context", Text, "name of the kubeconfig context to use"),
    flag("kube-insecure-skip-tls-verify", Bool, "do not check the Kubernetes API server's certificate"),
    flag("kube-tls-server-name", Text, "server name for the check of the Kubernetes API server's certificate"),
    flag("kube-token", Text, "bearer token used for authentication"),
    flag("kubeconfig", Text, "path to the kubeconfig file"),
    flag("namespace", Text, "namespace scope for this request").short('n'),
    flag("qps", Float, "queries per second used when communicating with the Kubernetes API"),
    flag("registry-config", Text, "path to the registry config file"),
    flag("repository-cache", Text, "path to the directory containing cached repository indexes"),
    flag("repository-config", Text, "path to the file containing repository names and URLs"),
];

/// Flags that give values, of `template` and `lint`.
pub(in crate::cli) const VALUES: &[Flag] = &[
    flag("values", List, "values from a YAML file; may be repeated, later ones win").short('f'),
    flag("set", Array, "values as key1=val1,key2=val2"),
    flag("set-string", Array, "string values as key1=val1,key2=val2"),
    flag("set-file", Array, "values from files as key1=path1,key2=path2"),
    flag("set-json", Array, "JSON values as key1=jsonval1,key2=jsonval2, or as one JSON object"),
    flag("set-literal", Array, "one string value, taken as it is, as key=value"),
];

/// Further flags of `template`.
pub(in crate::cli) const TEMPLATE: &[Flag] = &[
    flag("api-versions", List, "Kubernetes API versions for .Capabilities.APIVersions beside the known ones")
        .short('a'),
    flag("atomic", Bool, "no effect on rendering").deprecated("use --rollback-on-failure instead"),
    flag("check", Bool, "print nothing that the API server would refuse; say what is wrong instead"),
    flag("create-namespace", Bool, "no effect on rendering"),
    flag("dependency-update", Bool, "update dependencies if they are missing"),
    flag("description", Text, "no effect on rendering"),
    flag("devel", Bool, "use development versions, too"),
    flag("disable-openapi-validation", Bool, "no effect on rendering"),
    flag("dry-run", OptionalText("unset"), "only 'client' works without a cluster"),
    flag("enable-dns", Bool, "let getHostByName ask the resolver"),
    flag("force", Bool, "no effect on rendering").deprecated("use --force-replace instead"),
    flag("force-conflicts", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("force-replace", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("generate-name", Bool, "the release has no NAME").short('g'),
    flag("hide-notes", Bool, "no effect on rendering").deprecated(NO_NOTES),
    flag("include-crds", Bool, "print the charts' CRDs before the manifests"),
    flag("is-upgrade", Bool, "set .Release.IsUpgrade instead of .Release.IsInstall"),
    flag("kube-version", Text, "Kubernetes version for .Capabilities.KubeVersion"),
    flag("labels", Pairs, "no effect on rendering").short('l'),
    flag("name-template", Text, "a template whose output is the release name"),
    flag("no-hooks", Bool, "leave out hooks"),
    flag("output-dir", Text, "write files under this directory instead of standard output"),
    flag("post-renderer", Array, "a program that the manifests are passed through"),
    flag("post-renderer-args", Array, "an argument to the post-renderer"),
    flag("release-name", Bool, "use the release name in the path under --output-dir"),
    flag("render-subchart-notes", Bool, "no effect on rendering").deprecated(NO_NOTES),
    flag("replace", Bool, "no effect on rendering"),
    flag("rollback-on-failure", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("server-side", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("show-only", Array, "only print manifests of these templates, e.g. templates/service.yaml").short('s'),
    flag("skip-crds", Bool, "no effect on rendering"),
    flag("skip-schema-validation", Bool, "do not check values against values.schema.json"),
    flag("skip-tests", Bool, "leave out tests"),
    flag("take-ownership", Bool, "no effect on rendering"),
    flag("timeout", Duration, "no effect on rendering"),
    flag("validate", Bool, "needs a cluster").deprecated("use '--dry-run=server' instead"),
    flag("wait", Wait, "no effect on rendering").only(Compat::Helm4),
    flag("wait", Bool, "no effect on rendering").only(Compat::Helm3),
    flag("wait-for-jobs", Bool, "no effect on rendering"),
];

/// How to reach a server: of every command that may download something.
pub(in crate::cli) const TRANSPORT: &[Flag] = &[
    flag("ca-file", Text, "check servers' certificates with this CA bundle"),
    flag("cert-file", Text, "client certificate for HTTPS"),
    flag("insecure-skip-tls-verify", Bool, "do not check servers' certificates"),
    flag("key-file", Text, "key of the client certificate"),
    flag("offline", Bool, "use only what is cached (Helm has no such flag)"),
    flag("password", Text, "password for the chart repository"),
    flag("plain-http", Bool, "use HTTP without TLS for registries"),
    flag("username", Text, "user name for the chart repository"),
];

/// Where a chart comes from: of every command that takes a reference to one.
pub(in crate::cli) const SOURCE: &[Flag] = &[
    flag("keyring", Text, "public keys for --verify"),
    flag("pass-credentials", Bool, "pass credentials to all domains"),
    flag("repo", Text, "URL of the repository to look the chart up in"),
    flag("verify", Bool, "check the package's signature before using it"),
    flag("version", Text, "a version, or a range of versions; the newest that fits is taken"),
];

/// Whether prereleases count, of `show` and `pull`.
pub(in crate::cli) const DEVEL: &[Flag] = &[flag("devel", Bool, "use development versions, too")];

/// Further flags of `lint`.
pub(in crate::cli) const LINT: &[Flag] = &[
    flag("kube-version", Text, "Kubernetes version for capabilities and deprecation checks"),
    flag("quiet", Bool, "print only warnings and errors"),
    flag("skip-schema-validation", Bool, "do not check values against values.schema.json"),
    flag("strict", Bool, "fail on warnings"),
    flag("with-subcharts", Bool, "lint the charts it depends on, too"),
];

/// Further flags of `validate`, where `--kube-version` may be repeated.
pub(in crate::cli) const VALIDATE: &[Flag] = &[
    flag("allow-unknown-fields", Bool, "unknown fields are warnings"),
    flag("deny-warnings", Bool, "fail on warnings, too"),
    flag("format", Text, "human, json, junit, sarif or github"),
    flag("ignore-missing-schemas", Bool, "skip kinds without a schema"),
    flag("jobs", Uint, "how many threads may work; as many as there are processors if not given"),
    flag("quiet", Bool, "print findings only"),
    flag("references", Bool, "note what is referred to but not among the objects"),
    flag("schema-location", Array, "a folder of JSON schemas, a pattern of their paths, or a file or folder of CRDs"),
    flag("skip", List, "kinds to skip, as Kind or group/version/Kind"),
];

/// Further flags of `batch`.
pub(in crate::cli) const BATCH: &[Flag] = &[
    flag("format", Text, "yaml (what the jobs print, in order) or json (a line for each job)"),
    flag("jobs", Uint, "how many threads may work; as many as there are processors if not given"),
];

/// Further flags of `golden`.
pub(in crate::cli) const GOLDEN: &[Flag] = &[
    flag("color", Text, "use colored output (never, auto, always)").only(Compat::Helm3),
    flag("check", Bool, "also say what the API server would refuse of what is rendered"),
    flag("fail-fast", Bool, "stop at the first case that is not as expected"),
    flag("format", Text, "human, json, junit, github or tap"),
    flag("html", Text, "write a page with all differences side by side to this file, too"),
    flag("jobs", Uint, "how many threads may work; as many as there are processors if not given"),
    flag("list", Bool, "print the names of the cases"),
    flag("oracle", Array, "bless: write what this Helm prints; may be repeated, once for each major"),
    flag("partition", Text, "take one share of the cases, I/N with I from 1, stable by name"),
    flag("prune", Bool, "bless: remove golden files that belong to no case"),
    flag("semantic", Bool, "compare objects: order of documents and keys, comments and layout do not count"),
    flag("yes", Bool, "bless: do not ask").short('y'),
];

/// Further flags of `version`.
pub(in crate::cli) const VERSION: &[Flag] = &[
    flag("client", Bool, "no effect").short('c').only(Compat::Helm3),
    flag("short", Bool, "print the version number"),
    flag("template", Text, "a template for the version"),
];

/// Further flags of `show values`.
pub(in crate::cli) const JSONPATH: &[Flag] =
    &[flag("jsonpath", Text, "print only what this JSONPath template selects")];

/// Further flags of `dependency list`.
pub(in crate::cli) const DEPENDENCY_LIST: &[Flag] = &[flag("max-col-width", Uint, "the widest a column may be")];

/// Further flags of `dependency build` and `dependency update`.
pub(in crate::cli) const DEPENDENCY: &[Flag] = &[
    flag("keyring", Text, "public keys for --verify"),
    flag("skip-refresh", Bool, "do not refresh the cached repository indexes"),
    flag("verify", Bool, "check the packages' signatures"),
];

/// Further flags of `package`.
pub(in crate::cli) const PACKAGE: &[Flag] = &[
    flag("app-version", Text, "the appVersion to write into the chart"),
    flag("dependency-update", Bool, "update dependencies in charts/ first").short('u'),
    flag("destination", Text, "the folder to write to").short('d'),
    flag("key", Text, "name of the key for --sign"),
    flag("keyring", Text, "keys for --sign"),
    flag("passphrase-file", Text, "file with the passphrase of the key"),
    flag("sign", Bool, "sign the package"),
    flag("version", Text, "the version to write into the chart"),
];

/// Further flags of `create`.
pub(in crate::cli) const CREATE: &[Flag] = &[
    flag("chart-api-version", Text, "only v2").only(Compat::Helm4).hidden(),
    flag("starter", Text, "name or path of a chart to start from").short('p'),
];

/// Flags of `completion` and its shells.
pub(in crate::cli) const COMPLETION: &[Flag] = &[flag("no-descriptions", Bool, "leave descriptions out")];

/// Flags of `docs`.
pub(in crate::cli) const DOCS: &[Flag] = &[
    flag("dir", Text, "the folder to write to; the current one otherwise"),
    flag("type", Text, "the kind of documentation: man"),
];

/// The flag that asks for help.
pub(in crate::cli) const HELP: Flag = flag("help", Bool, "print this").short('h');

/// Further flags of `pull`.
pub(in crate::cli) const PULL: &[Flag] = &[
    flag("destination", Text, "the folder to write to").short('d'),
    flag("prov", Bool, "fetch the provenance file, too"),
    flag("untar", Bool, "unpack the chart"),
    flag("untardir", Text, "the folder to unpack into, below the destination"),
];

/// Flags of `repo add`.
pub(in crate::cli) const REPO_ADD: &[Flag] = &[
    flag("allow-deprecated-repos", Bool, "also add official repositories that are gone"),
    flag("ca-file", Text, "check servers' certificates with this CA bundle"),
    flag("cert-file", Text, "client certificate for HTTPS"),
    flag("force-update", Bool, "replace a repository of this name"),
    flag("insecure-skip-tls-verify", Bool, "do not check servers' certificates"),
    flag("key-file", Text, "key of the client certificate"),
    flag("no-update", Bool, "no effect").only(Compat::Helm3),
    flag("pass-credentials", Bool, "pass credentials to all domains"),
    flag("password", Text, "password for the repository"),
    flag("password-stdin", Bool, "read the password from standard input"),
    flag("timeout", Duration, "how long the index may take").only(Compat::Helm4),
    flag("username", Text, "user name for the repository"),
];

/// Flags of `repo list`.
pub(in crate::cli) const REPO_LIST: &[Flag] = &[
    flag("no-headers", Bool, "leave the headers out").only(Compat::Helm4),
    flag("output", Format, "table, json or yaml").short('o'),
];

/// Flags of `repo update`.
pub(in crate::cli) const REPO_UPDATE: &[Flag] = &[
    flag("fail-on-repo-update-fail", Bool, "fail if an index cannot be fetched").only(Compat::Helm3),
    flag("timeout", Duration, "how long each index may take").only(Compat::Helm4),
];

/// Flags of `repo index`.
pub(in crate::cli) const REPO_INDEX: &[Flag] = &[
    flag("json", Bool, "write JSON"),
    flag("merge", Text, "merge into this index"),
    flag("url", Text, "URL of the repository"),
];

/// Flags of `registry login`.
pub(in crate::cli) const REGISTRY_LOGIN: &[Flag] = &[
    flag("ca-file", Text, "check the registry's certificate with this CA bundle"),
    flag("cert-file", Text, "client certificate for HTTPS"),
    flag("insecure", Bool, "do not check the registry's certificate"),
    flag("key-file", Text, "key of the client certificate"),
    flag("password", Text, "password or identity token").short('p'),
    flag("password-stdin", Bool, "read the password from standard input"),
    flag("plain-http", Bool, "use HTTP without TLS").only(Compat::Helm4),
    flag("username", Text, "user name").short('u'),
];
