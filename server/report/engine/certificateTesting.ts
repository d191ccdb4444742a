import forge from 'node-forge';

export const password = 'certificate-1';
let keys: forge.pki.rsa.KeyPair | undefined;

/** A certificate of the test's own, valid from so many days from now for so many. */
export function certificateFile({ from = -1, days = 3_650 } = {}): { readonly file: Uint8Array; readonly publicKey: string } {
  keys ??= forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  const day = 86_400_000;
  certificate.validity.notBefore = new Date(Date.now() + from * day);
  certificate.validity.notAfter = new Date(Date.now() + (from + days) * day);
  const name = [{ name: 'commonName', value: forge.util.encodeUtf8('测试医学检验实验室'), valueTagClass: forge.asn1.Type.UTF8 as never }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const p12 = forge.pkcs12.toPkcs12Asn1(keys.privateKey, [certificate], password, { algorithm: 'aes256' });
  return { file: Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'), publicKey: forge.pki.publicKeyToPem(keys.publicKey) };
}
