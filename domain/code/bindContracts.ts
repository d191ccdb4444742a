import { z } from 'zod';
import { declareCalls, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';

const bindClient = shape({ clientId: z.string(), clientCode: z.string(), clientName: z.string(), laboratoryId: z.string().nullable() });
const codeBind = shape({
  bindId: z.string(),
  barCode: z.string(),
  thirdpartyBarCode: z.string(),
  sendSampleClientId: z.string(),
  laboratoryId: z.string().nullable(),
  bindUser: z.string(),
  createTime: z.string(),
  releaseUser: z.string().nullable(),
  releaseTime: z.string().nullable(),
});
/** What the scanner screen says before the partner's code is scanned. */
const ownCode = shape({
  barCode: z.string(),
  client: bindClient.nullable(),
  /** How the partner's code looks. */
  expected: z.string(),
  bound: codeBind.nullable(),
  /** Why our code cannot be bound; null where it can. */
  refusal: z.string().nullable(),
  text: z.string(),
});
export type OwnCode = RowOf<typeof ownCode>;

export const thirdpartyBindContracts = declareCalls({
  'GET base/code-thirdparty-bind/own-code': {
    title: ['查询本方条码', 'Look up a barcode of ours'],
    permission: 'thirdpartyBind_save',
    query: parameters('barCode', 'sendSampleClientId'),
    answer: ownCode,
  },
});
