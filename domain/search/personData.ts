import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { anyRecord, declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { date, dateTime, reasonField } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import type { HandScreen } from '#domain/kernel/resource.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { books, given, medical, noLonger, traced } from '#domain/system/running/retention.ts';
import { exportPatients, viewPatients } from './sampleRights.ts';
import { words } from './vocabulary.ts';

export const personScreen = '/search/personData';
const title: Label = ['个人信息请求', 'Personal data'];

/** To find all that is kept of one person who asks for it, and to hand it out. */
export const personData: Right = {
  code: 'personData_view',
  label: ['查询并导出一个人的个人信息', 'Find and hand out what is kept of a person'],
  roles: ['quality'],
};

/** What is kept of a person, as it is told to them: what goes when they ask, and what stays and why. */
export const personKind = choices({
  message: [1, '已发出的短信', 'Text messages that were sent'],
  link: [2, '报告链接', 'Links to reports'],
  announcement: [3, '送检预告', 'Announcements by partners'],
  payload: [4, '接口报文', 'Payloads of interfaces'],
  requisition: [11, '申请单及图片', 'Requisition and its pictures'],
  report: [12, '结果与报告', 'Results and reports'],
  line: [13, '计费记录', 'Billable lines'],
  disclosure: [14, '对外提供记录', 'Records of whom it was given to'],
  trail: [15, '审计记录', 'Audit trail'],
  unsent: [16, '待发出的短信', 'Text messages that wait'],
});
export type PersonKind = CodeOf<typeof personKind>;
/** Why what stays stays: the law, or what it still serves. What goes names the law by which it does. */
export const personWhy: Readonly<Record<PersonKind, Label>> = {
  [personKind.message]: noLonger,
  [personKind.link]: noLonger,
  [personKind.announcement]: ['样本检测完成前需要', 'needed until its tubes are reported'],
  [personKind.payload]: ['样本检测完成前或同批他人数据尚在保留期', 'until its tubes are reported, or while others of the same call are kept'],
  [personKind.requisition]: medical,
  [personKind.report]: medical,
  [personKind.line]: books,
  [personKind.disclosure]: given,
  [personKind.trail]: traced,
  [personKind.unsent]: ['先发出或标记不发', 'to be sent, or marked as not to be sent, first'],
};

const kindCount = shape({ kind: oneOf(personKind), count: z.int() });
export type KindCount = RowOf<typeof kindCount>;
/** `until`: the day the law's term ends, or it goes by itself; null: no day is known. */
const keptKind = shape({ kind: oneOf(personKind), count: z.int(), until: z.string().nullable() });
export type KeptKind = RowOf<typeof keptKind>;

const word = z.string().nullable();
export const personRow = shape({
  requisitionId: z.string(),
  requisitionCode: z.string(),
  personName: word,
  telephone: word,
  credentialNo: word,
  patientNo: word,
  sendSampleClientId: word,
  sendSampleClientName: word,
  contractLaboratoryId: word,
  contractLaboratoryName: word,
  receiveTime: z.string(),
  receiveServerTime: z.string(),
  keptUntil: z.string(),
  reportCount: z.int(),
  eraseTime: word,
});
export type PersonRow = RowOf<typeof personRow>;

/** The requisitions of one person: nobody is listed before a name and one of their numbers are given, both whole. */
export const personRequisitions = describeListing({
  name: 'personRequisition',
  title,
  at: 'search/person-data/page',
  permission: personData.code,
  row: personRow,
  id: 'requisitionId',
  columns: {
    ...pick(
      words,
      'requisitionCode',
      'personName',
      'telephone',
      'credentialNo',
      'patientNo',
      'sendSampleClientId',
      'contractLaboratoryId',
      'receiveTime',
    ),
    reportCount: words.reportCount,
    keptUntil: date('法定保留至', 'Kept by law until'),
    eraseTime: dateTime('最近删除时间', 'Last erased'),
  },
  search: pick(words, 'personName', 'telephone', 'credentialNo', 'patientNo'),
  sortable: ['receiveTime'],
  noFile: 'its file is what is handed to the person, with a reason that is noted (person-data/take)',
  screens: [{ route: personScreen, title }],
});

const asks = { reason: reasonField } as const;
const input = z.object({ requisitionCode: z.string().trim().min(1).max(32), ...partsOfFields(asks) });
export type ErasePersonInput = z.output<typeof input>;
export interface ErasePersonState {
  readonly isKnown: boolean;
}
const answer = shape({ requisitionCode: z.string(), erased: z.array(kindCount), kept: z.array(keptKind) });
export type ErasedPerson = RowOf<typeof answer>;

/** Erases of a requisition's person what no law asks to be kept, and names what stays (docs/operations.md#a-persons-data). */
export const erasePerson = defineCommand({
  name: 'person.erase',
  title: ['删除个人信息', 'Erase personal data'],
  service: 'search',
  path: 'person-data/erase',
  permission: 'personData_erase',
  roles: ['quality'],
  screens: [personScreen],
  input,
  asks,
  many: { of: 'requisitionCodes', keys: ['requisitionCode'], isAnswered: true },
  answer,
  version: 1,
  offline: false,
  lanes: ({ requisitionCode }) => [`requisition:${requisitionCode}`],
  subject: ({ requisitionCode }) => requisitionCode,
  consequence: [
    '已发短信、报告链接、送检预告和接口报文中的个人信息不能找回; 法律要求保留的内容仍保留',
    'Sent messages, links to reports, announcements and payloads cannot be brought back; what a law asks to be kept stays',
  ],
  isDanger: true,
  refusals: { 'person.unknown': ['没有此申请单', 'No such requisition'] },
  decide({ isKnown }: ErasePersonState): Outcome<Readonly<Record<string, never>>> {
    return isKnown ? accept({}) : refuse('person.unknown');
  },
});

const told = shape({ how: z.string(), to: word, time: word });
/** All that is kept of a person, requisition by requisition; values as they were entered. */
export const personFile = shape({
  takenAt: z.string(),
  requisitions: z.array(
    shape({
      requisitionCode: z.string(),
      receiveTime: z.string(),
      sendSampleClientName: word,
      values: anyRecord,
      tubes: z.array(shape({ sampleCode: z.string(), labStatus: z.int(), samplingTime: word, labReceiveTime: word })),
      results: z.array(shape({ sampleCode: z.string(), itemName: z.string(), value: z.string(), unit: word, referenceRange: word })),
      reports: z.array(shape({ reportNo: z.string(), versionNo: z.int(), issueTime: word, withdrawTime: word })),
      /** To whom anything of it was given. */
      given: z.array(told),
      pictures: z.int(),
      kept: z.array(keptKind),
    }),
  ),
});
export type PersonFile = RowOf<typeof personFile>;
export type PersonFileRequisition = PersonFile['requisitions'][number];

export const personContracts = declareCalls({
  'POST search/person-data/take': {
    title: ['导出个人信息', 'Hand out personal data'],
    permission: personData.code,
    body: z.object({
      requisitionCodes: z.array(z.string().trim().min(1).max(32)).min(1).max(mostAtOnce),
      reason: z.string().trim().min(1).max(200),
    }),
    repeats: ['每次导出都记入审计', 'each one is noted'],
    answer: personFile,
  },
});

export const personScreens: readonly HandScreen[] = [
  { route: personScreen, title, icon: 'file-search', view: personData, calls: [viewPatients, exportPatients] },
];
