import { z } from 'zod';
import { declareCalls, pageShape, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { manyAnswer } from '#domain/kernel/many.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { alarmKinds } from './alarmRules.ts';

/** The whole installation, every tenant's: the platform's people alone hold these (domain/reservedRights.ts). */
export const operationRights = {
  view: { code: 'installation_view', label: ['查看系统运行', 'View operations'], roles: ['ops'] },
  save: { code: 'installation_save', label: ['重试/放弃失败任务、移除节点', 'Retry or discard failed jobs, forget nodes'], roles: ['ops'] },
} as const satisfies Readonly<Record<string, Right>>;

export const operationsScreen = '/system/operations';

/** Of a certificate: what it is for, and its last day. */
const certificate = shape({ use: z.enum(['tls', 'report']), notAfter: z.string() });

/** What the last `npm run backup` on a node's machine left behind, and the last `npm run restore` from the same folder (docs/operations.md#backup). */
export const lastBackup = shape({ takenAt: z.string(), bytes: z.int(), heldMs: z.int(), folder: z.string(), hasKey: z.boolean() });
export const lastDrill = shape({ restoredAt: z.string(), takenAt: z.string(), missing: z.int(), faults: z.int() });

/** What a node says of itself every quarter of a minute. */
export const nodeFacts = shape({
  host: z.string(),
  port: z.int(),
  pid: z.int(),
  version: z.string(),
  runtime: z.string(),
  /** Bytes. */
  memory: z.int(),
  heap: z.int(),
  /** Of one processor, percent, since the word before. */
  cpuPercent: z.int(),
  /** How late the 99th of a hundred turns of its loop began since the word before, ms. */
  loopDelayMs: z.int(),
  /** Calls that wait for a connection to the database. */
  poolWaiting: z.int(),
  /** Where `DATA_DIR` lies, bytes; null where the disk does not say. */
  diskFree: z.int().nullable(),
  diskSize: z.int().nullable(),
  certificates: z.array(certificate),
  backup: lastBackup.nullable(),
  drill: lastDrill.nullable(),
});
export type NodeFacts = RowOf<typeof nodeFacts>;
export type LastBackup = RowOf<typeof lastBackup>;
export type LastDrill = RowOf<typeof lastDrill>;

/** `running`; `stopped`: it said that it goes; `silent`: it says nothing any more. */
export const nodeStates = ['running', 'stopped', 'silent'] as const;
export type NodeState = (typeof nodeStates)[number];
const nodeRow = shape({
  nodeId: z.string(),
  state: z.enum(nodeStates),
  startedTime: z.string(),
  seenTime: z.string(),
  stoppedTime: z.string().nullable(),
  facts: nodeFacts,
});
export type NodeRow = RowOf<typeof nodeRow>;

const queueRow = shape({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  /** How long the oldest that could begin has waited, s; null: none waits. */
  oldestSeconds: z.int().nullable(),
  /** When one was last done within what the queue remembers; null: none was. */
  lastDone: z.string().nullable(),
  /** What the last one did, by table; null: it says nothing, or was more than a day ago. */
  lastDid: z.record(z.string(), z.number()).nullable(),
  /** When it begins by itself (minute, hour, day, month, weekday; Shanghai's time); null: it is asked for. */
  cron: z.string().nullable(),
});
export type QueueRow = RowOf<typeof queueRow>;

/** How long a kind of data is kept, and why (domain/system/running/retention.ts). */
const retentionRow = shape({
  table: z.string(),
  /** Days; null: for ever. */
  days: z.int().nullable(),
  /** Exact up to ten thousand, then as the database counts them for its plans. */
  rows: z.int(),
  /** Of what is pruned by its age; null: there is nothing, or it is kept for ever. */
  oldest: z.string().nullable(),
});
export type RetentionRow = RowOf<typeof retentionRow>;

const alarmRow = shape({
  alarmId: z.string(),
  kind: z.enum(alarmKinds),
  /** Which of its kind: a node, a queue, a certificate; '' where there is one. */
  subject: z.string(),
  /** The figure that raised it: percent free, minutes, hours, days, how many. */
  value: z.int(),
  sinceTime: z.string(),
  raisedTime: z.string(),
  clearedTime: z.string().nullable(),
  /** When a mail or message said that it was raised; null: none did yet. */
  toldTime: z.string().nullable(),
});
export type AlarmRow = RowOf<typeof alarmRow>;

const failedJob = shape({
  jobId: z.string(),
  name: z.string(),
  createTime: z.string(),
  failedTime: z.string(),
  tries: z.int(),
  /** Without the values of statements. */
  message: z.string(),
});
export type FailedJob = RowOf<typeof failedJob>;

const state = shape({
  serverTime: z.string(),
  database: shape({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string(),
    schema: z.int(),
    bytes: z.int(),
    connections: z.int(),
    /** Of the statement that has gone on longest, s; null: none. */
    longestSeconds: z.int().nullable(),
    /** Copies that follow it. */
    replicas: z.array(shape({ name: z.string(), state: z.string(), lagBytes: z.int() })),
  }),
  nodes: z.array(nodeRow),
  /** Heard of within a day, of all tenants. */
  desks: shape({
    count: z.int(),
    inAlarm: z.int(),
    waiting: z.int(),
    versions: z.array(shape({ version: z.string(), count: z.int() })),
  }),
  /** Of all tenants. */
  interfaces: shape({ open: z.int(), calls: z.int(), failed: z.int() }),
  alarms: z.array(alarmRow),
});
export type OperationsState = RowOf<typeof state>;

const jobIds = z.object({ jobIds: z.array(z.uuid()).min(1).max(200) });

export const operationContracts = declareCalls({
  'GET system/operations/state': { title: ['系统运行', 'Operations'], permission: operationRights.view.code, answer: state },
  'GET system/operations/queues': {
    byHand: 'standing',
    title: ['任务队列', 'Queues'],
    permission: operationRights.view.code,
    answer: z.array(queueRow),
  },
  'GET system/operations/failed-jobs': {
    byHand: 'ownTable',
    title: ['失败任务', 'Failed jobs'],
    permission: operationRights.view.code,
    query: parameters(...paging, 'name'),
    answer: pageShape(failedJob),
  },
  'GET system/operations/alarms': {
    byHand: 'ownTable',
    title: ['告警记录', 'Alarms'],
    permission: operationRights.view.code,
    query: parameters(...paging),
    answer: pageShape(alarmRow),
  },
  'GET system/operations/retention': {
    byHand: 'standing',
    title: ['数据保留', 'Retention'],
    permission: operationRights.view.code,
    answer: z.array(retentionRow),
  },
  'POST system/operations/retry-jobs': {
    title: ['重试失败任务', 'Retry failed jobs'],
    permission: operationRights.save.code,
    body: jobIds,
    repeats: ['已重试的不再是失败任务', 'what is tried again has failed no more'],
    answer: z.array(manyAnswer),
  },
  'POST system/operations/discard-jobs': {
    title: ['放弃失败任务', 'Discard failed jobs'],
    permission: operationRights.save.code,
    body: jobIds,
    repeats: ['已放弃的不再存在', 'what is discarded is gone'],
    answer: z.array(manyAnswer),
  },
  'POST system/operations/forget-node': {
    title: ['移除节点', 'Forget a node'],
    permission: operationRights.save.code,
    body: z.object({ nodeId: z.string().min(1).max(200) }),
    repeats: ['已移除的不再存在', 'what is forgotten is gone'],
    answer: z.literal(true),
  },
});

/** Why nothing was done with a job. */
export const jobGone: Label = ['该任务已不在失败任务中', 'It is no failed job any more'];
