import { z } from 'zod';
import { declareCalls, fileAnswer, idsGiven, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { rowShape, savedId } from '#domain/kernel/resourceShapes.ts';
import { signUser } from './signUser.ts';

const idParameters = parameters('ids', 'signatureId', 'id');

export const signatureContracts = declareCalls({
  'POST base/signature/save': {
    title: ['保存电子签名', 'Save: signature'],
    permission: 'signature_save',
    isUpload: true,
    answer: savedId,
  },
  'POST base/signature/remove': {
    title: ['删除电子签名', 'Remove: signature'],
    permission: 'signature_remove',
    query: idParameters,
    body: idsGiven('ids', 'signatureId', 'id'),
    answer: z.boolean(),
  },
  'POST base/signature/enable': {
    title: ['启用电子签名', 'Enable: signature'],
    permission: 'signature_enable',
    query: idParameters,
    body: idsGiven('ids', 'signatureId', 'id'),
    answer: z.boolean(),
  },
  'GET base/signature/image': {
    title: ['电子签名图片', 'Picture of a signature'],
    permission: 'signature_view',
    query: parameters('signatureId'),
    answer: fileAnswer,
  },
});

/** The signature a person signs with. */
export const ownSignature = shape({
  signatureId: z.string(),
  versionNo: z.int(),
  imageSha256: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
});
export type OwnSignature = RowOf<typeof ownSignature>;

export const authorityRow = shape({
  signUserId: z.string(),
  userId: z.string(),
  laboratoryId: z.string(),
  panelGroupId: z.string().nullable(),
  signLevel: z.int(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  isDisable: z.int(),
});

export const signerRow = shape({ userId: z.string(), account: z.string(), realName: z.string() });

export const signUserContracts = declareCalls({
  'POST base/sign-user/save': {
    title: ['保存签名授权', 'Save: signing authority'],
    permission: 'signUser_save',
    isUpload: true,
    answer: savedId,
  },
  'GET base/sign-user/detail': {
    title: ['签名人详情', 'A person who signs'],
    permission: 'signUser_view',
    query: parameters('userId'),
    answer: signerRow.extend({ signature: ownSignature.nullable(), authorities: z.array(rowShape(signUser)) }),
  },
  'GET base/sign-user/my-authority': {
    title: ['我的签名授权', 'What I may sign'],
    permission: null,
    everybody: 'oneself',
    query: parameters('laboratoryId', 'panelGroupId'),
    /** Of today; the signature is null where there is none that is valid. */
    answer: shape({ userId: z.string(), signature: ownSignature.nullable(), authorities: z.array(authorityRow) }),
  },
});
