import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { largestBlob } from '#domain/kernel/blobParts.ts';
import { choices } from '#domain/kernel/choices.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { paperMimes } from '#domain/kernel/imageKind.ts';
import { accept, conflict, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import { idText } from '#domain/kernel/ids.ts';
import { codeText } from './codeText.ts';
import { uploadImageAnswer } from './imageContracts.ts';

/** What a picture shows. */
export const imageKind = choices({
  requisition: [1, '申请单', 'Requisition form'],
  consent: [2, '知情同意书', 'Informed consent'],
  report: [3, '外院报告', 'Report of another hospital'],
  rejection: [4, '拒收照片', 'Photograph of a rejection'],
  record: [5, '病历资料', 'Medical record'],
  pedigree: [6, '家系图', 'Pedigree'],
  other: [9, '其他', 'Other'],
});
export type ImageKind = 1 | 2 | 3 | 4 | 5 | 6 | 9;

/** Pages of one requisition at most. */
export const mostPages = 99;

/** Payload of `requisitionImage.upload`, version 1. The picture itself travels apart, named by its SHA-256. */
export const uploadImageInput = z.object({
  /** Made by the desk: one picture, one row. */
  imageKey: z.uuid().transform((key) => key.toLowerCase()),
  requisitionCode: codeText(),
  pageNo: z.number().int().min(1).max(mostPages),
  imageKind: z.literal([1, 2, 3, 4, 5, 6, 9]).default(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().min(1).max(largestBlob),
  mime: z.enum(paperMimes as ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']),
  note: z.string().trim().max(200).nullish(),
});
export type UploadImageInput = z.output<typeof uploadImageInput>;
export type UploadImagePayload = z.input<typeof uploadImageInput>;

interface KnownImage {
  readonly requisitionImageId: string;
  readonly requisitionCode: string;
  readonly sha256: string;
  readonly isDeleted: number;
  readonly by: string;
  readonly at: string;
}
export interface UploadImageState {
  /** What the server holds under that hash; null: not all of it has arrived. */
  readonly blob: { readonly size: number; readonly mime: string } | null;
  /** The row of this key, if it was made before. */
  readonly known: KnownImage | null;
  /** The same picture under this requisition already. */
  readonly same: KnownImage | null;
}
export interface UploadImageChange {
  readonly imageKey: string;
  readonly requisitionCode: string;
  readonly pageNo: number;
  readonly imageKind: number;
  readonly sha256: string;
  readonly size: number;
  readonly mime: string;
  readonly note: string | null;
}

/** Puts a picture under a requisition's code; the requisition itself may come later. */
export const uploadImage = defineCommand({
  name: 'requisitionImage.upload',
  title: ['上传申请单图片', 'Upload a requisition image'],
  service: 'sample',
  path: 'requisition-image/attach',
  permission: 'requisitionImage_upload',
  roles: ['reception'],
  screens: ['/sample/uploadRequisition'],
  input: uploadImageInput,
  answer: uploadImageAnswer,
  version: 1,
  offline: true,
  // A lane of its own: what is typed from the paper never waits for its picture.
  lanes: ({ imageKey }) => [`image:${imageKey}`],
  subject: ({ requisitionCode }) => requisitionCode,
  leftToServer: [['图片是否完整到达', 'whether the picture arrives whole']],
  refusals: {
    'image.notArrived': ['图片尚未传完,请重试', 'The picture has not arrived whole; try again'],
    'image.differs': ['图片与登记的大小或格式不一致', 'The picture differs in size or format from what was said of it'],
    'image.keyTaken': ['此图片编号已用于申请单 {requisitionCode}', 'This key belongs to a picture of requisition {requisitionCode}'],
    'image.removed': ['此图片已被 {by} 于 {at} 删除', '{by} removed this picture at {at}'],
  },
  decide({ blob, known, same }: UploadImageState, input: UploadImageInput): Outcome<UploadImageChange> {
    const { note = null, ...said } = input;
    const change: UploadImageChange = { ...said, note: note === '' ? null : note };
    if (known) {
      if (known.requisitionCode !== input.requisitionCode || known.sha256 !== input.sha256)
        return conflict('image.keyTaken', { requisitionCode: known.requisitionCode });
      return known.isDeleted === 1 ? conflict('image.removed', { by: known.by, at: known.at }) : repeat(change);
    }
    if (same) return repeat(change);
    if (!blob) return refuse('image.notArrived');
    return blob.size === input.size && blob.mime === input.mime ? accept(change) : refuse('image.differs');
  },
});

const removeAsks = { reason: reasonField };
/** Payload of `requisitionImage.remove`, version 1; `ids` as the contract's clients send it. */
export const removeImageInput = z
  .object({ requisitionImageId: idText.optional(), ids: idText.optional(), ...partsOfFields(removeAsks) })
  .transform(({ requisitionImageId, ids, reason }) => ({ requisitionImageId: requisitionImageId ?? ids ?? '', reason }))
  .refine(({ requisitionImageId }) => requisitionImageId !== '');
export type RemoveImageInput = z.output<typeof removeImageInput>;
export type RemoveImagePayload = z.input<typeof removeImageInput>;

export interface RemoveImageState {
  readonly image: KnownImage | null;
}
export interface RemoveImageChange {
  readonly requisitionImageId: string;
  readonly requisitionCode: string;
  readonly sha256: string;
  readonly isDeleted: 1;
}

/** Takes a picture off its requisition, with a reason; the trail keeps which one it was. */
export const removeImage = defineCommand({
  name: 'requisitionImage.remove',
  title: ['删除申请单图片', 'Remove a requisition image'],
  service: 'sample',
  path: 'requisition-image/remove',
  permission: 'requisitionImage_remove',
  roles: ['reception'],
  screens: ['/sample/uploadRequisition'],
  input: removeImageInput,
  answer: shape({ requisitionImageId: z.string(), requisitionCode: z.string(), sha256: z.string(), isDeleted: z.literal(1) }),
  asks: removeAsks,
  consequence: ['删除此页,记录删除人与原因', 'Takes the page off; who and why are kept'],
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ requisitionImageId }) => [`image:${requisitionImageId}`],
  subject: ({ requisitionImageId }) => requisitionImageId,
  refusals: {},
  decide({ image }: RemoveImageState): Outcome<RemoveImageChange> {
    if (!image) return refuse('command.notFound', { what: ['图片', 'image'] });
    const { requisitionImageId, requisitionCode, sha256 } = image;
    const change: RemoveImageChange = { requisitionImageId, requisitionCode, sha256, isDeleted: 1 };
    return image.isDeleted === 1 ? repeat(change) : accept(change);
  },
});
