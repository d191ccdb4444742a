import { z } from 'zod';
import { choices, yesNo } from '#domain/kernel/choices.ts';
import { declareCalls, labelShape, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { credentialType, viewLogs, type InterfaceLogRow } from './interfaceLog.ts';
import { interfaceType } from './opInterface.ts';

export const replayLogs: Right = { code: 'interfaceLog_replay', label: ['重放接口日志', 'Replay interface logs'], roles: ['ops'] };
/** Lines of one replay. */
export const mostReplayed = 500;

export const replayMode = choices({
  rebuilt: ['rebuilt', '按现行参数与对照重新处理', 'Read anew, with today’s parameters and mappings'],
  asSent: ['asSent', '按原幂等键重发', 'As it was sent, under its own key'],
});

/** Calls whose doing again does something: a query is asked by who wants to know, a trial is tried again. */
const replayed: ReadonlySet<string> = new Set(['requisitionPush', 'requisitionCancel', 'resultPush', 'resultWithdraw']);

export const replayWords = {
  good: ['该调用已成功, 无需重放', 'It went well: there is nothing to replay'],
  replayed: ['已重放过, 请重放其后产生的日志', 'It was replayed: replay the line that came of it'],
  query: ['查询与测试不重放', 'Queries and trials are not replayed'],
  expired: ['报文已过保留期', 'Payload expired'],
} as const satisfies Readonly<Record<string, Label>>;

/** What speaks against doing a call again (docs/interfaces.md#replay); null: nothing that its line tells of. */
export function whyNotReplayed(
  line: Pick<InterfaceLogRow, 'interfaceType' | 'credentialType' | 'operation' | 'isReplayed'> & { readonly hasPayload: boolean },
): Label | null {
  if (line.credentialType === credentialType.good) return replayWords.good;
  if (!replayed.has(line.operation)) return replayWords.query;
  if (line.isReplayed === yesNo.yes) return replayWords.replayed;
  // What we tell a third party is kept with the result, not with the line.
  if (line.interfaceType === interfaceType.lims && !line.hasPayload) return replayWords.expired;
  return null;
}

/** What became of one line. */
const replayLine = shape({
  interfaceLogId: z.string(),
  /** When it was and whose. */
  name: z.string(),
  /** `queued`: it is told to the third party when its turn has come. */
  outcome: z.enum(['waiting', 'done', 'queued', 'refused', 'failed']),
  message: labelShape.nullable(),
  /** The line that came of it. */
  replayLogId: z.string().nullable(),
});
export type ReplayLine = RowOf<typeof replayLine>;

export const replayStatus = shape({
  taskId: z.string(),
  mode: oneOf(replayMode),
  /** 0 waiting, 1 under way, 2 done, 3 failed. */
  state: z.literal([0, 1, 2, 3]),
  totalCount: z.int(),
  doneCount: z.int(),
  rows: z.array(replayLine),
});
export type ReplayStatus = RowOf<typeof replayStatus>;

export const replayContracts = declareCalls({
  'POST op/interface-logs/replay': {
    title: ['重放接口日志', 'Replay interface logs'],
    permission: replayLogs.code,
    body: z.object({
      ids: z.array(idText).min(1).max(mostReplayed),
      mode: z.enum(['rebuilt', 'asSent']),
      reason: z.string().trim().min(1).max(200),
    }),
    answer: shape({ taskId: z.string() }),
  },
  'GET op/interface-logs/replay-status': {
    title: ['接口日志重放进度', 'How far a replay is'],
    permission: viewLogs.code,
    query: texts('taskId'),
    answer: replayStatus,
  },
});
