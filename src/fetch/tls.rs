//! TLS: whom to trust, who to be, and what went wrong, in Go's words.

use super::{Access, failed};
use crate::compat::Compat;
use crate::error::Result;
use crate::gostd::os::path_error;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject};
use rustls::{AlertDescription, CertificateError, Error, InvalidMessage};
use ureq::tls::{Certificate, ClientCert, PrivateKey, RootCerts, TlsConfig};

/// What decides about TLS.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Files {
    authorities: String,
    certificate: String,
    key: String,
    unchecked: bool,
}

impl Files {
    pub(super) fn of(access: &Access) -> Files {
        Files {
            authorities: access.ca_file.clone(),
            certificate: access.cert_file.clone(),
            key: access.key_file.clone(),
            unchecked: access.skip_tls_verify,
        }
    }

    /// Reads the files.
    ///
    /// Source: Helm's `internal/tlsutil`.
    pub(super) fn config(&self, compat: Compat) -> Result<TlsConfig> {
        let builder = TlsConfig::builder().disable_verification(self.unchecked);
        let client = self.client(compat)?;
        let roots = if self.authorities.is_empty() {
            RootCerts::PlatformVerifier
        } else {
            RootCerts::new_with_certs(&authorities(&self.authorities, compat)?)
        };
        Ok(builder.root_certs(roots).client_cert(client).build())
    }

    /// Helm 4 wants both files if one is named, Helm 3 takes no notice of one alone.
    fn client(&self, compat: Compat) -> Result<Option<ClientCert>> {
        let (certificate, key) = (self.certificate.as_str(), self.key.as_str());
        let missing = if compat == Compat::Helm3 {
            certificate.is_empty() || key.is_empty()
        } else {
            certificate.is_empty() && key.is_empty()
        };
        if missing {
            return Ok(None);
        }
        let unread = |what: &str, path: &str, reason: String| {
            failed(if compat == Compat::Helm3 {
                format!("can't load key pair from cert {certificate} and key {key}: {reason}")
            } else {
                format!("unable to read {what} file: {path:?}: {reason}")
            })
        };
        let chain = read(certificate).map_err(|reason| unread("cert", certificate, reason))?;
        let secret = read(key).map_err(|reason| unread("key", key, reason))?;
        pair(&chain, &secret).map(Some).map_err(|reason| {
            failed(if compat == Compat::Helm3 {
                format!("can't load key pair from cert {certificate} and key {key}: {reason}")
            } else {
                format!("unable to load cert from key pair: {reason}")
            })
        })
    }
}

fn authorities(path: &str, compat: Compat) -> Result<Vec<Certificate<'static>>> {
    let pem = read(path).map_err(|reason| {
        failed(if compat == Compat::Helm3 {
            format!("can't read CA file: {path}")
        } else {
            format!("can't read CA file: {path:?}: {reason}")
        })
    })?;
    let roots = certificates(&pem);
    if roots.is_empty() {
        return Err(failed(if compat == Compat::Helm3 {
            format!("failed to append certificates from file: {path}")
        } else {
            "failed to append certificates from pem block".to_owned()
        }));
    }
    Ok(roots)
}

fn certificates(pem: &[u8]) -> Vec<Certificate<'static>> {
    let items = ureq::tls::parse_pem(pem).filter_map(|item| match item {
        Ok(ureq::tls::PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    items.collect()
}

/// A certificate with its key; checked, because the HTTP client takes it for granted that they are one pair.
fn pair(chain: &[u8], key: &[u8]) -> std::result::Result<ClientCert, String> {
    let certificates = certificates(chain);
    if certificates.is_empty() {
        return Err("tls: failed to find any PEM data in certificate input".to_owned());
    }
    let no_key = |_| "tls: failed to find any PEM data in key input".to_owned();
    let found = PrivateKeyDer::from_pem_slice(key).map_err(|e| no_key(e.to_string()))?;
    let parsed = certificates.iter().map(|c| CertificateDer::from(c.der().to_vec())).collect();
    rustls::sign::CertifiedKey::from_der(parsed, found, &rustls::crypto::ring::default_provider()).map_err(
        |error| match error {
            Error::InconsistentKeys(_) => "tls: private key does not match public key".to_owned(),
            other => format!("tls: {other}"),
        },
    )?;
    let key = PrivateKey::from_pem(key).map_err(|e| no_key(e.to_string()))?;
    Ok(ClientCert::new_with_certs(&certificates, key))
}

#[expect(clippy::disallowed_methods, reason = "the user names the files of certificates and keys")]
fn read(path: &str) -> std::result::Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| path_error("open", path, &e))
}

/// What TLS has against a connection, if it is that.
pub(super) fn fault(error: &ureq::Error) -> Option<&Error> {
    match error {
        ureq::Error::Rustls(fault) => Some(fault),
        ureq::Error::Io(error) => error.get_ref().and_then(|inner| {
            inner.downcast_ref::<Error>().or_else(|| inner.source().and_then(<dyn std::error::Error>::downcast_ref))
        }),
        _ => None,
    }
}

/// In the words of Go's `crypto/tls` and `crypto/x509`.
pub(super) fn words(fault: &Error) -> String {
    match fault {
        Error::InvalidCertificate(reason) => {
            format!("tls: failed to verify certificate: x509: {}", unverified(reason))
        }
        Error::AlertReceived(alert) => format!("remote error: tls: {}", alert_words(*alert)),
        // What TLS reads is the answer of a server that does not speak it.
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            "http: server gave HTTP response to HTTPS client".to_owned()
        }
        other => format!("tls: {other}"),
    }
}

fn unverified(reason: &CertificateError) -> String {
    match reason {
        CertificateError::UnknownIssuer => "certificate signed by unknown authority".to_owned(),
        CertificateError::NotValidForNameContext { expected, presented } => wrong_host(expected, presented),
        CertificateError::ExpiredContext { time, not_after } => {
            format!("{TIMES}: current time {} is after {}", utc(*time), utc(*not_after))
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            format!("{TIMES}: current time {} is before {}", utc(*time), utc(*not_before))
        }
        CertificateError::Expired | CertificateError::NotValidYet => TIMES.to_owned(),
        other if other.to_string().contains("CaUsedAsEndEntity") => AUTHORITY.to_owned(),
        other => other.to_string(),
    }
}

const TIMES: &str = "certificate has expired or is not yet valid";

/// Go would let it pass if it is trusted.
const AUTHORITY: &str =
    "the server shows an authority's certificate as its own; it needs one that the authority has signed";

fn utc(time: UnixTime) -> String {
    let second = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(second).map(|time| time.to_string()).unwrap_or_default()
}

/// Source: Go's `x509.HostnameError`; `presented` has entries such as `DnsName("a.example")`.
fn wrong_host(expected: &ServerName<'_>, presented: &[String]) -> String {
    let wanted = expected.to_str();
    let is_address = matches!(expected, ServerName::IpAddress(_));
    let kind = if is_address { "IpAddress(" } else { "DnsName(" };
    let names = presented.iter().filter_map(|name| name.strip_prefix(kind)?.strip_suffix(')'));
    let names: Vec<&str> = names.map(|name| name.trim_matches('"')).collect();
    match (names.is_empty(), is_address) {
        (true, true) => format!("cannot validate certificate for {wanted} because it doesn't contain any IP SANs"),
        (true, false) => format!("certificate is not valid for any names, but wanted to match {wanted}"),
        (false, _) => format!("certificate is valid for {}, not {wanted}", names.join(", ")),
    }
}

fn alert_words(alert: AlertDescription) -> String {
    let words = match alert {
        AlertDescription::HandshakeFailure => "handshake failure",
        AlertDescription::BadCertificate => "bad certificate",
        AlertDescription::UnsupportedCertificate => "unsupported certificate",
        AlertDescription::CertificateRevoked => "revoked certificate",
        AlertDescription::CertificateExpired => "expired certificate",
        AlertDescription::CertificateUnknown => "unknown certificate",
        AlertDescription::UnknownCA => "unknown certificate authority",
        AlertDescription::AccessDenied => "access denied",
        AlertDescription::ProtocolVersion => "protocol version not supported",
        AlertDescription::InternalError => "internal error",
        AlertDescription::UnrecognisedName => "unrecognized name",
        AlertDescription::CertificateRequired => "certificate required",
        other => return format!("{other:?}"),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn certificates_are_refused_in_go_s_words() {
        let at = |seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let expired = CertificateError::ExpiredContext { time: at(86_400), not_after: at(0) };
        let words = "certificate has expired or is not yet valid: current time 1970-01-02T00:00:00Z is after \
                     1970-01-01T00:00:00Z";
        assert_eq!(unverified(&expired), words);
        let host = |name: &'static str| ServerName::try_from(name).expect("a name");
        let names = ["DnsName(\"a.example\")", "DnsName(\"*.b.example\")", "IpAddress(10.0.0.1)"].map(str::to_owned);
        let valid = "certificate is valid for a.example, *.b.example, not c.example";
        assert_eq!(wrong_host(&host("c.example"), &names), valid);
        assert_eq!(wrong_host(&host("10.0.0.2"), &names), "certificate is valid for 10.0.0.1, not 10.0.0.2");
        let nothing = "certificate is not valid for any names, but wanted to match c.example";
        assert_eq!(wrong_host(&host("c.example"), &[]), nothing);
    }
}
