import { z } from 'zod';
import { anyJson, declareCalls, pageShape, paging, parameters, shape } from '#domain/kernel/contract.ts';
import { mostImported } from './deskImport.ts';
import {
  alarmRow,
  deviceRow,
  deviceStateShape,
  exceptionRow,
  explainedRow,
  gapRow,
  importedAct,
  keptDecision,
  keptDetail,
  keptRow,
  revokedDevice,
  sealKeyRow,
  undoneRow,
} from './deskRows.ts';
import { deviceSaveInput, explainedInput } from './deviceRows.ts';
import { rejectInput, releaseInput, revokeInput, sealKeyRights, superviseDesks } from './keptAct.ts';

const deskKey = z
  .string()
  .regex(/^[\w.:-]{8,64}$/)
  .meta({ examples: ['desk-0001'] });

export const deviceListingContracts = declareCalls({
  'GET sample/offline/device-page': {
    byHand: 'desks',
    title: ['前台列表', 'Desks'],
    permission: 'device_view',
    /** `has`: gaps, silent, old (another version than `appVersion`) or alarm. */
    query: parameters(...paging, 'text', 'has', 'appVersion'),
    answer: pageShape(deviceRow),
  },
  'GET sample/offline/device-numbers': {
    title: ['前台序号核对', 'Numbers of a desk'],
    permission: 'device_view',
    /** `kind`: gaps, acts or explained. */
    query: parameters(...paging, 'deviceId', 'kind'),
    answer: pageShape(z.union([gapRow, undoneRow, explainedRow])),
  },
  'GET sample/offline/device-state': {
    title: ['前台上传情况', 'What arrived of a desk'],
    permission: 'device_view',
    query: parameters('deviceId', 'maxSeq'),
    answer: deviceStateShape,
  },
  'POST sample/offline/device-save': {
    title: ['命名前台', 'Name a desk'],
    permission: 'device_save',
    body: deviceSaveInput,
    answer: z.literal(true),
  },
  'GET sample/offline/alarm-page': {
    byHand: 'desks',
    title: ['前台失联记录', 'Alarms of desks'],
    permission: 'device_view',
    query: parameters(...paging, 'deviceId'),
    answer: pageShape(alarmRow),
  },
  'GET sample/offline/alarm-count': {
    title: ['失联前台数', 'Desks in alarm'],
    permission: 'device_view',
    answer: shape({ count: z.int() }),
  },
  'POST sample/offline/explained-numbers': {
    title: ['说明前台序号', 'Explain numbers'],
    permission: null,
    everybody: 'a desk speaks of its own numbers',
    body: explainedInput,
    answer: z.literal(true),
  },
});

const supervised = { permission: superviseDesks.code } as const;

export const keptContracts = declareCalls({
  'GET sample/offline/kept/page': {
    byHand: 'desks',
    ...supervised,
    title: ['暂存操作', 'Kept acts'],
    query: parameters(...paging, 'deviceId', 'authorId', 'isDecided'),
    answer: pageShape(keptRow),
  },
  'GET sample/offline/kept/detail': {
    ...supervised,
    title: ['暂存操作详情', 'A kept act'],
    query: parameters('opId'),
    answer: keptDetail,
  },
  'GET sample/offline/exceptions/page': {
    byHand: 'desks',
    ...supervised,
    title: ['前台未决的退回与冲突', 'Unsettled refusals and conflicts of desks'],
    query: parameters(...paging, 'deviceId', 'authorId'),
    answer: pageShape(exceptionRow),
  },
});

export const keptDecisionContracts = declareCalls({
  'POST sample/offline/kept/release': {
    ...supervised,
    title: ['放行暂存操作', 'Release kept acts'],
    repeats: ['每行是自己编号的操作; 再问时告知结果', 'each row is an act under its own key; asked again it is told what came of it'],
    body: releaseInput,
    answer: z.array(keptDecision),
  },
  'POST sample/offline/kept/reject': {
    ...supervised,
    title: ['驳回暂存操作', 'Reject kept acts'],
    repeats: ['暂存操作只处置一次; 再问时告知已有的决定', 'a kept act is decided once; asked again the decision that stands is told'],
    body: rejectInput,
    answer: z.array(keptDecision),
  },
});

export const revokeContracts = declareCalls({
  'POST sample/offline/device/revoke': {
    ...supervised,
    title: ['吊销前台', 'Revoke a desk'],
    body: revokeInput,
    answer: revokedDevice,
  },
});

export const sealKeyContracts = declareCalls({
  'GET sample/offline/seal-key/list': {
    byHand: 'desks',
    title: ['封存密钥', 'Sealing keys'],
    permission: sealKeyRights.view.code,
    answer: z.array(sealKeyRow),
  },
  'POST sample/offline/seal-key/rotate': {
    title: ['更换封存密钥', 'Change the sealing key'],
    permission: sealKeyRights.rotate.code,
    answer: shape({ serverKeyId: z.string() }),
  },
});

export const deskImportContracts = declareCalls({
  'POST sample/offline/import': {
    ...supervised,
    title: ['导入前台待上传操作', 'Import the acts of a desk'],
    repeats: ['文件中的每个操作都有自己的编号', 'each act of the file carries its own key'],
    body: z.object({ deviceId: deskKey, exportedAt: z.string().max(40), ops: z.array(anyJson).min(1).max(mostImported) }),
    answer: shape({ results: z.array(importedAct) }),
  },
});
