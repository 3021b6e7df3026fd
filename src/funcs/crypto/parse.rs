//! Keys and certificates from their texts.

use super::der::{self, BIT_STRING, INTEGER, OBJECT_ID, OCTET_STRING, Reader, SEQUENCE, context};
use super::keys::{ECDSA, ED25519, Key, P256, RSA};
use super::pem;
use rsa::PrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey;

/// Reads a private key from PEM.
///
/// Errors: `no PEM data in input`, `invalid private key type X`, and what is wrong with its content.
///
/// Source: sprig's `parsePrivateKeyPEM`.
pub(super) fn private_key(text: &[u8]) -> Result<Key, String> {
    let (label, bytes) = pem::decode(text).ok_or("no PEM data in input")?;
    if label == "PRIVATE KEY" {
        return pkcs8(&bytes).map_err(|error| format!("decoding PEM as PKCS#8: {error}"));
    }
    let Some(kind) = label.strip_suffix(" PRIVATE KEY") else {
        return Err(format!("no private key data in PEM block of type {label}"));
    };
    let key = match kind {
        "RSA" => pkcs1(&bytes),
        "EC" => sec1(&bytes, None),
        "DSA" => dsa(&bytes).ok_or_else(malformed),
        _ => return Err(format!("invalid private key type {kind}")),
    };
    key.map_err(|error| format!("parsing {kind} private key from PEM: {error}"))
}

fn malformed() -> String {
    "asn1: structure error: malformed private key".into()
}

fn pkcs1(bytes: &[u8]) -> Result<Key, String> {
    PrivateKey::from_pkcs1_der(bytes).map(|key| Key::Rsa(Box::new(key))).map_err(|_| malformed())
}

/// A key with the curve inside, or given from outside.
fn sec1(bytes: &[u8], curve: Option<&[u8]>) -> Result<Key, String> {
    let read = || {
        let mut parts = Reader(bytes).enter(SEQUENCE)?;
        parts.expect(INTEGER)?;
        let secret = parts.expect(OCTET_STRING)?.content;
        let own = parts.enter(context(0)).and_then(|mut inner| inner.expect(OBJECT_ID));
        Some((secret, curve.or(own.map(|id| id.content))?))
    };
    let (secret, curve) = read().ok_or_else(malformed)?;
    if curve != P256 {
        return Err("x509: only the curve P-256 is supported".into());
    }
    let digits = &secret[secret.len().saturating_sub(32)..];
    let mut padded = [0; 32];
    padded[32 - digits.len()..].copy_from_slice(digits);
    p256::SecretKey::from_slice(&padded).map(Key::Ecdsa).map_err(|_| malformed())
}

fn dsa(bytes: &[u8]) -> Option<Key> {
    let mut reader = Reader(bytes);
    let whole = reader.expect(SEQUENCE)?;
    let mut parts = Reader(whole.content);
    let mut numbers: Vec<Vec<u8>> = Vec::new();
    for _ in 0..6 {
        numbers.push(parts.expect(INTEGER)?.whole.to_vec());
    }
    // Go leaves the version out when it writes the key again.
    numbers[0] = der::integer(&[]);
    Some(Key::Dsa(der::value(SEQUENCE, &numbers.concat())))
}

fn pkcs8(bytes: &[u8]) -> Result<Key, String> {
    let read = || {
        let mut parts = Reader(bytes).enter(SEQUENCE)?;
        parts.expect(INTEGER)?;
        let mut kind = parts.enter(SEQUENCE)?;
        let id = kind.expect(OBJECT_ID)?.content;
        Some((id, kind, parts.expect(OCTET_STRING)?.content))
    };
    let (id, mut kind, inner) = read().ok_or_else(malformed)?;
    match id {
        RSA => pkcs1(inner),
        ECDSA => sec1(inner, kind.expect(OBJECT_ID).map(|curve| curve.content)),
        ED25519 => {
            let seed = Reader(inner).expect(OCTET_STRING).and_then(|seed| seed.content.try_into().ok());
            let seed: [u8; 32] = seed.ok_or_else(malformed)?;
            Ok(Key::Ed25519(Box::new(ed25519_dalek::SigningKey::from_bytes(&seed))))
        }
        _ => Err("x509: PKCS#8 wrapping contained private key with unknown algorithm".into()),
    }
}

/// What a signed certificate takes from that of its signer.
pub(super) struct Signer {
    /// The name, as it is written there.
    pub(super) subject: Vec<u8>,
    /// The public key with its kind.
    pub(super) public_info: Vec<u8>,
    /// The identifier of the key; may be empty.
    pub(super) key_id: Vec<u8>,
}

/// Reads a certificate in DER; the error is Go's text.
pub(super) fn certificate(bytes: &[u8]) -> Result<Signer, String> {
    read_certificate(bytes).ok_or_else(|| "x509: malformed certificate".into())
}

fn read_certificate(bytes: &[u8]) -> Option<Signer> {
    let mut outside = Reader(bytes);
    let mut whole = outside.enter(SEQUENCE)?;
    let mut parts = whole.enter(SEQUENCE)?;
    whole.expect(SEQUENCE)?;
    whole.expect(BIT_STRING)?;
    if !outside.0.is_empty() {
        return None;
    }
    let first = parts.next()?;
    if first.tag == context(0) {
        parts.expect(INTEGER)?;
    }
    let [_, _, _, subject, public_info] = [(); 5].map(|()| parts.expect(SEQUENCE));
    let (subject, public_info) = (subject?.whole.to_vec(), public_info?.whole.to_vec());
    let mut key_id = Vec::new();
    while let Some(part) = parts.next() {
        if part.tag == context(3) {
            key_id = key_id_of(Reader(part.content)).unwrap_or_default();
        }
    }
    Some(Signer { subject, public_info, key_id })
}

/// The subject key identifier among the extensions.
fn key_id_of(mut extensions: Reader<'_>) -> Option<Vec<u8>> {
    let mut list = extensions.enter(SEQUENCE)?;
    while let Some(mut extension) = list.enter(SEQUENCE) {
        if extension.expect(OBJECT_ID)?.content == super::create::SUBJECT_KEY_ID {
            let content = extension.next()?;
            let content = if content.tag == der::BOOLEAN { extension.next()? } else { content };
            return Some(Reader(content.content).expect(OCTET_STRING)?.content.to_vec());
        }
    }
    None
}
