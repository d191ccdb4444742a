import { z } from 'zod';
import { anyRecord, declareCalls, idsGiven, isDone, labelShape, pageShape, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { dateTime, integer, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { listParameters, rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { resourceRights } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { opInterface } from './opInterface.ts';
import { opParameter } from './opParameter.ts';
import { parameterMapping } from './parameterMapping.ts';

/** What came of trying an interface out. */
export const interfaceTrial = shape({
  isGood: z.boolean(),
  /** Their status; null where nobody was asked or nobody answered. */
  status: z.int().nullable(),
  /** What speaks against it; empty: nothing. */
  faults: z.array(labelShape),
  /** Their message, shortened, without our secrets. */
  text: z.string(),
  milliseconds: z.int(),
});
export type InterfaceTrial = RowOf<typeof interfaceTrial>;

/** How an interface has been doing. */
export const interfaceHealth = shape({
  interfaceId: z.string(),
  lastSuccessTime: z.string().nullable(),
  lastFailureTime: z.string().nullable(),
  /** Of the last 24 hours. */
  callCount: z.int(),
  failedCount: z.int(),
  /** Percent with two digits; null where nobody called. */
  successRate: z.number().nullable(),
  /** Milliseconds, of a call that there was. */
  p95: z.int().nullable(),
  /** What of a partner has not arrived yet; of a third party, results that wait to be pushed. */
  waitingCount: z.int(),
  /** `breakerState`. */
  breakerState: z.int(),
  failures: z.int(),
  untilTime: z.string().nullable(),
});
export type InterfaceHealth = RowOf<typeof interfaceHealth>;

/** Lets calls leave again before the pause is over; a setting that holds a secret it is not. */
export const resetBreaker: Right = { code: 'interfaceBreaker_reset', label: ['复位接口熔断', 'Reset a breaker'], roles: ['ops'] };
/** The try calls out with the secret. */
export const testInterface: Right = { code: 'opInterface_test', label: ['测试接口', 'Test an interface'], roles: [] };

const byIds = { query: texts('interfaceId', 'id', 'ids'), body: idsGiven('interfaceId', 'interfaceIds', 'id', 'ids').nullish() } as const;

export const interfaceContracts = declareCalls({
  'POST op/op-interface/submit': savedRecord(opInterface),
  'POST op/op-interface/enable': { title: ['启用接口', 'Enable: Interface'], permission: 'opInterface_enable', ...byIds, answer: isDone },
  'POST op/op-interface/remove': { title: ['删除接口', 'Remove: Interface'], permission: 'opInterface_remove', ...byIds, answer: isDone },
  'POST op/op-interface/test': {
    title: ['测试接口', 'Test an interface'],
    permission: testInterface.code,
    body: z.object({ interfaceId: idText }),
    repeats: ['每次按下都测试一次', 'tries each time it is pressed'],
    answer: interfaceTrial,
  },
  'GET op/op-interface/health': {
    title: ['接口健康', 'How an interface is doing'],
    permission: 'opInterface_view',
    query: z.object({ interfaceId: idText }),
    answer: interfaceHealth,
  },
  'POST op/op-interface/reset-breaker': {
    title: ['复位接口熔断', 'Reset a breaker'],
    permission: resetBreaker.code,
    body: z.object({ interfaceId: idText }),
    answer: isDone,
  },
});

/** A fault of a row that was tried. */
const triedFault = shape({ code: z.string(), msg: z.string() });

export const parameterContracts = declareCalls({
  'POST op/op-parameter/submit': savedRecord(opParameter),
  'POST op/op-parameter/try': {
    title: ['试读报文', 'Read a message of trial'],
    permission: 'opParameter_view',
    body: z.object({ interfaceId: idText, body: z.string().max(65_536) }),
    repeats: ['只读', 'reads'],
    /** `rows`: at most ten. */
    answer: shape({ rowCount: z.int(), rows: z.array(shape({ values: anyRecord, faults: z.array(triedFault) })) }),
  },
});

const unmappedRow = shape({
  unmappedId: z.string(),
  interfaceId: z.string(),
  interfaceName: z.string().nullable(),
  mappingCode: z.string(),
  value: z.string(),
  count: z.int(),
  createTime: z.string(),
  lastTime: z.string(),
  /** The set it is missing in; null: there is none of that code. */
  setId: z.string().nullable(),
});
export type UnmappedRow = RowOf<typeof unmappedRow>;
const unmappedFields = {
  interfaceId: ref('接口', 'Interface', 'opInterface'),
  mappingCode: text('对照字典', 'Mapping'),
  value: text('对方的值', "Partner's value"),
  count: integer('出现次数', 'Times'),
  createTime: dateTime('首次出现', 'First'),
  lastTime: dateTime('最近出现', 'Last'),
} as const;
/** 未映射的值: what partners said that no pair stands for. */
export const unmappedValues = describeListing({
  name: 'unmappedValue',
  title: ['未映射的值', 'Values without a mapping'],
  at: 'op/parameter-mapping/unmapped',
  permission: 'parameterMapping_view',
  row: unmappedRow,
  id: 'unmappedId',
  columns: unmappedFields,
  search: pick(unmappedFields, 'interfaceId', 'mappingCode'),
  sortable: ['count', 'lastTime'],
  screens: [{ route: '/op/parameterMapping', title: ['未映射的值', 'Values without a mapping'] }],
});

export const mappingContracts = declareCalls({
  'GET op/parameter-mapping/list': {
    title: ['参数配置', 'Parameter mapping'],
    permission: 'parameterMapping_view',
    query: listParameters(parameterMapping, 'parentId'),
    answer: pageShape(rowShape(parameterMapping)),
  },
  'GET op/parameter-mapping/child-list': {
    title: ['参数配置明细', 'Pairs of a set'],
    permission: 'parameterMapping_view',
    query: texts('parentId', 'code', 'dictValue', 'dictKey'),
    answer: z.array(rowShape(parameterMapping)),
  },
  'POST op/parameter-mapping/submit': savedRecord(parameterMapping),
  'POST op/parameter-mapping/remove': {
    title: ['删除参数配置', 'Remove: Parameter mapping'],
    permission: 'parameterMapping_remove',
    query: texts('mappingId', 'id', 'ids'),
    body: idsGiven('mappingId', 'mappingIds', 'id', 'ids').nullish(),
    answer: isDone,
  },
});

/** The rights of interfaces, as their screen gives them. */
export const interfaceRights: readonly Right[] = [...resourceRights(opInterface), testInterface, resetBreaker];
