import { z } from 'zod';
import { recordOutcomes } from '#domain/sheet/recordSheet.ts';
import { anyJson, declareCalls, labelShape, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { pricePolicy } from './pricePolicy.ts';

/** What became of one row of several that were changed together. */
const editedRow = shape({ id: z.string(), success: z.boolean(), msg: z.string() });
export type EditedRow = RowOf<typeof editedRow>;

/** The price of a day, and why. */
const foundPrice = shape({
  /** Fen; null where no policy holds. */
  price: z.int().nullable(),
  billPriceStr: z.string().nullable(),
  pricePolicyId: z.string().nullable(),
  reason: labelShape,
  params: z.record(z.string(), z.string()),
});

export const pricePolicyContracts = declareCalls({
  'POST bill/pricePolicy/save': savedRecord(pricePolicy),
  'POST bill/pricePolicy/downloadBatch': {
    title: ['批量导入价格政策', 'Import price policies'],
    permission: 'pricePolicy_save',
    isUpload: true,
    repeats: [
      '每行以送检单位、产品与期间为键保存: 同一文件再导入不改变任何内容',
      'each row is saved under its own key of client, commodity and period: the same file again changes nothing',
    ],
    answer: shape({
      total: z.int(),
      created: z.int(),
      updated: z.int(),
      same: z.int(),
      refused: z.int(),
      rows: z.array(shape({ rowNumber: z.int(), outcome: z.enum(recordOutcomes), id: z.string().nullable(), msg: z.string() })),
    }),
  },
  'POST bill/pricePolicy/editBatch': {
    title: ['批量修改价格政策', 'Edit price policies'],
    permission: 'pricePolicy_save',
    /** Fields that are sent change in every row; each row judges them by itself. */
    body: z.object({
      ids: z.union([z.string(), z.array(z.string())]),
      billPriceStr: anyJson.optional(),
      contractTimeBegin: anyJson.optional(),
      contractTimeEnd: anyJson.optional(),
      billErpCode: anyJson.optional(),
    }),
    repeats: ['每行设为给定的值: 重复不改变任何内容', 'each row is set to given values: the same again changes nothing'],
    answer: z.array(editedRow),
  },
  'GET base/pricePolicy/detail': {
    title: ['价格政策详情', 'Price policy'],
    permission: 'pricePolicy_view',
    /** By id; or, with client, commodity and date, the price of that day. */
    query: parameters('pricePolicyId', 'id', 'sendSampleClientId', 'commodityId', 'agentClientId', 'date'),
    answer: z.union([rowShape(pricePolicy), foundPrice]),
  },
});
