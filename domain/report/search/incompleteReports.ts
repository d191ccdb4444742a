import { z } from 'zod';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, integer } from '#domain/kernel/fields.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { labStatusShape } from '#domain/sample/sampleStatus.ts';
import { words } from '#domain/search/vocabulary.ts';
import { incompleteOwner, incompleteReason } from '../rules/incompleteReason.ts';
import { incompleteScreen } from './searchScreens.ts';

export const viewIncomplete: Right = {
  code: 'incompletereport_view',
  label: ['查看未完成报告', 'View reports that are not out'],
  roles: ['lab', 'audit1', 'audit2', 'ops', 'report', 'service', 'quality'],
};

const word = z.string().nullable();
/** A tube whose report is not out, by task where the laboratory has it. */
export const incompleteRow = shape({
  rowId: z.string(),
  incompleteReason: oneOf(incompleteReason),
  incompleteOwner: oneOf(incompleteOwner),
  labCode: word,
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: word,
  panelGroupName: word,
  commodityNames: z.string(),
  sendSampleClientName: word,
  laboratoryName: word,
  labStatus: labStatusShape,
  isUrgent: z.int(),
  receiveTime: z.string(),
  receiveServerTime: z.string(),
  dueTime: word,
  promisedTime: word,
  /** 1: its due time is over. */
  isOverdue: z.int(),
  /** Minutes since the sample was received. */
  age: z.int(),
});
export type IncompleteRow = RowOf<typeof incompleteRow>;

const own = {
  incompleteReason: choice('未出报告原因', 'Why it is not out', incompleteReason),
  incompleteOwner: choice('责任环节', 'Whose turn', incompleteOwner),
  isOverdue: flag('已超期', 'Overdue'),
};

/** 未完成报告: what has no report yet, why, and whose turn it is. */
export const incompleteReports = describeListing({
  name: 'incompleteReport',
  title: ['未完成报告', 'Reports not out'],
  at: 'search/incompleteReport/page',
  permission: viewIncomplete.code,
  row: incompleteRow,
  id: 'rowId',
  columns: {
    ...pick(words, 'isUrgent', 'dueTime'),
    age: integer('已历时', 'Since receipt', { isDuration: true }),
    incompleteReason: own.incompleteReason,
    incompleteOwner: own.incompleteOwner,
    ...pick(words, 'labCode', 'sampleCode', 'personName', 'panelGroupId', 'commodityNames', 'sendSampleClientId', 'receiveTime'),
    isOverdue: own.isOverdue,
    promisedTime: dateTime('承诺时间', 'Promised for'),
    ...pick(words, 'labStatus', 'requisitionCode', 'laboratoryId'),
  },
  search: {
    ...pick(words, 'sampleCode', 'requisitionCode', 'labCode', 'personName'),
    incompleteReason: own.incompleteReason,
    isOverdue: own.isOverdue,
    ...pick(words, 'isUrgent', 'panelGroupId', 'commodityId', 'sendSampleClientId', 'laboratoryId', 'receiveTime', 'dueTime'),
  },
  sortable: ['dueTime', 'receiveTime'],
  screens: [{ route: incompleteScreen, title: ['未完成报告', 'Reports not out'] }],
});

export const incompleteContracts = declareCalls({
  'GET search/incompleteReport/counts': {
    byHand: 'standing',
    title: ['各原因的未完成报告数', 'How many reports are not out, by reason'],
    permission: viewIncomplete.code,
    query: incompleteReports.contracts['GET search/incompleteReport/page'].query,
    answer: z.array(shape({ incompleteReason: oneOf(incompleteReason), count: z.int(), overdueCount: z.int() })),
  },
});
