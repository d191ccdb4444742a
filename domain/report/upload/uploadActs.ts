import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { labelShape, oneOf, shape } from '#domain/kernel/contract.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { reportState } from '../reportState.ts';
import {
  againstFile,
  againstTube,
  uploadRefusals,
  uploadWarnings,
  type SameBytes,
  type UploadedReport,
  type UploadedTube,
  type UploadFound,
} from './uploadRule.ts';
import { uploadScreen, uploadState } from './uploadRows.ts';

const found = z.object({
  fault: z.enum(['noPdf', 'encrypted', 'active', 'tooLong', 'unreadable']).nullable(),
  what: z.string(),
  pages: z.int(),
  sampleCode: z.string().nullable(),
  candidates: z.array(z.string()),
  isNamed: z.boolean(),
  isCoded: z.boolean(),
  reportDate: z.string().nullable(),
}) satisfies z.ZodType<UploadFound>;

const attachInput = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().trim().min(1).max(200),
  /** Absent: the one its name or text says. */
  sampleCode: z.string().max(64).transform(normalCode).nullish(),
  externalReportNo: z.string().trim().max(64).nullish(),
  /** Read by the server before the act; absent: the file is not there. */
  found: found.nullish(),
});
export type AttachUploadInput = z.output<typeof attachInput>;

export interface AttachUploadState {
  /** The tube the file is of; null: there is none, or the file says none. */
  readonly tube: UploadedTube | null;
  readonly report: UploadedReport | null;
  readonly same: SameBytes | null;
  /** What lies under the hash is something else's already. */
  readonly isOthers: boolean;
}
export interface AttachUploadChange {
  readonly tube: UploadedTube;
  readonly report: UploadedReport | null;
  readonly warnings: readonly Label[];
  readonly pages: number;
}

/** Makes a file that has arrived the next version of its tube's report (docs/report.md#uploads). */
export const attachUpload = defineCommand({
  name: 'reportUpload.upload',
  title: ['上传外部报告', 'Upload a report of another house'],
  service: 'report',
  path: 'report-upload/attach',
  permission: 'reportUpload_upload',
  roles: ['report', 'lab'],
  screens: [uploadScreen],
  input: attachInput,
  answer: shape({
    uploadId: z.string(),
    sampleCode: z.string(),
    reportId: z.string(),
    reportNo: z.string(),
    versionId: z.string(),
    warnings: z.array(labelShape),
  }),
  version: 1,
  offline: false,
  lanes: ({ sha256 }) => [`reportUpload:${sha256}`],
  subject: ({ fileName }) => fileName,
  refusals: uploadRefusals,
  decide({ tube, report, same, isOthers }: AttachUploadState, { found: read }: AttachUploadInput): Outcome<AttachUploadChange> {
    if (!read) return refuse('upload.gone');
    const refusal = againstFile(read);
    if (refusal) return refusal;
    if (!tube) return refuse('upload.unknownSample', { code: read.sampleCode ?? '' });
    if (isOthers) return conflict('upload.otherUse');
    return againstTube(tube, report, same) ?? accept({ tube, report, warnings: uploadWarnings(read, tube), pages: read.pages });
  },
});

const removeAsks = { reason: reasonField } as const;
const removeInput = z.object({ uploadId: idText, ...partsOfFields(removeAsks) });

export interface RemovedUpload {
  readonly uploadId: string;
  readonly fileName: string;
  readonly state: 1 | 2 | 3;
}
/** What speaks against removing a file, as far as its row tells; null: nothing. */
export function removeUploadRefusal({ fileName: name, state }: Pick<RemovedUpload, 'fileName' | 'state'>): Refusal | null {
  return state === uploadState.toAudit ? null : conflict('upload.notOpen', { name, state: uploadState.labelOf(state) });
}

export interface RemoveUploadState {
  readonly upload:
    | (RemovedUpload & { readonly reportId: string; readonly versionId: string; readonly sha256: string; readonly wasIssued: boolean })
    | null;
}
/** Takes back a file that nobody has audited; its report waits for another one. */
export const removeUpload = defineCommand({
  name: 'reportUpload.remove',
  title: ['删除外部报告', 'Remove an uploaded report'],
  service: 'report',
  path: 'report-upload/remove',
  permission: 'reportUpload_remove',
  roles: ['report', 'lab'],
  screens: [uploadScreen],
  input: removeInput,
  asks: removeAsks,
  consequence: ['该文件不再作为报告, 记录删除人与原因', 'The file is no report any more; who removed it and why is kept'],
  isDanger: true,
  answer: shape({ uploadId: z.string(), state: oneOf(uploadState) }),
  version: 1,
  offline: false,
  lanes: ({ uploadId }) => [`reportUpload:${uploadId}`],
  subject: ({ uploadId }) => uploadId,
  refusals: {
    'upload.unknown': ['没有此外部报告', 'No such uploaded report'],
    'upload.notOpen': ['{name} 当前为{state}, 不能删除', '{name} is now: {state}; it is not removed'],
  },
  decide({ upload }: RemoveUploadState): Outcome<NonNullable<RemoveUploadState['upload']> & { readonly to: 6 | 9 }> {
    if (!upload) return refuse('upload.unknown');
    // A report that was issued before stays withdrawn; one that never was is none.
    return removeUploadRefusal(upload) ?? accept({ ...upload, to: upload.wasIssued ? reportState.withdrawn : reportState.void });
  },
});
