//! Checksums and passwords.

use crate::template::func::Cx;
use crate::value::Str;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

/// `{{ sha1sum "a" }}` → `86f7e437faa5a7fce15d1ddcb9eaeaea377667b8`
pub(super) fn sha1sum(text: Str) -> String {
    HEXLOWER.encode(&Sha1::digest(&*text))
}

/// `{{ sha256sum "a" }}` → `ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb`
pub(super) fn sha256sum(text: Str) -> String {
    HEXLOWER.encode(&Sha256::digest(&*text))
}

/// `{{ sha512sum "a" | trunc 16 }}` → `1f40fc92da241694`
pub(super) fn sha512sum(text: Str) -> String {
    HEXLOWER.encode(&Sha512::digest(&*text))
}

/// `{{ adler32sum "a" }}` → `6422626`
pub(super) fn adler32sum(text: Str) -> String {
    const MODULUS: u32 = 65_521;
    // So many bytes cannot overflow the sums.
    let (mut a, mut b) = (1_u32, 0_u32);
    for chunk in text.chunks(5552) {
        for &byte in chunk {
            a += u32::from(byte);
            b += a;
        }
        a %= MODULUS;
        b %= MODULUS;
    }
    (b << 16 | a).to_string()
}

/// A bcrypt hash with a random salt; a text above 72 bytes gives a text that says so.
pub(super) fn bcrypt(cx: &mut Cx<'_>, text: Str) -> String {
    const COST: u32 = 10;
    let failed = |error: &str| format!("failed to encrypt string with bcrypt: {error}");
    if text.len() > 72 {
        return failed("bcrypt: password length exceeds 72 bytes");
    }
    let mut salt = [0; 16];
    cx.random(&mut salt);
    match bcrypt::hash_with_salt(&*text, COST, salt) {
        Ok(parts) => parts.format_for_version(bcrypt::Version::TwoA),
        Err(error) => failed(&error.to_string()),
    }
}

/// A line of a password file: `{{ htpasswd "a:b" "x" }}` → `invalid username: a:b`
pub(super) fn htpasswd(cx: &mut Cx<'_>, user: Str, password: Str) -> Vec<u8> {
    if user.contains(&b':') {
        return [b"invalid username: ", &*user].concat();
    }
    let hash = bcrypt(cx, password);
    [&user, &b":"[..], hash.as_bytes()].concat()
}

/// A random UUID.
pub(super) fn uuidv4(cx: &mut Cx<'_>) -> String {
    let mut bytes = [0; 16];
    cx.random(&mut bytes);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = HEXLOWER.encode(&bytes);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// A password made from a master password, as the Master Password algorithm has it:
/// `{{ derivePassword 1 "long" "password" "user" "example.com" }}` → `ZedaFaxcZaso9*`
pub(super) fn derive_password(counter: u32, kind: Str, password: Str, user: Str, site: Str) -> Result<Str, String> {
    const SEED: &[u8] = b"com.lyndir.masterpassword";
    let Some(templates) = templates(&kind) else {
        return Ok([b"cannot find password template ", kind.as_bytes()].concat().into());
    };
    let length = |text: &[u8]| (text.len() as u32).to_be_bytes();
    let salt = [SEED, &length(&user), &user].concat();
    let mut key = [0; 64];
    let parameters = scrypt::Params::new(15, 8, 2).map_err(|error| error.to_string())?;
    scrypt::scrypt(&password, &salt, &parameters, &mut key).map_err(|error| error.to_string())?;

    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|error| error.to_string())?;
    for part in [SEED, &length(&site), &site, &counter.to_be_bytes()] {
        mac.update(part);
    }
    let seed = mac.finalize().into_bytes();
    let template = templates[usize::from(seed[0]) % templates.len()];
    let pick = |(class, seed): (u8, &u8)| {
        let characters = characters(class);
        char::from(characters[usize::from(*seed) % characters.len()])
    };
    Ok(template.bytes().zip(&seed[1..]).map(pick).collect::<String>().into())
}

/// The shapes of passwords of a kind; each letter is a class of characters.
fn templates(kind: &[u8]) -> Option<&'static [&'static str]> {
    Some(match kind {
        b"maximum" => &["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"],
        b"long" => &[
            "CvcvnoCvcvCvcv",
            "CvcvCvcvnoCvcv",
            "CvcvCvcvCvcvno",
            "CvccnoCvcvCvcv",
            "CvccCvcvnoCvcv",
            "CvccCvcvCvcvno",
            "CvcvnoCvccCvcv",
            "CvcvCvccnoCvcv",
            "CvcvCvccCvcvno",
            "CvcvnoCvcvCvcc",
            "CvcvCvcvnoCvcc",
            "CvcvCvcvCvccno",
            "CvccnoCvccCvcv",
            "CvccCvccnoCvcv",
            "CvccCvccCvcvno",
            "CvcvnoCvccCvcc",
            "CvcvCvccnoCvcc",
            "CvcvCvccCvccno",
            "CvccnoCvcvCvcc",
            "CvccCvcvnoCvcc",
            "CvccCvcvCvccno",
        ],
        b"medium" => &["CvcnoCvc", "CvcCvcno"],
        b"short" => &["Cvcn"],
        b"basic" => &["aaanaaan", "aannaaan", "aaannaaa"],
        b"pin" => &["nnnn"],
        _ => return None,
    })
}

fn characters(class: u8) -> &'static [u8] {
    match class {
        b'V' => b"AEIOU",
        b'C' => b"BCDFGHJKLMNPQRSTVWXYZ",
        b'v' => b"aeiou",
        b'c' => b"bcdfghjklmnpqrstvwxyz",
        b'a' => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
        b'n' => b"0123456789",
        b'o' => b"@&%?,=[]_:-+*$#!'^~;()/.",
        _ => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
    }
}
