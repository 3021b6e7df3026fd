//! `pintle template`: renders a chart and prints its manifests.

use super::flags::quote;
use super::kubeconfig;
use super::parse::Invocation;
use super::post_render::PostRenderer;
use super::validate::{self, Rendering, Subject};
use super::{Failure, Session, dependency, output, release, report, source, values};
use crate::chart::{Chart, UserValues, check_installable};
use crate::compat::Compat;
use crate::diag::{Level, Notice};
use crate::error::{Error, ErrorKind, Result};
use crate::render::objects::capabilities::KubeVersion;
use crate::render::print::{self, Pieces, Selection};
use crate::render::{self, BadDocument, RenderOptions, Rendered, RenderedFile};
use crate::source::Source;
use crate::validate::Document;
use std::path::Path;
use std::sync::Arc;

/// How a command ends.
type Ended = std::result::Result<(), Failure>;

/// What Helm adds to an error once rendering has begun.
const DEBUG_HINT: &str = "\n\nUse --debug flag to render out invalid YAML";

pub(super) fn run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Ended {
    let compat = session.compat;
    let post_renderer = PostRenderer::find(invocation, compat, session.io)?;
    let args = invocation.args();
    if args.is_empty() {
        let message = "\"helm template\" requires at least 1 argument\n\nUsage:  helm template [NAME] [CHART] [flags]";
        return Err(usage(message).into());
    }
    check_dry_run_group(invocation)?;
    let kube_version = kube_version(invocation, compat)?;
    if compat == Compat::Helm4 {
        check_dry_run(invocation, session)?;
    }
    let (name, reference) = release::name_and_chart(invocation, &args, compat)?;
    let path = source::locate(invocation, &reference, session)?;
    let user = Arc::new(values::collect(invocation, session)?);
    let chart = load(&path, invocation, session)?;
    if compat == Compat::Helm3 {
        check_dry_run(invocation, session)?;
    }
    refuse_cluster(invocation, session)?;
    release::check_name(&name, session)?;
    let options = RenderOptions {
        namespace: kubeconfig::namespace(invocation, session.io),
        is_upgrade: invocation.is_set("is-upgrade"),
        is_install: !invocation.is_set("is-upgrade"),
        kube_version,
        api_versions: invocation.list("api-versions"),
        validate_schema: !invocation.is_set("skip-schema-validation"),
        dns: invocation.is_set("enable-dns"),
        last: session.io.exit.is_some(),
        ..RenderOptions::new(name, compat)
    };
    let job = Job { invocation, chart, user, options, post_renderer };
    job.run(session)
}

fn usage(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Usage, message)
}

pub(super) fn kube_version(invocation: &Invocation, compat: Compat) -> Result<KubeVersion> {
    match invocation.text("kube-version") {
        None | Some("") => Ok(KubeVersion::default_of(compat)),
        Some(text) => {
            KubeVersion::parse(text, compat).map_err(|reason| usage(format!("invalid kube version '{text}': {reason}")))
        }
    }
}

fn check_dry_run_group(invocation: &Invocation) -> Result<()> {
    if invocation.all("validate").is_empty() || invocation.all("dry-run").is_empty() {
        return Ok(());
    }
    Err(usage(
        "if any flags in the group [validate dry-run] are set none of the others can be; [dry-run validate] were all set",
    ))
}

/// Checks the value of `--dry-run`; Helm 4 also warns about its bare form.
fn check_dry_run(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<()> {
    let Some(value) = invocation.text("dry-run") else { return Ok(()) };
    if session.compat == Compat::Helm3 {
        return match value {
            "" | "false" | "true" | "none" | "client" | "server" | "unset" => Ok(()),
            _ => Err(usage("Invalid dry-run flag. Flag must one of the following: false, true, none, client, server")),
        };
    }
    let warn = |message: String| Notice::new(Level::Warn, message);
    match value {
        "client" | "server" => {}
        "unset" => {
            let message = "--dry-run is deprecated and should be replaced with '--dry-run=client'";
            session.notices(&[warn(message.into())]);
        }
        "true" => {
            let message = "boolean '--dry-run=true' flag is deprecated and must be replaced with '--dry-run=client'";
            session.notices(&[warn(message.into())]);
        }
        "none" | "false" => {
            return Err(usage(format!("invalid dry-run value ({}). Must be \"server\" or \"client\"", quote(value))));
        }
        _ => {
            let message =
                format!("invalid dry-run value ({}). Must be \"none\", \"server\", or \"client\"", quote(value));
            return Err(usage(message));
        }
    }
    Ok(())
}

/// What needs a cluster is left to Helm.
fn refuse_cluster(invocation: &Invocation, session: &Session<'_, '_>) -> Result<()> {
    let server = invocation.text("dry-run") == Some("server");
    if !invocation.is_set("validate") && (!server || session.compat == Compat::Helm3) {
        return Ok(());
    }
    let flag = if server { "--dry-run=server" } else { "--validate" };
    let message = format!("{flag} asks a cluster, which pintle does not: run 'helm template' with {flag} instead");
    Err(Error::new(ErrorKind::Unsupported, message))
}

/// Loads the chart and checks that it can be rendered.
pub(super) fn load(path: &str, invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<Arc<Chart>> {
    let chart = load_installable(path, session);
    let missing = chart.as_ref().is_err_and(|error| error.kind() == ErrorKind::Dependency);
    if !missing || !invocation.is_set("dependency-update") {
        return chart;
    }
    dependency::update_in(path, invocation, session, true)?;
    session.charts.forget(Path::new(path), session.compat);
    load_installable(path, session).map_err(|e| e.prefixed("failed reloading chart after repo update: "))
}

fn load_installable(path: &str, session: &mut Session<'_, '_>) -> Result<Arc<Chart>> {
    let mut notices = Vec::new();
    let chart = session.charts.load(Path::new(path), session.compat, &mut notices);
    let chart = chart.and_then(|chart| check_installable(&chart, session.compat, &mut notices).map(|()| chart));
    session.notices(&notices);
    chart
}

/// One render on the command line.
struct Job<'a> {
    invocation: &'a Invocation,
    chart: Arc<Chart>,
    user: Arc<UserValues>,
    options: RenderOptions,
    post_renderer: Option<PostRenderer>,
}

impl Job<'_> {
    fn run(&self, session: &mut Session<'_, '_>) -> Ended {
        let mut notices = Vec::new();
        let prepared = render::prepare(&self.chart, &self.user, &self.options, &mut notices);
        session.notices(&std::mem::take(&mut notices));
        let (instance, values) = prepared?;
        if self.invocation.keys("labels").iter().any(|key| SYSTEM_LABELS.contains(&key.as_str())) {
            let message = format!(
                "user supplied labels contains system reserved label name. System labels: [{}]",
                SYSTEM_LABELS.join(" ")
            );
            return Err(usage(message).into());
        }
        if let Err(error) = render::check_kube_version(&self.chart, &self.options) {
            return Err(self.begun(error, session));
        }
        let files = render::execute(&instance, &values, &self.options, &mut notices);
        session.notices(&std::mem::take(&mut notices));
        let files = match files {
            Ok(files) => files,
            Err(error) => return Err(self.begun(error, session)),
        };
        let crds = render::crds(&instance);
        match render::documents(&files, self.options.compat) {
            Ok(documents) => {
                session.notices(&documents.notices);
                let rendered = Rendered { files, documents, crds, notices: Vec::new() };
                if self.selection().crds || self.invocation.is_set("check") {
                    rendered.read_crds()?;
                }
                let text = self.text(&rendered)?;
                self.check(&rendered, &text, session)?;
                self.print(&rendered, &text, session)?;
                session.io.exit.map_or(Ok(()), |exit| exit(0))
            }
            Err(bad) => Err(self.bad_document(*bad, files, session)),
        }
    }

    /// With `--check`, nothing is printed that the API server would refuse.
    fn check(&self, rendered: &Rendered, text: &Pieces<'_>, session: &mut Session<'_, '_>) -> Ended {
        if !self.invocation.is_set("check") {
            return Ok(());
        }
        let is_original = self.post_renderer.is_none() || self.output_dir().is_some();
        let (documents, show_only) = if is_original {
            (validate::rendered_documents(rendered, self.selection()), self.invocation.all("show-only"))
        } else {
            (Document::split(&Source::new("(post-renderer's output)", text.concat())), Vec::new())
        };
        let rendering = Rendering { chart: self.chart.clone(), user: self.user.clone(), options: self.options.clone() };
        let chart = if is_original { self.chart.name().to_owned() } else { String::new() };
        let subject = Subject { chart, documents, show_only, rendering, is_original };
        validate::check_rendered(subject, self.invocation, session)
    }

    fn output_dir(&self) -> Option<&str> {
        self.invocation.text("output-dir").filter(|dir| !dir.is_empty())
    }

    fn selection(&self) -> Selection {
        Selection {
            crds: self.invocation.is_set("include-crds"),
            no_hooks: self.invocation.is_set("no-hooks"),
            no_tests: self.invocation.is_set("skip-tests"),
        }
    }

    /// An error after rendering has begun: with `--debug`, an empty line stands for the manifests.
    fn begun(&self, error: Error, session: &mut Session<'_, '_>) -> Failure {
        if !session.debug {
            return error.suffixed(DEBUG_HINT).into();
        }
        let patterns = self.invocation.all("show-only");
        if patterns.is_empty() {
            report::write_out(session.io, b"\n");
        } else if session.compat == Compat::Helm3 {
            return Error::new(ErrorKind::Manifest, format!("could not find template {} in chart", patterns[0])).into();
        }
        error.into()
    }

    /// A document that is not YAML.
    fn bad_document(&self, bad: BadDocument, files: Vec<RenderedFile>, session: &mut Session<'_, '_>) -> Failure {
        session.notices(&bad.before.notices);
        if session.debug {
            return self.dump(bad, files, session);
        }
        render::blame(bad, &files, &self.chart, &self.user, &self.options).suffixed(DEBUG_HINT).into()
    }

    /// With `--debug`, what was rendered is printed in spite of the error: in the order of Go's map, which
    /// begins anywhere in the order of the renders where the files are few.
    fn dump(&self, bad: BadDocument, files: Vec<RenderedFile>, session: &mut Session<'_, '_>) -> Failure {
        let mut whole: Vec<_> = files.iter().enumerate().filter(|(_, f)| !f.text.trim_ascii().is_empty()).collect();
        whole.sort_by_cached_key(|(_, file)| render::turn(&file.name));
        let mut documents = bad.before;
        documents.manifests = whole.into_iter().map(|(i, f)| render::Manifest::whole(i, f)).collect();
        let rendered = Rendered { files, documents, crds: Vec::new(), notices: Vec::new() };
        match self.text(&rendered).map_err(Failure::from).and_then(|text| self.print(&rendered, &text, session)) {
            Err(Failure::Error(error)) if session.compat == Compat::Helm3 => error.into(),
            _ => bad.error.into(),
        }
    }

    /// What goes to standard output, unless files are written.
    fn text<'a>(&self, rendered: &'a Rendered) -> Result<Pieces<'a>> {
        if self.output_dir().is_some() {
            return Ok(Vec::new());
        }
        let selection = self.selection();
        let mut manifests = print::manifests(rendered, selection);
        if let Some(post_renderer) = &self.post_renderer {
            let changed = post_renderer.run(&manifests.concat()).map_err(|e| e.suffixed(DEBUG_HINT))?;
            manifests = vec![changed.into()];
        }
        let text = print::text(rendered, manifests, selection);
        let patterns = self.invocation.all("show-only");
        if patterns.is_empty() {
            return Ok(text);
        }
        Ok(vec![print::show_only(&text.concat(), &patterns, self.options.compat)?.into()])
    }

    fn print(&self, rendered: &Rendered, text: &Pieces<'_>, session: &mut Session<'_, '_>) -> Ended {
        let Some(dir) = self.output_dir() else { return report::finish_with(session, text) };
        self.write_files(rendered, dir, session)?;
        let patterns = self.invocation.all("show-only");
        let text = if patterns.is_empty() { b"\n".to_vec() } else { print::show_only(b"", &patterns, session.compat)? };
        report::finish(session, &text)
    }

    /// Writes one file per template and tells each on standard output.
    fn write_files(
        &self,
        rendered: &Rendered,
        dir: &str,
        session: &mut Session<'_, '_>,
    ) -> std::result::Result<Vec<u8>, Failure> {
        let release = self.invocation.is_set("release-name").then_some(self.options.release_name.as_str());
        let mut log = Vec::new();
        let written = output::write(&print::blocks(rendered, self.selection()), dir, release, &mut log);
        report::write_out(session.io, &log);
        written.map_err(|e| e.suffixed(DEBUG_HINT))?;
        Ok(log)
    }
}

/// Labels that Helm sets itself.
const SYSTEM_LABELS: [&str; 6] = ["name", "owner", "status", "version", "createdAt", "modifiedAt"];
