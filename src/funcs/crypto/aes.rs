//! AES-256 in CBC mode; the key is the password itself, cut or filled with zeros.

use crate::funcs::encoding::decode64;
use crate::template::func::{Cx, FuncError};
use crate::value::Str;
use aes::Aes256;
use cbc::cipher::block_padding::{NoPadding, Pkcs7};
use cbc::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use data_encoding::BASE64;

const BLOCK: usize = 16;

fn key(password: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let length = password.len().min(key.len());
    key[..length].copy_from_slice(&password[..length]);
    key
}

/// The text encrypted with a random start, in base64: `{{ encryptAES "secret" "" | len }}` → `0`
pub(super) fn encrypt(cx: &mut Cx<'_>, password: Str, text: Str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut start = [0; BLOCK];
    cx.random(&mut start);
    let cipher = cbc::Encryptor::<Aes256>::new(&key(&password).into(), &start.into());
    BASE64.encode(&[&start[..], &cipher.encrypt_padded_vec::<Pkcs7>(&text)].concat())
}

/// The text that `encryptAES` made something of:
/// `{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ=" }}` → `plaintext`
///
/// What it did not make fails in the words of Go's panics.
pub(super) fn decrypt(password: Str, text: Str) -> Result<Vec<u8>, FuncError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let bytes = decode64(&text).map_err(|at| format!("illegal base64 data at input byte {at}"))?;
    let Some((start, body)) = bytes.split_first_chunk::<BLOCK>() else {
        let capacity = text.len() / 4 * 3;
        return Err(format!("runtime error: slice bounds out of range [:16] with capacity {capacity}").into());
    };
    let cipher = cbc::Decryptor::<Aes256>::new(&key(&password).into(), &(*start).into());
    let mut plain = cipher.decrypt_padded_vec::<NoPadding>(body).map_err(|_| "crypto/cipher: input not full blocks")?;
    let padding = usize::from(*plain.last().ok_or("runtime error: index out of range [-1]")?);
    let Some(length) = plain.len().checked_sub(padding) else {
        return Err(format!("runtime error: slice bounds out of range [:-{}]", padding - plain.len()).into());
    };
    plain.truncate(length);
    Ok(plain)
}
