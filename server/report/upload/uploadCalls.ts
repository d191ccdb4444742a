import { randomUUID } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { isPdf, paperMimeOf } from '#domain/kernel/imageKind.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { attachUpload, type AttachUploadInput } from '#domain/report/upload/uploadActs.ts';
import { largestUpload } from '#domain/report/upload/uploadRule.ts';
import { mostFiles, uploadContracts, type UploadedFile } from '#domain/report/upload/uploadRows.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/act/onceOnly.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { findUpload } from './findUpload.ts';
import { servedAttach } from './uploadActs.ts';
import { uploadDetailOf } from './uploadList.ts';

type Asked = Pick<CallContext<unknown>, 'database' | 'blobs' | 'user' | 'request'>;
const longestName = 200;

/** What a file of a form holds; null: more than is taken, or nothing. */
async function bytesOf(part: MultipartFile): Promise<Buffer | 'tooLarge' | null> {
  const pieces: Buffer[] = [];
  for await (const piece of part.file) pieces.push(piece as Buffer);
  if (part.file.truncated) return 'tooLarge';
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}

type Params = Readonly<Record<string, unknown>>;
const refusedFile = (fileName: string, code: string, params: Params = {}, outcome: 'refused' | 'failed' = 'refused'): UploadedFile => ({
  fileName,
  outcome,
  code,
  message: [refusalText(attachUpload, code, params, 'zh'), refusalText(attachUpload, code, params, 'en')],
  sampleCode: null,
  uploadId: null,
  reportNo: null,
  warnings: [],
});

/** One file as an act of its own: kept, read, and made its tube's next version, or told why not. */
async function takeFile(
  { database, blobs, user, request }: Asked,
  {
    fileName,
    bytes,
    opId,
    ...said
  }: Pick<AttachUploadInput, 'fileName' | 'sampleCode' | 'externalReportNo'> & { readonly bytes: Buffer; readonly opId: string },
): Promise<UploadedFile> {
  const kind = paperMimeOf(bytes);
  if (kind === null || !isPdf(kind)) return refusedFile(fileName, 'upload.noPdf');
  const { sha256 } = await blobs.putWhole(user.tenantId, bytes, { isPaper: true });
  const sent = { sha256, fileName, ...said };
  const receipt = await runCommand(database, servedAttach({ jobs: null }), {
    opId,
    payload: { ...sent, found: await findUpload({ database, blobs }, user, sent) },
    payloadHash: payloadHashOf(sent),
    typeVersion: attachUpload.version,
    author: user,
    courierId: user.id,
    deviceId: deviceIdOf(request),
    seq: null,
    occurredAt: null,
    clockOffsetMs: 0,
  });
  if (receipt.status !== 'applied' && receipt.status !== 'repeat')
    return refusedFile(fileName, receipt.code ?? 'command.unknown', receipt.params ?? {});
  const { sampleCode, uploadId, reportNo, warnings } = receipt.result as {
    sampleCode: string;
    uploadId: string;
    reportNo: string;
    warnings: readonly Label[];
  };
  return {
    fileName,
    outcome: 'used',
    code: null,
    message: null,
    sampleCode,
    uploadId,
    reportNo,
    warnings: warnings.map(([zh, en]): [string, string] => [zh, en]),
  };
}

export const uploadCalls: readonly Call[] = serveCalls(uploadContracts, {
  'GET report/report-upload/detail': { handle: uploadDetailOf },
  'POST report/report-upload/upload': {
    cost: 'import',
    /** One file after another, so that one at most lies in memory; what becomes of one touches no other. `sampleCode` goes before the files. */
    async handle({ database, blobs, user, request, query }) {
      if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
      const key = idempotencyKeyOf(request) ?? randomUUID();
      const fields: Record<string, string | undefined> = { sampleCode: query.sampleCode, externalReportNo: query.externalReportNo };
      const rows: UploadedFile[] = [];
      // A file that is too large is told so itself: the others are taken.
      const limits = { fileSize: largestUpload, files: mostFiles };
      for await (const part of request.parts({ limits, throwFileSizeLimit: false } as Parameters<typeof request.parts>[0])) {
        if (part.type !== 'file') {
          fields[part.fieldname] = String(part.value).slice(0, 64);
          continue;
        }
        const fileName = (part.filename || 'report.pdf').slice(-longestName);
        const bytes = await bytesOf(part);
        if (bytes === null || bytes === 'tooLarge') {
          rows.push(refusedFile(fileName, bytes === null ? 'upload.noPdf' : 'upload.tooLarge'));
          continue;
        }
        const said = { sampleCode: fields['sampleCode'] || null, externalReportNo: fields['externalReportNo'] || null };
        rows.push(
          await takeFile({ database, blobs, user, request }, { fileName, bytes, opId: `${key}.${rows.length}`, ...said }).catch((error: unknown) => {
            request.log.error({ err: error, fileName }, 'an uploaded report could not be taken');
            if (error instanceof UserError)
              return { ...refusedFile(fileName, error.refusal ?? 'command.failed', {}, 'failed'), message: [...error.label] as [string, string] };
            return refusedFile(fileName, 'command.failed', {}, 'failed');
          }),
        );
      }
      if (rows.length === 0) throw new UserError(400, ['请上传文件', 'Upload a file']);
      return { rows };
    },
  },
});
