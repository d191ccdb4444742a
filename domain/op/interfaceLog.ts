import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices, yesNo } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, flag, integer, longText, reasonField, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { interfaceType } from './opInterface.ts';

export const credentialType = choices({ good: [1, '成功', 'Done'], bad: [2, '失败', 'Failed'] });
/** Lines are kept for so many days after their month's end. */
export const interfaceLogDays = 730;
export const thirdLogScreen = '/op/thirdInterfaceLog';
export const limsLogScreen = '/op/limsInterfaceLog';

export const viewLogs: Right = { code: 'interfaceLog_view', label: ['查看接口日志', 'View interface logs'], roles: ['ops', 'service'] };
/** Reading a payload in full; each time is noted. */
export const readPayload: Right = { code: 'interfaceLog_payload', label: ['查看接口报文原文', 'Read whole payloads'], roles: ['ops'] };

/** A call as its log shows it. */
export const interfaceLogRow = shape({
  interfaceLogId: z.string(),
  interfaceId: z.string(),
  interfaceName: z.string(),
  interfaceEncoding: z.string(),
  interfaceType: oneOf(interfaceType),
  thirdManufacturer: z.string().nullable(),
  operation: z.string(),
  ip: z.string().nullable(),
  barCode: z.string().nullable(),
  hospitalCode: z.string().nullable(),
  thirdBarCode: z.string().nullable(),
  rowCount: z.int(),
  refusedCount: z.int(),
  credentialType: oneOf(credentialType),
  exceptionContent: z.string().nullable(),
  apiUrl: z.string().nullable(),
  statusCode: z.int().nullable(),
  milliseconds: z.int(),
  callKey: z.string().nullable(),
  replayOf: z.string().nullable(),
  /** 1: it was done again, by a line of its own. */
  isReplayed: oneOf(yesNo),
  /** Without who the patients are, and its beginning alone; null: it is kept no longer. */
  enterParameter: z.string().nullable(),
  resultParameter: z.string().nullable(),
  createTime: z.string(),
});
export type InterfaceLogRow = RowOf<typeof interfaceLogRow>;

const own = {
  interfaceId: ref('接口', 'Interface', 'opInterface'),
  interfaceEncoding: code('接口编码', 'Code'),
  operation: text('接口操作', 'Operation'),
  thirdManufacturer: text('第三方厂商', 'Manufacturer'),
  credentialType: choice('结果', 'Outcome', credentialType),
  isReplayed: flag('已重放', 'Replayed'),
  exceptionContent: longText('异常内容', 'Fault', { column: true }),
  barCode: code('样本条码', 'Sample code'),
  ip: text('IP', 'IP'),
  rowCount: integer('行数', 'Rows'),
  refusedCount: integer('拒绝行数', 'Refused'),
  statusCode: integer('状态码', 'Status'),
  milliseconds: integer('耗时', 'Took', { unit: 'ms' }),
  callKey: text('幂等键', 'Key'),
  apiUrl: text('接口地址', 'API address'),
  enterParameter: longText('请求报文', 'Request', { column: true }),
  resultParameter: longText('应答报文', 'Answer', { column: true }),
  createTime: dateTime('调用时间', 'Called'),
} as const;
const common = {
  permission: viewLogs.code,
  row: interfaceLogRow,
  id: 'interfaceLogId',
  columns: {
    ...pick(own, 'createTime', 'interfaceId', 'operation', 'credentialType', 'isReplayed', 'exceptionContent', 'rowCount', 'refusedCount'),
    ...pick(words, 'thirdBarCode', 'hospitalCode'),
    ...pick(own, 'barCode', 'statusCode', 'milliseconds', 'ip', 'thirdManufacturer', 'enterParameter', 'resultParameter', 'callKey', 'apiUrl'),
  },
  search: {
    ...pick(own, 'interfaceId', 'createTime', 'credentialType'),
    ...pick(words, 'thirdBarCode', 'hospitalCode'),
    ...pick(own, 'barCode', 'callKey', 'operation', 'thirdManufacturer'),
  },
  sortable: ['createTime', 'milliseconds'],
  noFile: 'payloads of others are looked at, not carried away',
} as const;

/** 第三方接口日志: our calls to others. */
export const thirdLogs = describeListing({
  ...common,
  name: 'thirdInterfaceLog',
  title: ['第三方接口日志', 'Third-party calls'],
  at: 'op/interface-logs/third-interface-page',
});
/** LIMS接口日志: partners' calls to us. */
export const limsLogs = describeListing({
  ...common,
  name: 'limsInterfaceLog',
  title: ['LIMS接口日志', 'Calls of partners'],
  at: 'op/interface-logs/internal-interface-page',
});

export const interfaceLogContracts = declareCalls({
  'POST op/interface-logs/payload': {
    title: ['查看接口报文原文', 'Read a whole payload'],
    permission: readPayload.code,
    body: z.object({ id: idText, reason: z.string().trim().min(1).max(200) }),
    repeats: ['每次查看都记入审计', 'each look is noted'],
    answer: shape({ enterParameter: z.string(), resultParameter: z.string() }),
  },
});

/** A line of the log, as whoever removes it finds it. */
export interface LogState {
  readonly log: { readonly interfaceLogId: string; readonly isRemoved: boolean } | null;
}
const asksWhy = { reason: reasonField } as const;
const removing = {
  service: 'op',
  permission: 'interfaceLog_remove',
  roles: ['ops'],
  many: { of: 'ids', keys: ['id'] },
  input: z.object({ id: idText, ...partsOfFields(asksWhy) }),
  asks: asksWhy,
  answer: shape({ interfaceLogId: z.string() }),
  isDanger: true,
  version: 1,
  offline: false,
  lanes: ({ id }: { readonly id: string }) => [`interfaceLog:${id}`],
  subject: ({ id }: { readonly id: string }) => id,
  consequence: ['日志不再显示, 报文立即删除, 此操作不可恢复', 'The line is hidden and its payload is gone for good'],
  refusals: { 'interfaceLog.unknown': ['没有此日志', 'No such line'] },
  decide({ log }: LogState): Outcome<{ readonly interfaceLogId: string }> {
    if (!log) return refuse('interfaceLog.unknown');
    const { interfaceLogId, isRemoved } = log;
    return isRemoved ? repeat({ interfaceLogId }) : accept({ interfaceLogId });
  },
} as const;

/** Removes lines of our calls to others. */
export const removeThirdLogs = defineCommand({
  ...removing,
  name: 'interfaceLog.removeThird',
  title: ['删除第三方接口日志', 'Remove lines of third-party calls'],
  path: 'interface-logs/removeThird',
  screens: [thirdLogScreen],
});
/** Removes lines of partners' calls. */
export const removeLogs = defineCommand({
  ...removing,
  name: 'interfaceLog.remove',
  title: ['删除LIMS接口日志', "Remove lines of partners' calls"],
  path: 'interface-logs/remove',
  screens: [limsLogScreen],
});
