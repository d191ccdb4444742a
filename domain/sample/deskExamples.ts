import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import { commands } from '#domain/commands.ts';
import type { DetailState } from './detailState.ts';
import { entryState } from './entryState.ts';
import { monogenicOwn, plain } from './rules/entryExamples.ts';
import type { SummaryState } from './summaryState.ts';
import { summaryInput, type SummaryInput } from './summaryInput.ts';

/** Invented people, tubes and master data that the tests of the commands share. */
const person = (id: string, account: string, name: string): ActingUser => ({
  id,
  account,
  name,
  tenantId: '000000',
  permissions: new Set(commands.map(({ permission }) => permission)),
});
export const reception = person('1', 'reception', '王敏');
export const clerk1 = person('2', 'entry1', '陈静');
export const clerk2 = person('3', 'entry2', '赵磊');
export const arbiter = person('4', 'audit1', '周颖');
export const by = (user: ActingUser, now = '2026-11-21 10:00:00', occurredAt: string | null = null): Acting => ({
  user,
  now,
  occurredAt,
  deviceId: null,
});

export const genericCommodity = {
  commodityId: '11',
  commodityCode: 'CBC01',
  commodityName: '血常规五分类',
  entryForm: 'nomal',
  isDoubleEntry: false,
  isColdChain: false,
  sampleClassIds: ['21'],
} as const;
export const doubleCommodity = {
  ...genericCommodity,
  commodityId: '12',
  commodityCode: 'WES01',
  commodityName: '全外显子组检测',
  entryForm: 'monogenic',
  isDoubleEntry: true,
} as const;
export const niptCommodity = {
  ...doubleCommodity,
  commodityId: '13',
  commodityCode: 'NIPT01',
  commodityName: '无创产前基因检测(NIPT)',
  entryForm: 'nipt',
} as const;

export const summaryState: SummaryState = {
  existing: null,
  taken: [],
  client: { clientName: '青禾市第一人民医院', isDisable: 0, isCredentialRequired: false, isTelephoneRequired: false, isDoubleEntry: false },
  laboratory: { laboratoryName: '沪江检验所', isAllowed: true },
  commodities: [genericCommodity],
  sampleClasses: [{ classId: '21', className: 'EDTA全血', isDisable: 0 }],
  looked: {},
};
export const summaryOf = (change: Record<string, unknown> = {}): SummaryInput =>
  summaryInput.parse({
    ...plain,
    requisitionCode: 'A26000001',
    contractLaboratoryId: '31',
    sendSampleClientId: '41',
    commodityIds: ['11'],
    tubes: [{ sampleCode: '026000001', sampleClassId: '21', sampleQuantity: 1 }],
    ...change,
  });

const { requisitionCode: _code, ...typed } = plain;
/** What a clerk types into the form of `doubleCommodity`. */
export const typedValues = { ...typed, ...monogenicOwn, sendSampleClientId: '41', commodityIds: ['12'], doctorName: '林医生' };
export const detailState = (change: Partial<DetailState> = {}, requisition: Partial<NonNullable<DetailState['requisition']>> = {}): DetailState => ({
  requisition: {
    requisitionCode: 'A26000001',
    entryForm: 'monogenic',
    isDoubleEntry: true,
    entryState: entryState.waiting,
    receiveTime: '2026-11-21 09:00:00',
    commodityIds: ['12'],
    carried: { requisitionCode: 'A26000001', sampleClassId: '21', sampleQuantity: 1, contractLaboratoryId: '31' },
    ...requisition,
  },
  samples: [{ sampleCode: '026000001', labStatus: 101, isInHandover: false }],
  first: null,
  second: null,
  revisions: { 1: 0, 2: 0 },
  comparison: null,
  rounds: 0,
  commodities: [doubleCommodity],
  sampleClasses: [{ classId: '21', className: 'EDTA全血' }],
  explained: [],
  ...change,
});
