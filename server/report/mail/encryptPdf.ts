import { PDF } from '@libpdf/core';

/** A copy of a document that opens by a password alone (AES-256, revision 6). Throws where the document cannot be read. */
export async function encryptPdf(bytes: Uint8Array, password: string): Promise<Buffer> {
  const document = await PDF.load(bytes);
  document.setProtection({ userPassword: password, algorithm: 'AES-256' });
  return Buffer.from(await document.save());
}
