//! New certificates, with the parts and in the order that Go writes.

use super::der::{
    self, BIT_STRING, BOOLEAN, GENERALIZED_TIME, INTEGER, OBJECT_ID, OCTET_STRING, PRINTABLE_STRING, SET, UTC_TIME,
    UTF8_STRING, context, integer, plain_context, sequence, value,
};
use super::keys::Key;
use super::parse::Signer;
use crate::compat::Compat;
use crate::gostd::time::{Location, Time};
use sha1::Digest;

const COMMON_NAME: &[u8] = &[0x55, 4, 3];
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 15];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 37];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 19];
pub(super) const SUBJECT_KEY_ID: &[u8] = &[0x55, 0x1d, 14];
const AUTHORITY_KEY_ID: &[u8] = &[0x55, 0x1d, 35];
const SUBJECT_ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 17];
const SERVER_AUTH: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 1];
const CLIENT_AUTH: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 2];

/// What a certificate is to say.
pub(super) struct Request {
    pub(super) common_name: Vec<u8>,
    /// Four or sixteen bytes each.
    pub(super) ips: Vec<Vec<u8>>,
    pub(super) dns_names: Vec<Vec<u8>>,
    pub(super) serial: [u8; 16],
    pub(super) not_before: Time,
    pub(super) not_after: Time,
    pub(super) is_ca: bool,
}

/// The certificate in DER for the public part of `key`, signed by `signer`, or by `key` itself.
///
/// Source: Go's `x509.CreateCertificate`.
pub(super) fn create(
    request: &Request,
    key: &Key,
    signer: Option<(&Signer, &Key)>,
    compat: Compat,
) -> Result<Vec<u8>, String> {
    let signing_key = signer.map_or(key, |(_, key)| key);
    let signature_kind = signing_key.signature_kind()?;
    let subject = name(&request.common_name)?;
    let issuer = signer.map_or(&subject, |(signer, _)| &signer.subject);
    if let Some((signer, key)) = signer
        && signer.public_info != key.public_info()?
    {
        return Err("x509: provided PrivateKey doesn't match parent's PublicKey".into());
    }
    let authority = signer.map(|(signer, _)| &*signer.key_id).filter(|id| !id.is_empty() && *issuer != subject);
    let extensions = extensions(request, key, authority, request.common_name.is_empty(), compat)?;
    let body = sequence(&[
        &value(context(0), &value(INTEGER, &[2])),
        &integer(&request.serial),
        &signature_kind,
        issuer,
        &sequence(&[&time(&request.not_before)?, &time(&request.not_after)?]),
        &subject,
        &key.public_info()?,
        &value(context(3), &extensions),
    ]);
    let signature = signing_key.sign(&body)?;
    Ok(sequence(&[&body, &signature_kind, &der::bits(&signature)]))
}

/// A name with nothing but a common name, or with nothing at all.
fn name(common_name: &[u8]) -> Result<Vec<u8>, String> {
    if common_name.is_empty() {
        return Ok(sequence(&[]));
    }
    if std::str::from_utf8(common_name).is_err() {
        return Err("asn1: string not valid UTF-8".into());
    }
    let printable = |c: &u8| c.is_ascii_alphanumeric() || b" '()+,-./:=?".contains(c);
    let tag = if common_name.iter().all(printable) { PRINTABLE_STRING } else { UTF8_STRING };
    let pair = sequence(&[&value(OBJECT_ID, COMMON_NAME), &value(tag, common_name)]);
    Ok(sequence(&[&value(SET, &pair)]))
}

/// Years from 1950 to 2049 are written with two digits.
fn time(time: &Time) -> Result<Vec<u8>, String> {
    let time = time.in_zone(Location::Utc);
    match time.year() {
        1950..=2049 => Ok(value(UTC_TIME, &time.format(b"060102150405Z"))),
        0..=9999 => Ok(value(GENERALIZED_TIME, &time.format(b"20060102150405Z"))),
        _ => Err("asn1: structure error: cannot represent time as GeneralizedTime".into()),
    }
}

fn extension(id: &[u8], critical: bool, content: &[u8]) -> Vec<u8> {
    let critical = if critical { value(BOOLEAN, &[0xff]) } else { Vec::new() };
    sequence(&[&value(OBJECT_ID, id), &critical, &value(OCTET_STRING, content)])
}

fn extensions(
    request: &Request,
    key: &Key,
    authority: Option<&[u8]>,
    unnamed: bool,
    compat: Compat,
) -> Result<Vec<u8>, String> {
    // Signatures and key encipherment, five bits unused; for a CA also signatures of certificates, two unused.
    let usage: &[u8] = if request.is_ca { &[2, 0xa4] } else { &[5, 0xa0] };
    let purposes = sequence(&[&value(OBJECT_ID, SERVER_AUTH), &value(OBJECT_ID, CLIENT_AUTH)]);
    let constraints = if request.is_ca { value(BOOLEAN, &[0xff]) } else { Vec::new() };
    let mut all = vec![
        extension(KEY_USAGE, true, &value(BIT_STRING, usage)),
        extension(EXTENDED_KEY_USAGE, false, &purposes),
        extension(BASIC_CONSTRAINTS, true, &sequence(&[&constraints])),
    ];
    if request.is_ca {
        let id = key_id(&key.public_bits()?, compat);
        all.push(extension(SUBJECT_KEY_ID, false, &value(OCTET_STRING, &id)));
    }
    if let Some(id) = authority {
        all.push(extension(AUTHORITY_KEY_ID, false, &sequence(&[&value(plain_context(0), id)])));
    }
    if !request.ips.is_empty() || !request.dns_names.is_empty() {
        all.push(extension(SUBJECT_ALTERNATIVE_NAME, unnamed, &alternative_names(request)?));
    }
    Ok(der::value(der::SEQUENCE, &all.concat()))
}

/// Twenty bytes of a checksum of the key.
fn key_id(public: &[u8], compat: Compat) -> Vec<u8> {
    if compat.sha256_key_ids() {
        sha2::Sha256::digest(public)[..20].to_vec()
    } else {
        sha1::Sha1::digest(public).to_vec()
    }
}

fn alternative_names(request: &Request) -> Result<Vec<u8>, String> {
    let mut names = Vec::new();
    for name in &request.dns_names {
        if !name.is_ascii() {
            let name = crate::gostd::strconv::quoted(name);
            return Err(format!("x509: {name} cannot be encoded as an IA5String"));
        }
        names.push(value(plain_context(2), name));
    }
    names.extend(request.ips.iter().map(|ip| value(plain_context(7), ip)));
    Ok(value(der::SEQUENCE, &names.concat()))
}
