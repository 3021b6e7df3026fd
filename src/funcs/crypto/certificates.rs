//! The functions that make certificates.

use super::create::{Request, create};
use super::keys::Key;
use super::{parse, pem};
use crate::compat::Compat;
use crate::funcs::encoding::decode64;
use crate::gostd::time::{Duration, Time};
use crate::template::func::{Cx, FuncError, Obj};
use crate::value::{Kind, List, Map, Object, ObjectType, Str, Value};
use std::any::Any;
use std::borrow::Cow;
use std::net::IpAddr;

/// A certificate with its private key, both as PEM.
#[derive(PartialEq)]
pub(super) struct Certificate {
    cert: Str,
    key: Str,
}

impl Object for Certificate {
    fn type_name(&self, _: Compat) -> Cow<'static, str> {
        Certificate::NAME.into()
    }
    fn type_key(&self) -> &'static str {
        Certificate::NAME
    }
    fn kind(&self) -> Kind {
        Kind::Struct
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn field(&self, name: &[u8]) -> Option<Value> {
        self.fields().into_iter().find(|(field, _)| field.as_bytes() == name).map(|(_, value)| value)
    }
    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("Cert", self.cert.clone().into()), ("Key", self.key.clone().into())]
    }
    fn json(&self, _: Compat) -> Value {
        Value::Map(self.fields().into_iter().collect::<Map>())
    }
    fn json_fields(&self, _: Compat) -> Option<Vec<(&'static str, Value)>> {
        Some(self.fields())
    }
    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Certificate>() == Some(self)
    }
}

impl ObjectType for Certificate {
    const NAME: &'static str = "sprig.certificate";
    const POINTER: bool = false;
}

/// A certificate and a key that exist already, both in base64.
///
/// Errors: `unable to decode base64 certificate`, `unable to decode base64 private key`,
/// `unable to decode certificate`, `error parsing certificate: …`, `error parsing private key: …`.
pub(super) fn build_custom_cert(cert: Str, key: Str) -> Result<Value, FuncError> {
    let cert = decode64(&cert).map_err(|_| "unable to decode base64 certificate")?;
    let key = decode64(&key).map_err(|_| "unable to decode base64 private key")?;
    let (_, der) = pem::decode(&cert).ok_or("unable to decode certificate")?;
    parse::certificate(&der).map_err(|error| format!("error parsing certificate: decodedCert.Bytes: {error}"))?;
    parse::private_key(&key).map_err(|error| format!("error parsing private key: {error}"))?;
    Ok(Value::object(Certificate { cert: cert.into(), key: key.into() }))
}

fn new_key(cx: &mut Cx<'_>) -> Result<Key, FuncError> {
    Key::rsa(cx, 2048).map_err(|error| format!("error generating rsa key: {error}").into())
}

fn given_key(text: &[u8]) -> Result<Key, FuncError> {
    parse::private_key(text).map_err(|error| format!("parsing private key: {error}").into())
}

/// A new authority that signs certificates.
pub(super) fn gen_ca(cx: &mut Cx<'_>, name: Str, days: isize) -> Result<Value, FuncError> {
    let key = new_key(cx)?;
    authority(cx, &name, days, &key)
}

/// As `genCA`, with a key of one's own.
pub(super) fn gen_ca_with_key(cx: &mut Cx<'_>, name: Str, days: isize, key: Str) -> Result<Value, FuncError> {
    authority(cx, &name, days, &given_key(&key)?)
}

fn authority(cx: &mut Cx<'_>, name: &[u8], days: isize, key: &Key) -> Result<Value, FuncError> {
    let none = || List::nil(crate::value::ListKind::Any);
    let request = Request { is_ca: true, ..request(cx, name, &none(), &none(), days)? };
    finish(cx, &request, key, None)
}

/// A certificate for names and addresses, signed by its own key.
pub(super) fn gen_self_signed_cert(
    cx: &mut Cx<'_>,
    name: Str,
    ips: List,
    dns: List,
    days: isize,
) -> Result<Value, FuncError> {
    let key = new_key(cx)?;
    let request = request(cx, &name, &ips, &dns, days)?;
    finish(cx, &request, &key, None)
}

/// As `genSelfSignedCert`, with a key of one's own.
pub(super) fn gen_self_signed_cert_with_key(
    cx: &mut Cx<'_>,
    name: Str,
    ips: List,
    dns: List,
    days: isize,
    key: Str,
) -> Result<Value, FuncError> {
    let key = given_key(&key)?;
    let request = request(cx, &name, &ips, &dns, days)?;
    finish(cx, &request, &key, None)
}

/// A certificate for names and addresses, signed by an authority.
pub(super) fn gen_signed_cert(
    cx: &mut Cx<'_>,
    name: Str,
    ips: List,
    dns: List,
    days: isize,
    authority: Obj<Certificate>,
) -> Result<Value, FuncError> {
    let key = new_key(cx)?;
    signed(cx, &name, (&ips, &dns), days, &authority, &key)
}

/// As `genSignedCert`, with a key of one's own.
pub(super) fn gen_signed_cert_with_key(
    cx: &mut Cx<'_>,
    name: Str,
    ips: List,
    dns: List,
    days: isize,
    authority: Obj<Certificate>,
    key: Str,
) -> Result<Value, FuncError> {
    let key = given_key(&key)?;
    signed(cx, &name, (&ips, &dns), days, &authority, &key)
}

fn signed(
    cx: &mut Cx<'_>,
    name: &[u8],
    (ips, dns): (&List, &List),
    days: isize,
    authority: &Obj<Certificate>,
    key: &Key,
) -> Result<Value, FuncError> {
    let authority = authority.get().ok_or("unable to decode certificate")?;
    let (_, der) = pem::decode(&authority.cert).ok_or("unable to decode certificate")?;
    let signer = parse::certificate(&der)
        .map_err(|error| format!("error parsing certificate: decodedSignerCert.Bytes: {error}"))?;
    let signing_key =
        parse::private_key(&authority.key).map_err(|error| format!("error parsing private key: {error}"))?;
    let request = request(cx, name, ips, dns, days)?;
    finish(cx, &request, key, Some((&signer, &signing_key)))
}

fn finish(
    cx: &mut Cx<'_>,
    request: &Request,
    key: &Key,
    signer: Option<(&parse::Signer, &Key)>,
) -> Result<Value, FuncError> {
    if matches!(key, Key::Dsa(_)) && signer.is_some() {
        return Err("error creating certificate: x509: unsupported public key type: *dsa.PublicKey".into());
    }
    let der =
        create(request, key, signer, cx.compat()).map_err(|error| format!("error creating certificate: {error}"))?;
    Ok(Value::object(Certificate { cert: pem::encode("CERTIFICATE", &der).into(), key: key.pem()?.into() }))
}

/// What the certificate is to say, valid from now for so many days.
fn request(cx: &mut Cx<'_>, name: &[u8], ips: &List, dns: &List, days: isize) -> Result<Request, FuncError> {
    const DAY: i64 = 86_400_000_000_000;
    let ips = ips.iter().map(|ip| address(&ip)).collect::<Result<_, _>>()?;
    let dns_names = dns.iter().map(|name| dns_name(&name)).collect::<Result<_, _>>()?;
    let mut serial = [0; 16];
    cx.random(&mut serial);
    let not_before = Time::now(cx.now());
    let not_after = not_before.plus(Duration(DAY.wrapping_mul(days as i64)));
    Ok(Request { common_name: name.to_vec(), ips, dns_names, serial, not_before, not_after, is_ca: false })
}

fn not_a_string(what: &str, value: &Value) -> FuncError {
    let mut message = format!("error {what}: ").into_bytes();
    if let Err(endless) = crate::gostd::fmt::try_print(value, &mut message) {
        return endless.into();
    }
    message.extend_from_slice(b" is not a string");
    message.into()
}

fn address(value: &Value) -> Result<Vec<u8>, FuncError> {
    let text = value.as_str().ok_or_else(|| not_a_string("parsing ip", value))?;
    let parsed = std::str::from_utf8(text).ok().and_then(|text| text.parse::<IpAddr>().ok());
    match parsed.map(|ip| ip.to_canonical()) {
        Some(IpAddr::V4(ip)) => Ok(ip.octets().to_vec()),
        Some(IpAddr::V6(ip)) => Ok(ip.octets().to_vec()),
        None => Err([b"error parsing ip: ", text.as_bytes()].concat().into()),
    }
}

fn dns_name(value: &Value) -> Result<Vec<u8>, FuncError> {
    let text = value.as_str().ok_or_else(|| not_a_string("processing alternate dns name", value))?;
    Ok(text.to_vec())
}
