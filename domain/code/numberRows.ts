import { z } from 'zod';
import { declareCalls, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { choice, code, dateTime, integer, ref, text } from '#domain/kernel/fields.ts';
import { describeListing } from '#domain/kernel/listing.ts';
import { reasonInput } from '#domain/sample/codeText.ts';
import { codeType } from './codeStyle.ts';
import { mostAtOnce } from './numberBlock.ts';
import { blockState } from './useNumbers.ts';

/** Codes of `blockState`. */
const blockStateShape = z.literal([1, 2, 3, 4]);

/** A block as it is given to a desk. */
const heldBlock = shape({
  blockId: z.string(),
  segmentId: z.string(),
  segmentName: z.string(),
  codeType: z.int(),
  laboratoryId: z.string().nullable(),
  prefix: z.string(),
  digits: z.int(),
  first: z.int(),
  last: z.int(),
  next: z.int(),
});
const reservedBlocks = shape({ blocks: z.array(heldBlock) });
export type ReservedBlocks = RowOf<typeof reservedBlocks>;
/** A block as the server knows it, for the desk that holds it. */
const blockOnServer = shape({
  blockId: z.string(),
  first: z.int(),
  last: z.int(),
  state: blockStateShape,
  /** Highest number the server knows to be used; null: none. */
  highest: z.int().nullable(),
});
export type BlockOnServer = RowOf<typeof blockOnServer>;

/** The same as it lies there: numbers beyond 32 bits are text. */
export const storedBlock = blockOnServer.extend({ first: z.string(), last: z.string(), highest: z.string().nullable() });

/** A block that was given up, and which desk held it. */
export const closedBlock = shape({ id: z.string(), deviceId: z.string() });

/** A block that was ever given out, with what became of its numbers. */
export const numberBlockRow = shape({
  blockId: z.string(),
  segmentName: z.string(),
  codeType: z.int(),
  deviceId: z.string(),
  firstCode: z.string(),
  lastCode: z.string(),
  totalCount: z.int(),
  usedCount: z.int(),
  spoiledCount: z.int(),
  state: blockStateShape,
  userName: z.string(),
  reserveTime: z.string(),
  closeTime: z.string().nullable(),
  closeUserName: z.string().nullable(),
  closeReason: z.string().nullable(),
});
export type NumberBlockRow = RowOf<typeof numberBlockRow>;

const deviceId = z
  .string()
  .regex(/^[\w.:-]{8,64}$/)
  .meta({ examples: ['desk-0001'] });

/** The report of continuous numbers. */
export const numberBlockList = describeListing({
  name: 'numberBlock',
  title: ['号段使用情况', 'Blocks of numbers'],
  at: 'code/number-block/page',
  permission: 'numberSegment_view',
  row: numberBlockRow,
  id: 'blockId',
  columns: {
    firstCode: code('起始号', 'First number'),
    lastCode: code('终止号', 'Last number'),
    segmentName: text('号段', 'Segment'),
    codeType: choice('条码类型', 'Code type', codeType),
    deviceId: text('前台', 'Desk'),
    totalCount: integer('张数', 'Labels'),
    usedCount: integer('已使用', 'Used'),
    spoiledCount: integer('作废', 'Void'),
    state: choice('状态', 'State', blockState),
    userName: text('领用人', 'Reserved by'),
    reserveTime: dateTime('领用时间', 'Reserved at'),
    closeTime: dateTime('关闭时间', 'Closed at'),
    closeUserName: text('关闭人', 'Closed by'),
    closeReason: text('关闭原因', 'Why closed'),
  },
  search: { segmentId: ref('号段', 'Segment', 'numberSegment'), state: choice('状态', 'State', blockState), deviceId: text('前台', 'Desk') },
  sortable: ['reserveTime', 'closeTime', 'deviceId'],
});

export const numberBlockContracts = declareCalls({
  'POST code/number-block/reserve': {
    title: ['预留号段', 'Reserve numbers'],
    permission: 'number_use',
    body: z.object({
      deviceId,
      codeType: z.coerce.number().int(),
      laboratoryId: idText.nullish(),
      count: z.coerce.number().int().min(1).max(mostAtOnce),
    }),
    answer: reservedBlocks,
  },
  'POST code/number-block/return': {
    title: ['归还号段', 'Return numbers'],
    permission: 'number_use',
    body: z.object({ deviceId, blockId: idText, from: z.coerce.number().int().min(0) }),
    /** How many came back. */
    answer: shape({ returned: z.int() }),
  },
  'GET code/number-block/state': {
    title: ['本机号段', 'Blocks of a desk'],
    permission: 'number_use',
    query: parameters('deviceId'),
    answer: z.array(blockOnServer),
  },
  'POST code/number-block/close': {
    title: ['作废遗失前台的号段', 'Close the blocks of a lost desk'],
    permission: 'number_close',
    body: z
      .object({ blockId: idText.optional(), deviceId: deviceId.optional(), reason: reasonInput })
      .refine((asked) => asked.blockId ?? asked.deviceId, { path: ['blockId'] }),
    /** How many blocks. */
    answer: shape({ closed: z.int() }),
  },
});
