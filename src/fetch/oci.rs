//! OCI registries: manifests, layers, tags and tokens.
//!
//! A small client of our own over the HTTP client: the crates for registries are asynchronous and bring
//! a second HTTP client with them.

use super::cache::checksum;
use super::http::{Answer, Ask};
use super::reference::OciReference;
use super::{Access, Fetcher, credentials, failed, locked};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::json;
use crate::semver::Version;
use crate::value::Value;
use data_encoding::BASE64;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// What authorises requests, by host and repository.
pub(super) type Tokens = Mutex<HashMap<(String, String), String>>;

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.cncf.helm.config.v1+json";
const CHART: &str = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const OLD_CHART: &str = "application/tar+gzip";

/// A chart that was pulled.
pub(super) struct Pulled {
    /// Where the archive is kept.
    pub(super) path: PathBuf,
    /// What Helm says about it.
    pub(super) message: String,
}

/// The value of a header for basic authentication.
pub(super) fn basic(username: &str, password: &str) -> String {
    format!("Basic {}", BASE64.encode(format!("{username}:{password}").as_bytes()))
}

/// A layer, or the configuration, in a manifest.
#[derive(Debug, PartialEq)]
struct Descriptor {
    media_type: String,
    digest: String,
}

impl Fetcher<'_> {
    /// Pulls a chart with a tag or a digest; what is kept already is not downloaded again.
    ///
    /// Source: Helm's `registry.Client.Pull`.
    pub(super) fn pull(&self, reference: &OciReference, access: &Access) -> Result<Pulled> {
        let (digest, manifest) = self.manifest(reference, access)?;
        let (chart, warning) = chart_layer(&manifest)?;
        let path = match self.cached(&chart.digest) {
            Some(path) => path,
            None => self.layer(reference, &chart.digest, access)?,
        };
        let shown = reference.shown();
        let note =
            if shown.contains('_') { format!("{shown} contains an underscore.\n{UNDERSCORE}") } else { String::new() };
        let message = format!("{warning}Pulled: {shown}\nDigest: {digest}\n{note}");
        Ok(Pulled { path, message })
    }

    /// A manifest with its digest. Offline, the one that the tag had last.
    fn manifest(&self, reference: &OciReference, access: &Access) -> Result<(String, Value)> {
        let text = if self.options.offline {
            self.kept_manifest(reference)?
        } else {
            self.fetch_manifest(reference, access).map_err(|e| e.prefixed(self.fetching()))?
        };
        let digest = format!("sha256:{}", checksum(&text));
        if !reference.digest.is_empty() && reference.digest != digest {
            return Err(mismatch(&reference.shown(), &reference.digest, &digest));
        }
        if !self.options.offline {
            self.keep_manifest(reference, &text)?;
        }
        let manifest = json::decode(&text, self.options.compat).map_err(|e| failed(e.message))?;
        Ok((digest, manifest))
    }

    fn fetch_manifest(&self, reference: &OciReference, access: &Access) -> Result<Vec<u8>> {
        let path = format!("manifests/{}", reference.tag_or_digest());
        let answer = self.ask(reference, &path, MANIFEST, access)?;
        match answer.status.as_u16() {
            404 => Err(failed(format!("{}: not found", reference.shown()))),
            _ => self.successful(&answer, reference, &path, access).map(|()| answer.body),
        }
    }

    /// What Helm 4 says before whatever goes wrong with a manifest.
    fn fetching(&self) -> &'static str {
        if self.options.compat.structured_logs() { "failed to perform \"FetchReference\" on source: " } else { "" }
    }

    /// Downloads a layer, checks and keeps it.
    fn layer(&self, reference: &OciReference, digest: &str, access: &Access) -> Result<PathBuf> {
        if self.options.offline {
            return Err(failed(format!("{} is not cached and --offline is set", reference.shown())));
        }
        let path = format!("blobs/{digest}");
        let answer = self.ask(reference, &path, "*/*", access)?;
        self.successful(&answer, reference, &path, access)?;
        let found = format!("sha256:{}", checksum(&answer.body));
        if found != digest {
            return Err(mismatch(&reference.shown(), digest, &found));
        }
        Ok(self.store(&answer.body)?.0)
    }

    /// All tags that are versions, the newest first.
    ///
    /// Source: Helm's `registry.Client.Tags`.
    pub(super) fn tags(&self, reference: &OciReference, access: &Access) -> Result<Vec<String>> {
        let compat = self.options.compat;
        let mut versions = Vec::new();
        let mut path = "tags/list".to_owned();
        loop {
            let answer = self.ask(reference, &path, "application/json", access)?;
            self.successful(&answer, reference, &path, access)?;
            let list = json::decode(&answer.body, compat).map_err(|e| failed(e.message))?;
            for tag in texts(&field(&list, "tags")) {
                let tag = tag.replace('_', "+");
                versions.extend(Version::parse_strict(tag.as_bytes(), compat).ok().map(|version| (version, tag)));
            }
            match next_page(answer.header("link")) {
                Some(next) => path = next,
                None => break,
            }
        }
        versions.sort_by(|(a, _), (b, _)| b.compare(a));
        Ok(versions.into_iter().map(|(_, tag)| tag).collect())
    }

    /// The digest of what a reference names; nothing if there is none.
    pub(super) fn resolve_digest(&self, reference: &OciReference, access: &Access) -> Option<String> {
        self.manifest(reference, access).ok().map(|(digest, _)| digest)
    }

    /// Asks a registry, with what it wants as authorisation.
    fn ask(&self, reference: &OciReference, path: &str, accept: &str, access: &Access) -> Result<Answer> {
        if self.options.offline {
            return Err(failed(format!("{} is not cached and --offline is set", reference.shown())));
        }
        let url = format!("{}/v2/{}/{path}", self.origin(&reference.host, access), reference.repository);
        let key = (reference.host.clone(), reference.repository.clone());
        let known = locked(&self.tokens).get(&key).cloned();
        let answer = self.ask_with(&url, accept, known.as_deref(), access)?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        let scope = format!("repository:{}:pull", reference.repository);
        let Some(authorization) = self.authorize(&answer, &reference.host, &scope, access)? else { return Ok(answer) };
        let answer = self.ask_with(&url, accept, Some(&authorization), access)?;
        locked(&self.tokens).insert(key, authorization);
        Ok(answer)
    }

    fn ask_with(&self, url: &str, accept: &str, authorization: Option<&str>, access: &Access) -> Result<Answer> {
        let mut headers = vec![("Accept", accept.to_owned())];
        headers.extend(authorization.map(|value| ("Authorization", value.to_owned())));
        self.http.send(Ask { url, headers: &headers, form: None }, access)
    }

    /// Asks a host for nothing but whether the credentials are good; the answer to the last request.
    pub(super) fn ping(&self, host: &str, access: &Access) -> Result<Answer> {
        let url = format!("{}/v2/", self.origin(host, access));
        let answer = self.ask_with(&url, "*/*", None, access)?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        match self.authorize(&answer, host, "", access)? {
            Some(authorization) => self.ask_with(&url, "*/*", Some(&authorization), access),
            None => Ok(answer),
        }
    }

    /// What to authorise with after a refusal: credentials themselves, or a token that they, or nobody, get.
    fn authorize(&self, refusal: &Answer, host: &str, scope: &str, access: &Access) -> Result<Option<String>> {
        let challenge = refusal.header("www-authenticate");
        let found = credentials::find(&self.places, host, access, self.options.compat)?;
        let (scheme, rest) = challenge.split_once(' ').unwrap_or((challenge, ""));
        if scheme.eq_ignore_ascii_case("basic") {
            return Ok(found.filter(|c| !c.username.is_empty()).map(|c| basic(&c.username, &c.password)));
        }
        let parameters = parameters(rest);
        let parameter = |name: &str| parameters.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        let Some(realm) = parameter("realm").filter(|_| scheme.eq_ignore_ascii_case("bearer")) else { return Ok(None) };
        let service = parameter("service").unwrap_or_default();
        let scope = if scope.is_empty() { parameter("scope").unwrap_or_default() } else { scope };
        self.token(realm, service, scope, found.as_ref(), access).map(|token| Some(format!("Bearer {token}")))
    }

    fn token(
        &self,
        realm: &str,
        service: &str,
        scope: &str,
        credentials: Option<&credentials::Credentials>,
        access: &Access,
    ) -> Result<String> {
        let refresh = credentials.map(|c| c.identity_token.as_str()).filter(|token| !token.is_empty());
        let answer = if let Some(refresh) = refresh {
            let form = format!(
                "grant_type=refresh_token&service={}&scope={}&client_id=pintle&refresh_token={}",
                escaped(service),
                escaped(scope),
                escaped(refresh)
            );
            self.http.send(Ask { url: realm, headers: &[], form: Some(&form) }, access)?
        } else {
            let scope = if scope.is_empty() { String::new() } else { format!("&scope={}", escaped(scope)) };
            let query = format!("service={}{scope}", escaped(service));
            let url = format!("{realm}{}{query}", if realm.contains('?') { '&' } else { '?' });
            let authorization = credentials.map(|c| ("Authorization", basic(&c.username, &c.password)));
            let headers: Vec<_> = authorization.into_iter().collect();
            self.http.send(Ask { url: &url, headers: &headers, form: None }, access)?
        };
        if answer.status.as_u16() != 200 {
            let host = super::reference::host_of(realm);
            return Err(failed(format!("no token from {host}: {}", refused(&answer, self.options.compat))));
        }
        let reply = json::decode(&answer.body, self.options.compat).map_err(|e| failed(e.message))?;
        let token =
            ["token", "access_token"].iter().map(|key| text(&field(&reply, key))).find(|token| !token.is_empty());
        token.ok_or_else(|| failed(format!("no token in the answer of {realm}")))
    }

    fn successful(&self, answer: &Answer, reference: &OciReference, path: &str, access: &Access) -> Result<()> {
        if answer.status.is_success() {
            return Ok(());
        }
        let url = format!("{}/v2/{}/{path}", self.origin(&reference.host, access), reference.repository);
        let compat = self.options.compat;
        let challenge = answer.header("www-authenticate");
        let is_basic = challenge.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"));
        if answer.status.as_u16() == 401
            && is_basic
            && credentials::find(&self.places, &reference.host, access, compat)?.is_none()
        {
            return Err(failed(if compat.structured_logs() {
                format!("GET \"{url}\": basic credential not found")
            } else {
                NO_CREDENTIALS.to_owned()
            }));
        }
        let unexpected = if compat.structured_logs() { "response" } else { "unexpected" };
        Err(failed(format!("GET \"{url}\": {unexpected} status code {}", refused(answer, compat))))
    }

    /// What is said when credentials are not good.
    pub(super) fn login_refused(&self, host: &str, answer: &Answer, access: &Access) -> crate::Error {
        let url = format!("{}/v2/", self.origin(host, access));
        if self.options.compat == Compat::Helm3 {
            return failed(format!("login attempt to {url} failed with status: {}", answer.status_line()));
        }
        let reason = refused(answer, self.options.compat);
        failed(format!("authenticating to {host:?}: GET \"{url}\": response status code {reason}"))
    }

    /// Scheme and host. Helm 3 does without TLS on the machine itself.
    fn origin(&self, host: &str, access: &Access) -> String {
        let local = ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .any(|name| host.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')));
        let plain = access.plain_http || (local && self.options.compat == Compat::Helm3);
        format!("{}://{host}", if plain { "http" } else { "https" })
    }
}

const NO_CREDENTIALS: &str = "pull access denied, repository does not exist or may require authorization: \
    authorization failed: no basic auth credentials";

/// The status with what the registry says about it: `401: unauthorized: authentication required`.
fn refused(answer: &Answer, compat: Compat) -> String {
    let said = json::decode(&answer.body, compat).ok().map(|body| {
        let errors = field(&body, "errors");
        let Value::List(errors) = &errors else { return String::new() };
        let words = errors.iter().map(|error| {
            let code = text(&field(&error, "code")).to_lowercase().replace('_', " ");
            let detail = field(&error, "detail");
            let detail = String::from_utf8_lossy(&crate::gostd::fmt::sprint(&[detail])).into_owned();
            let detail =
                if detail == "<nil>" || !compat.structured_logs() { String::new() } else { format!(": {detail}") };
            format!("{code}: {}{detail}", text(&field(&error, "message")))
        });
        words.collect::<Vec<_>>().join("; ")
    });
    match said.filter(|said| !said.is_empty()) {
        Some(said) => format!("{}: {said}", answer.status.as_str()),
        None => format!("{}: {}", answer.status.as_str(), answer.status.canonical_reason().unwrap_or_default()),
    }
}

fn mismatch(shown: &str, wanted: &str, found: &str) -> crate::Error {
    failed(format!("{shown}: the checksum is {found} instead of {wanted}"))
}

/// The layer that holds the chart, and a warning if its type is an old one.
fn chart_layer(manifest: &Value) -> Result<(Descriptor, &'static str)> {
    let layers = field(manifest, "layers");
    let layers: Vec<Descriptor> = match &layers {
        Value::List(layers) => layers.iter().map(|layer| descriptor(&layer)).collect(),
        _ => Vec::new(),
    };
    let config = descriptor(&field(manifest, "config"));
    let of = |kind: &str| layers.iter().find(|layer| layer.media_type == kind);
    if config.media_type != CONFIG {
        return Err(failed(format!("could not load config with mediatype {CONFIG}")));
    }
    let (layer, warning) = match (of(CHART), of(OLD_CHART)) {
        (Some(layer), _) => (layer, ""),
        (None, Some(layer)) => (layer, "Warning: chart media type application/tar+gzip is deprecated\n"),
        (None, None) => return Err(failed(format!("manifest does not contain a layer with mediatype {CHART}"))),
    };
    Ok((Descriptor { media_type: String::new(), digest: layer.digest.clone() }, warning))
}

fn descriptor(value: &Value) -> Descriptor {
    Descriptor { media_type: text(&field(value, "mediaType")), digest: text(&field(value, "digest")) }
}

/// A field of a JSON object, or null.
pub(super) fn field(value: &Value, key: &str) -> Value {
    match value {
        Value::Map(map) => map.get(key).unwrap_or_default(),
        _ => Value::Nil,
    }
}

/// A JSON string, or no text.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_text().into_owned(),
        _ => String::new(),
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::List(list) => list.iter().map(|item| text(&item)).collect(),
        _ => Vec::new(),
    }
}

/// `name="value"` pairs of a challenge.
fn parameters(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at(after.find(',').unwrap_or(after.len())),
        };
        found.push((name.trim().to_lowercase(), value.to_owned()));
        rest = after.trim_start().strip_prefix(',').unwrap_or(after).trim_start();
    }
    found
}

/// The path behind the repository of the next page of tags, from a `Link` header.
fn next_page(link: &str) -> Option<String> {
    let target = link.split(';').next()?.trim().strip_prefix('<')?.strip_suffix('>')?;
    link.contains("rel=\"next\"").then_some(())?;
    let at = target.find("tags/list")?;
    Some(target[at..].to_owned())
}

/// The text for a query or a form.
fn escaped(text: &str) -> String {
    let mut out = Vec::new();
    crate::gostd::html::escape_query(text.as_bytes(), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// What is said about tags with an underscore.
const UNDERSCORE: &str = "\nOCI artifact references (e.g. tags) do not support the plus sign (+). To support\n\
    storing semantic versions, Helm adopts the convention of changing plus (+) to\n\
    an underscore (_) in chart version tags when pushing to a registry and back to\n\
    a plus (+) when pulling from a registry.\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_are_taken_apart() {
        let found = parameters(r#"realm="https://a/t?x=1",service="r, s" , scope="repository:a/b:pull""#);
        let pairs = [("realm", "https://a/t?x=1"), ("service", "r, s"), ("scope", "repository:a/b:pull")];
        assert_eq!(found, pairs.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert_eq!(parameters("realm=x,service=y").len(), 2);
        assert_eq!(parameters("nothing"), []);
    }

    #[test]
    fn pages_follow_links() {
        let link = r#"</v2/a/b/tags/list?last=1.0.0&n=2>; rel="next""#;
        assert_eq!(next_page(link).as_deref(), Some("tags/list?last=1.0.0&n=2"));
        assert_eq!(next_page(""), None);
    }
}
