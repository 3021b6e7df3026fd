//! `pintle repo`: the chart repositories that are known by name.

use super::flags::quote;
use super::parse::Invocation;
use super::{Failure, Session, report, settings, source, table};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::fetch::{self, Repositories, Repository};
use crate::gostd::json::{self, Style};
use crate::value::{Map, Value};
use crate::yaml;
use std::fs::{File, OpenOptions};
use std::path::Path;

type Done = std::result::Result<(), Failure>;

fn failed(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Fetch, message)
}

/// Repositories that are gone, with where their charts are now.
const GONE: [(&str, &str); 2] = [
    ("//kubernetes-charts.storage.googleapis.com", "https://charts.helm.sh/stable"),
    ("//kubernetes-charts-incubator.storage.googleapis.com", "https://charts.helm.sh/incubator"),
];

/// Source: Helm's `pkg/cmd/repo_add.go`.
pub(super) fn add(invocation: &Invocation, session: &mut Session<'_, '_>) -> Done {
    let [name, url] = [invocation.args().remove(0), invocation.args().remove(1)];
    let gone = GONE.iter().find(|(old, _)| url.contains(old)).filter(|_| !invocation.is_set("allow-deprecated-repos"));
    if let Some((_, new)) = gone {
        return Err(failed(format!("repo {} is no longer available; try {} instead", quote(&url), quote(new))).into());
    }
    let places = settings::fetch_places(invocation, session);
    let _lock = lock(&places.repository_config)?;
    let mut known = Repositories::load(&places.repository_config)?.unwrap_or_default();
    let mut access = source::access(invocation);
    if !access.username.is_empty() && access.password.is_empty() {
        access.password = password(invocation, session)?;
    }
    if name.contains('/') {
        let message = format!("repository name ({name}) contains '/', please specify a different name without '/'");
        return Err(failed(message).into());
    }
    let repository = Repository { name: name.clone(), url: url.clone(), access };
    if let Some(existing) = known.named(&name).filter(|_| !invocation.is_set("force-update")) {
        if *existing != repository {
            let message = format!("repository name ({name}) already exists, please specify a different name");
            return Err(failed(message).into());
        }
        let line = format!("{} already exists with the same configuration, skipping\n", quote(&name));
        return report::finish(session, line.as_bytes());
    }
    let fetcher = source::fetcher(invocation, session)?;
    fetch::check_protocol(&url, session.compat)?;
    let refreshed = fetcher.refresh(&repository);
    session.notices(&fetcher.notices());
    refreshed.map_err(|e| {
        e.prefixed(&format!("looks like {} is not a valid chart repository or cannot be reached: ", quote(&url)))
    })?;
    known.put(repository);
    known.save(&places.repository_config, session.compat)?;
    report::finish(session, format!("{} has been added to your repositories\n", quote(&name)).as_bytes())
}

/// The password for a user name: from standard input, if the flag says so.
fn password(invocation: &Invocation, session: &mut Session<'_, '_>) -> Result<String> {
    if invocation.is_set("password-stdin") {
        return read_password(session);
    }
    let message = "pintle does not ask for passwords: give --password-stdin or --password";
    Err(Error::new(ErrorKind::Usage, message))
}

/// Everything on standard input but the line break at its end.
pub(super) fn read_password(session: &mut Session<'_, '_>) -> Result<String> {
    let mut text = String::new();
    let read = session.io.stdin.read_to_string(&mut text);
    read.map_err(|e| failed(format!("reading the password: {e}")))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}

/// Holds other runs off the file of repositories until it is dropped; Helm's own runs, too.
fn lock(config: &str) -> Result<File> {
    let path = Path::new(config).with_extension("lock");
    let unusable = |e: std::io::Error| failed(crate::gostd::os::path_error("open", &path.to_string_lossy(), &e));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unusable)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(unusable)?;
    file.lock().map_err(unusable)?;
    Ok(file)
}

/// Source: Helm's `pkg/cmd/repo_list.go`.
pub(super) fn list(invocation: &Invocation, session: &mut Session<'_, '_>) -> Done {
    let places = settings::fetch_places(invocation, session);
    let known = Repositories::load(&places.repository_config).ok().flatten().unwrap_or_default();
    let format = invocation.text("output").unwrap_or("table");
    if known.list.is_empty() && format == "table" {
        if session.compat == Compat::Helm3 {
            return Err(failed("no repositories to show").into());
        }
        let _ = writeln!(session.io.stderr, "no repositories to show");
        return Ok(());
    }
    let text = match format {
        "json" => as_json(&known, session.compat)?,
        "yaml" => yaml::write(&rows(&known), session.compat).map_err(failed)?,
        _ => {
            let header = ["NAME", "URL"].map(str::to_owned).to_vec();
            let rows = known.list.iter().map(|r| vec![r.name.clone(), r.url.clone()]);
            let rows: Vec<_> =
                Some(header).filter(|_| !invocation.is_set("no-headers")).into_iter().chain(rows).collect();
            format!("{}\n", table::text(&rows, 0)).into_bytes()
        }
    };
    report::finish(session, &text)
}

fn rows(known: &Repositories) -> Value {
    let row = |r: &Repository| -> Map {
        [("name", Value::str(r.name.as_str())), ("url", Value::str(r.url.as_str()))].into_iter().collect()
    };
    Value::list(known.list.iter().map(|r| Value::Map(row(r))).collect())
}

fn as_json(known: &Repositories, compat: Compat) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    json::encode(&rows(known), Style { escape_html: true, indent: None }, compat, &mut text).map_err(failed)?;
    text.push(b'\n');
    Ok(text)
}

/// Source: Helm's `pkg/cmd/repo_update.go`.
pub(super) fn update(invocation: &Invocation, session: &mut Session<'_, '_>) -> Done {
    let places = settings::fetch_places(invocation, session);
    let known = Repositories::load(&places.repository_config)?.unwrap_or_default().list;
    if known.is_empty() {
        return Err(failed("no repositories found. You must add one before updating").into());
    }
    let names = invocation.args();
    if let Some(name) = names.iter().find(|name| !known.iter().any(|known| known.name == **name)) {
        return Err(failed(format!("no repositories found matching '{name}'.  Nothing will be updated")).into());
    }
    let wanted: Vec<Repository> = known.into_iter().filter(|r| names.is_empty() || names.contains(&r.name)).collect();
    wanted.iter().try_for_each(|r| fetch::check_protocol(&r.url, session.compat))?;
    report::finish(session, b"Hang tight while we grab the latest from your chart repositories...\n")?;
    let fetcher = source::fetcher(invocation, session)?;
    let mut failures = Vec::new();
    for (repository, result) in fetcher.refresh_all(&wanted) {
        let (name, url) = (quote(&repository.name), &repository.url);
        let line = match result {
            Ok(()) => format!("...Successfully got an update from the {name} chart repository\n"),
            Err(error) => {
                failures.push(url.as_str());
                format!("...Unable to get an update from the {name} chart repository ({url}):\n\t{error}\n")
            }
        };
        report::finish(session, line.as_bytes())?;
    }
    session.notices(&fetcher.notices());
    let fatal = session.compat == Compat::Helm4 || invocation.is_set("fail-on-repo-update-fail");
    if fatal && !failures.is_empty() {
        let (capital, list) = if session.compat == Compat::Helm4 { ("failed", failures) } else { ("Failed", failures) };
        return Err(failed(format!("{capital} to update the following repositories: [{}]", list.join(" "))).into());
    }
    report::finish(session, "Update Complete. ⎈Happy Helming!⎈\n".as_bytes())
}

/// Source: Helm's `pkg/cmd/repo_remove.go`.
pub(super) fn remove(invocation: &Invocation, session: &mut Session<'_, '_>) -> Done {
    let places = settings::fetch_places(invocation, session);
    let _lock = lock(&places.repository_config)?;
    let mut known = Repositories::load(&places.repository_config)?.unwrap_or_default();
    if known.list.is_empty() {
        return Err(failed("no repositories configured").into());
    }
    for name in invocation.args() {
        if !known.remove(&name) {
            return Err(failed(format!("no repo named {} found", quote(&name))).into());
        }
        known.save(&places.repository_config, session.compat)?;
        for file in ["index.yaml", "charts.txt"] {
            let path = format!("{}/{name}-{file}", places.repository_cache);
            match std::fs::remove_file(&path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                    return Err(failed(crate::gostd::os::path_error("remove", &path, &e)).into());
                }
                _ => {}
            }
        }
        let line = format!("{} has been removed from your repositories\n", quote(&name));
        report::finish(session, line.as_bytes())?;
    }
    Ok(())
}

/// Source: Helm's `pkg/cmd/repo_index.go`.
pub(super) fn index(invocation: &Invocation, session: &mut Session<'_, '_>) -> Done {
    let folder = std::path::absolute(&invocation.args()[0]).map_err(|e| failed(e.to_string()))?;
    let folder = crate::gostd::path::join(&[&folder.to_string_lossy()]);
    let url = invocation.text("url").unwrap_or_default();
    let merge = invocation.text("merge").filter(|path| !path.is_empty());
    fetch::write_index(&folder, url, merge, invocation.is_set("json"), super::now(), session.compat)?;
    Ok(())
}
