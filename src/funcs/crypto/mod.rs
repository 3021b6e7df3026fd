//! Checksums, passwords, encryption, keys and certificates.

mod aes;
mod certificates;
mod create;
mod der;
mod hash;
mod keys;
mod parse;
mod pem;

use crate::funcs;
use crate::template::func::{Cx, Func, FuncTable};
use std::convert::Infallible;

static FUNCTIONS: &[Func] = funcs! {
    "sha1sum" => hash::sha1sum,
    "sha256sum" => hash::sha256sum,
    "sha512sum" => hash::sha512sum,
    "adler32sum" => hash::adler32sum,
    "bcrypt" => cx bcrypt,
    "htpasswd" => cx htpasswd,
    "derivePassword" => hash::derive_password,
    "uuidv4" => cx uuidv4,
    "encryptAES" => cx encrypt,
    "decryptAES" => aes::decrypt,
    "genPrivateKey" => cx gen_private_key,
    "buildCustomCert" => certificates::build_custom_cert,
    "genCA" => cx gen_ca,
    "genCAWithKey" => cx gen_ca_with_key,
    "genSelfSignedCert" => cx gen_self_signed_cert,
    "genSelfSignedCertWithKey" => cx gen_self_signed_cert_with_key,
    "genSignedCert" => cx gen_signed_cert,
    "genSignedCertWithKey" => cx gen_signed_cert_with_key,
};

use aes::encrypt;
use certificates::{
    gen_ca, gen_ca_with_key, gen_self_signed_cert, gen_self_signed_cert_with_key, gen_signed_cert,
    gen_signed_cert_with_key,
};
use hash::{bcrypt, htpasswd, uuidv4};
use keys::gen_private_key;

/// Adds the functions of this family.
pub(super) fn add(table: &mut FuncTable) {
    table.add(FUNCTIONS);
}

/// The random source of the render, as the libraries ask for it.
struct Random<'a, 'b>(&'a mut Cx<'b>);

impl rsa::rand_core::TryRng for Random<'_, '_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.0.random(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.0.random(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.random(bytes);
        Ok(())
    }
}

impl rsa::rand_core::TryCryptoRng for Random<'_, '_> {}
