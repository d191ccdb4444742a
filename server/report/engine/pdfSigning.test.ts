import { createHash, createPublicKey, verify } from 'node:crypto';
import forge from 'node-forge';
import { expect, it } from 'vitest';
import { drawReport } from '#domain/report/drawReport.ts';
import { inventedReports } from '#domain/report/inventedReports.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { certificateFile, password } from './certificateTesting.ts';
import { openPdfSigning } from './pdfSigning.ts';
import { renderReport } from './reportEngine.ts';

/** What the document says that was signed, and the signature over it, read by another library than wrote it. */
function signatureOf(pdf: Uint8Array) {
  const text = Buffer.from(pdf).toString('latin1');
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text);
  if (!range) throw new Error('the document has no signature');
  const [, at = 0, first = 0, second = 0, rest = 0] = range.map(Number);
  const signed = Buffer.concat([pdf.subarray(at, at + first), pdf.subarray(second, second + rest)]);
  const hex = text.slice(first + 1, second - 1);
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(forge.util.hexToBytes(hex), { parseAllBytes: false } as never)) as unknown as {
    readonly rawCapture: { readonly authenticatedAttributes: readonly forge.asn1.Asn1[]; readonly signature: string };
  };
  const { authenticatedAttributes, signature } = message.rawCapture;
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, [...authenticatedAttributes]);
  const attributes = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary');
  return { signed, attributes, signature: Buffer.from(signature, 'binary') };
}

it('signs what was audited with the laboratory’s certificate, so that every byte is under the signature', async () => {
  const { file, publicKey } = certificateFile();
  const sign = await openPdfSigning(file, password);
  const { content } = shippedTemplates.find(({ key }) => key === 'routine')!;
  const { pdf } = await renderReport({ report: drawReport({ content, facts: inventedReports.routine, paper: 'A4', watermark: '' }), images: {} });
  const whole = await sign(pdf, '报告发布');
  expect(Buffer.compare(Buffer.from(whole.subarray(0, pdf.length)), Buffer.from(pdf))).toBe(0);
  const holds = (bytes: Uint8Array): boolean => {
    const { signed, attributes, signature } = signatureOf(bytes);
    const digest = createHash('sha256').update(signed).digest('hex');
    return attributes.toString('hex').includes(digest) && verify('sha256', attributes, createPublicKey(publicKey), signature);
  };
  expect(holds(whole)).toBe(true);
  const changed = Uint8Array.from(whole);
  changed[pdf.length >> 1]! ^= 1;
  expect(holds(changed)).toBe(false);
});

it('is not opened by a wrong password, and signs nothing outside the certificate’s time', async () => {
  const { file } = certificateFile();
  await expect(openPdfSigning(file, 'certificate-2')).rejects.toThrow();
  for (const past of [{ from: -10, days: 5 }, { from: 5 }]) {
    const sign = await openPdfSigning(certificateFile(past).file, password);
    await expect(sign(new Uint8Array(), '报告发布')).rejects.toMatchObject({ status: 503 });
  }
});
