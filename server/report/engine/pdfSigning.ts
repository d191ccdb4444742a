import { X509Certificate } from 'node:crypto';
import { P12Signer, PDF } from '@libpdf/core';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { PdfSigning } from '#server/kernel/verbs/servedArea.ts';
import { nowMs } from '#server/storage/clock.ts';

const expired: readonly [string, string] = [
  '签名证书不在有效期内, 报告不能发布',
  'The signing certificate is not valid today; nothing can be issued',
];

/**
 * Signs by the laboratory's certificate (PKCS#12) as PAdES baseline B-B (ETSI EN 319 142-1). Throws where the file or its password is not right:
 * a laboratory that has a certificate never issues without it.
 */
export async function openPdfSigning(file: Uint8Array, password: string): Promise<PdfSigning> {
  const signer = await P12Signer.create(file, password);
  const { validFrom, validTo } = new X509Certificate(signer.certificate);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const signing = async (bytes: Uint8Array, reason: string): Promise<Uint8Array> => {
    const now = nowMs();
    if (now < from || now > to) throw new UserError(503, expired, { refusal: 'report.certificate' });
    const pdf = await PDF.load(bytes);
    const { bytes: signed } = await pdf.sign({ signer, reason, signingTime: new Date(now), level: 'B-B' });
    // Readers prove the pages by their beginning; a writer that put them otherwise would not have kept what was audited.
    if (Buffer.compare(Buffer.from(signed.buffer, signed.byteOffset, bytes.length), Buffer.from(bytes)) !== 0)
      throw new Error('the signing rewrote what was to be signed');
    return signed;
  };
  return Object.assign(signing, { notAfter: formatDateTime(to) });
}
