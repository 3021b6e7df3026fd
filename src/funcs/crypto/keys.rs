//! Private keys.

use super::der::{self, OBJECT_ID, OCTET_STRING, SEQUENCE, context, integer, sequence, value};
use super::{Random, pem};
use crate::template::func::Cx;
use crate::value::Str;
use dsa::KeySize;
use ed25519_dalek::Signer;
use p256::elliptic_curve::sec1::ToSec1Point;
use rsa::PrivateKey;
use rsa::pkcs1::{EncodeRsaPrivateKey, EncodeRsaPublicKey};
use sha2::Sha256;

pub(super) const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
const RSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
pub(super) const ECDSA: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
const ECDSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
pub(super) const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
pub(super) const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

/// A private key.
pub(super) enum Key {
    Rsa(Box<PrivateKey>),
    Ecdsa(p256::SecretKey),
    Ed25519(Box<ed25519_dalek::SigningKey>),
    /// A DSA key as it is written; certificates cannot be made with it.
    Dsa(Vec<u8>),
}

fn failed(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Key {
    /// A new RSA key of so many bits.
    pub(super) fn rsa(cx: &mut Cx<'_>, bits: usize) -> Result<Key, String> {
        Ok(Key::Rsa(Box::new(PrivateKey::new(&mut Random(cx), bits).map_err(failed)?)))
    }

    fn ecdsa(cx: &mut Cx<'_>) -> Key {
        loop {
            let mut bytes = [0; 32];
            cx.random(&mut bytes);
            // A number beyond the order of the curve is drawn again.
            if let Ok(key) = p256::SecretKey::from_slice(&bytes) {
                return Key::Ecdsa(key);
            }
        }
    }

    fn ed25519(cx: &mut Cx<'_>) -> Key {
        let mut seed = [0; 32];
        cx.random(&mut seed);
        Key::Ed25519(Box::new(ed25519_dalek::SigningKey::from_bytes(&seed)))
    }

    fn dsa(cx: &mut Cx<'_>) -> Result<Key, String> {
        let random = &mut Random(cx);
        let components = dsa::Components::try_generate_from_rng_with_key_size(random, KeySize::DSA_2048_256);
        let components = components.map_err(failed)?;
        let key = dsa::SigningKey::try_generate_from_rng_with_components(random, components).map_err(failed)?;
        let public = key.verifying_key();
        let parts = public.components();
        let numbers = [parts.p().as_ref(), parts.q(), parts.g(), public.y(), key.x()];
        let numbers = numbers.map(|number: &dsa::BoxedUint| integer(&number.to_be_bytes()));
        Ok(Key::Dsa(value(SEQUENCE, &[integer(&[]), numbers.concat()].concat())))
    }

    /// The key as a PEM text, in the form that OpenSSL has for its kind.
    pub(super) fn pem(&self) -> Result<String, String> {
        Ok(match self {
            Key::Rsa(key) => pem::encode("RSA PRIVATE KEY", key.to_pkcs1_der().map_err(failed)?.as_bytes()),
            Key::Ecdsa(key) => {
                let curve = value(context(0), &value(OBJECT_ID, P256));
                let public = value(context(1), &der::bits(&self.public_bits()?));
                let secret = value(OCTET_STRING, &key.to_bytes());
                pem::encode("EC PRIVATE KEY", &sequence(&[&integer(&[1]), &secret, &curve, &public]))
            }
            Key::Ed25519(key) => {
                let seed = value(OCTET_STRING, &value(OCTET_STRING, key.as_bytes()));
                let kind = sequence(&[&value(OBJECT_ID, ED25519)]);
                pem::encode("PRIVATE KEY", &sequence(&[&integer(&[]), &kind, &seed]))
            }
            Key::Dsa(bytes) => pem::encode("DSA PRIVATE KEY", bytes),
        })
    }

    /// The public key itself, as a certificate holds it.
    pub(super) fn public_bits(&self) -> Result<Vec<u8>, String> {
        match self {
            Key::Rsa(key) => Ok(key.to_public_key().to_pkcs1_der().map_err(failed)?.as_bytes().to_vec()),
            Key::Ecdsa(key) => Ok(key.public_key().to_sec1_point(false).as_bytes().to_vec()),
            Key::Ed25519(key) => Ok(key.verifying_key().to_bytes().to_vec()),
            Key::Dsa(_) => Err(NO_SIGNER.into()),
        }
    }

    /// The public key with its kind.
    pub(super) fn public_info(&self) -> Result<Vec<u8>, String> {
        let kind = match self {
            Key::Rsa(_) => sequence(&[&value(OBJECT_ID, RSA), &value(5, &[])]),
            Key::Ecdsa(_) => sequence(&[&value(OBJECT_ID, ECDSA), &value(OBJECT_ID, P256)]),
            Key::Ed25519(_) => sequence(&[&value(OBJECT_ID, ED25519)]),
            Key::Dsa(_) => return Err(NO_SIGNER.into()),
        };
        Ok(sequence(&[&kind, &der::bits(&self.public_bits()?)]))
    }

    /// The kind of the signatures that [`Key::sign`] makes.
    pub(super) fn signature_kind(&self) -> Result<Vec<u8>, String> {
        Ok(match self {
            Key::Rsa(_) => sequence(&[&value(OBJECT_ID, RSA_SHA256), &value(5, &[])]),
            Key::Ecdsa(_) => sequence(&[&value(OBJECT_ID, ECDSA_SHA256)]),
            Key::Ed25519(_) => sequence(&[&value(OBJECT_ID, ED25519)]),
            Key::Dsa(_) => return Err(NO_SIGNER.into()),
        })
    }

    /// A signature of `message`.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Key::Rsa(key) => key.pkcs1v15_sign::<Sha256>(message).map_err(failed),
            Key::Ecdsa(key) => {
                let signature: p256::ecdsa::Signature = p256::ecdsa::SigningKey::from(key).sign(message);
                Ok(signature.to_der().as_bytes().to_vec())
            }
            Key::Ed25519(key) => Ok(key.sign(message).to_bytes().to_vec()),
            Key::Dsa(_) => Err(NO_SIGNER.into()),
        }
    }
}

const NO_SIGNER: &str = "x509: certificate private key does not implement crypto.Signer";

/// A new private key of a kind, as PEM: `{{ genPrivateKey "x" }}` → `Unknown type x`
pub(super) fn gen_private_key(cx: &mut Cx<'_>, kind: Str) -> Vec<u8> {
    let key = match &*kind {
        b"" | b"rsa" => Key::rsa(cx, 4096),
        b"dsa" => Key::dsa(cx),
        b"ecdsa" => Ok(Key::ecdsa(cx)),
        b"ed25519" => Ok(Key::ed25519(cx)),
        _ => return [b"Unknown type ", &*kind].concat(),
    };
    let text = key.and_then(|key| key.pem());
    text.unwrap_or_else(|error| format!("failed to generate private key: {error}")).into_bytes()
}
