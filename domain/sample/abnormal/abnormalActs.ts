import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, dateTime, flag, longText, reasonField, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { codeText } from '../codeText.ts';
import { deskPhotos, missingPhoto, photoRefusals } from '../reject/deskPhotos.ts';
import { rejectRefusals } from '../reject/rejectAdd.ts';
import { trackAsks } from '../reject/rejectFollow.ts';
import { rejectCode, rejectMeasure } from '../rejectReasons.ts';
import { abnormalCode, caseSeverity, caseStage, caseState, type CaseState } from './abnormalChoices.ts';

export const abnormalScreen = '/sample/operate-abnormal';

/** A case as the acts on it know it. */
export interface KnownCase {
  readonly caseId: string;
  readonly caseNo: string;
  readonly caseCode: string;
  readonly severity: number;
  readonly state: CaseState;
  readonly isHold: number;
  readonly foundUserId: string;
  readonly closedUserName: string | null;
  readonly updateTime: string;
}
const caseRefusals = {
  'abnormal.unknown': ['没有此异常登记', 'No such case'],
  'abnormal.closed': ['{caseNo} 已于 {at} {state}', '{caseNo} was settled at {at}: {state}'],
} as const;
/** What speaks against anything done to a case that must be open; null: nothing. */
export const openCaseRefusal = ({ caseNo, state, updateTime }: Pick<KnownCase, 'caseNo' | 'state' | 'updateTime'>): Refusal | null =>
  state === caseState.waiting || state === caseState.inHand
    ? null
    : conflict('abnormal.closed', { caseNo, at: updateTime, state: caseState.labelOf(state) });

const answer = shape({ caseId: z.string(), caseNo: z.string(), state: oneOf(caseState) });
const ofCase = {
  service: 'sample',
  answer,
  version: 1,
  offline: false,
  screens: [abnormalScreen],
  lanes: ({ caseId }: { readonly caseId: string }) => [`case:${caseId}`],
  subject: ({ caseId }: { readonly caseId: string }) => caseId,
} as const;
export interface CaseChange {
  readonly state: CaseState;
}

const submitAsks = {
  caseCode: choice('异常原因', 'What is wrong', abnormalCode, { required: true }),
  stage: choice('环节', 'Stage', caseStage, { required: true }),
  severity: choice('严重程度', 'Severity', caseSeverity, { required: true }),
  isHold: flag('冻结样本', 'Hold the samples', {
    help: ['冻结期间不能实验室接收和发布报告', 'Held samples are neither received by the laboratory nor reported'],
  }),
  content: longText('异常描述', 'What was found', { required: true, max: 500 }),
} as const;
/** Most tubes of one case. */
export const mostTubes = 200;
export const abnormalSubmitInput = z.object({
  /** Of a case that was closed: it is opened again. */
  caseId: idText.nullish(),
  ...partsOfFields(submitAsks),
  /** Unknown ones, too. */
  sampleCodes: z.array(codeText()).max(mostTubes).default([]),
  photos: deskPhotos,
  /** The client and its salesperson are told by mail, after ten minutes. */
  isTold: z.boolean().default(false),
});
export type AbnormalSubmitInput = z.output<typeof abnormalSubmitInput>;
export type AbnormalSubmitPayload = z.input<typeof abnormalSubmitInput>;
export interface AbnormalSubmitState {
  /** The case it names; null: it names none, or none is there. */
  readonly known: KnownCase | null;
  readonly missingPhotos: number;
}

/** Registers something about samples that a person has to decide, or opens it again (docs/desk.md#abnormal-cases). */
export const abnormalSubmit = defineCommand({
  name: 'abnormal.submit',
  title: ['登记异常', 'Register a case'],
  service: 'sample',
  path: 'abnormal-registration/submit',
  permission: 'abnormal_submit',
  roles: ['reception', 'quality', 'lab', 'ops'],
  screens: [abnormalScreen],
  input: abnormalSubmitInput,
  answer,
  asks: submitAsks,
  version: 1,
  offline: true,
  lanes: ({ sampleCodes, caseId }) => (sampleCodes.length > 0 ? sampleCodes.map((code) => `tube:${code}`) : [`case:${caseId ?? 'new'}`]),
  subject: ({ sampleCodes, caseCode }) => sampleCodes[0] ?? caseCode,
  leftToServer: [['样本是否存在,登记号', 'whether the samples are known, and the number of the case']],
  refusals: { ...caseRefusals, ...photoRefusals, 'abnormal.open': ['{caseNo} 尚未关闭', '{caseNo} is open still'] },
  decide({ known, missingPhotos }: AbnormalSubmitState, { caseId }: AbnormalSubmitInput): Outcome<CaseChange> {
    if (caseId && !known) return refuse('abnormal.unknown');
    if (known && known.state !== caseState.closed) return conflict('abnormal.open', { caseNo: known.caseNo });
    return missingPhoto(missingPhotos) ?? accept({ state: known ? caseState.inHand : caseState.waiting });
  },
});

const processAsks = {
  measure: choice('处理措施', 'Measure', rejectMeasure, { required: true }),
  measureText: text('措施说明', 'Details', { max: 200, help: ['让步检测必填, 印在报告上', 'Needed for a concession, whose report prints it'] }),
  dueTime: dateTime('限期', 'Due', { help: ['补充资料时必填', 'Needed for papers to follow'] }),
  isClosed: flag('关闭', 'Close it'),
  closeReason: text('关闭说明', 'Why closed', { max: 200 }),
} as const;
export const abnormalProcessInput = z.object({ caseId: idText, ...partsOfFields(processAsks), photos: deskPhotos });
export type AbnormalProcessInput = z.output<typeof abnormalProcessInput>;
export interface CaseActState {
  readonly known: KnownCase | null;
  readonly missingPhotos?: number;
}
export interface AbnormalProcessState extends CaseActState {
  /** Tubes of it that are here: of these a new one can be asked for, and a report noted. */
  readonly hereCount: number;
  /** An application to change one of its requisitions that nobody has decided. */
  readonly openChange: { readonly by: string; readonly at: string } | null;
}

/** Measures that are taken of tubes that are here. */
const ofTubesHere: ReadonlySet<number> = new Set([rejectMeasure.resample, rejectMeasure.concession]);
/** What a measure does by itself. */
const measuresDo = [
  '通知重采: 通知送检单位, 样本列入应到, 收到后关闭; 让步检测: 说明印在报告上; 更正标签: 信息变更通过后关闭',
  'A new sample: its client is told, it is awaited, and its receipt closes the case. Concession: printed on the report. Label: an audited change closes the case',
] as const;

/** Decides what is done about a case, and closes it (docs/desk.md#abnormal-cases). */
export const abnormalProcess = defineCommand({
  ...ofCase,
  name: 'abnormal.process',
  title: ['处理异常', 'Decide a case'],
  path: 'abnormal-registration/process',
  permission: 'abnormal_process',
  roles: ['quality', 'ops'],
  input: abnormalProcessInput,
  many: { of: 'caseIds', keys: ['caseId'] },
  asks: processAsks,
  consequence: measuresDo,
  refusedAt: {
    'abnormal.dueNeeded': 'dueTime',
    'abnormal.noteNeeded': 'measureText',
    'abnormal.reasonNeeded': 'closeReason',
    'abnormal.rejectApart': 'measure',
    'abnormal.noneHere': 'measure',
  },
  refusals: {
    ...caseRefusals,
    ...photoRefusals,
    'abnormal.dueNeeded': ['补充资料请填写将来的限期', 'Papers that follow need a due time that lies ahead'],
    'abnormal.noteNeeded': ['让步检测请填写写入报告的说明', 'Say what the report is to print of the concession'],
    'abnormal.noneHere': ['{caseNo} 没有已接收的样本, 不能采取此措施', '{caseNo} has no sample that is here; this measure does not apply'],
    'abnormal.changeOpen': ['{by} 于 {at} 的变更申请未审核', '{by} applied for a change at {at}, and it is undecided'],
    'abnormal.reasonNeeded': ['关闭请填写说明', 'Say why it is closed'],
    'abnormal.self': ['严重异常须由登记人以外的人关闭', 'A critical case is closed by another than who registered it'],
    'abnormal.rejectApart': ['拒收请用「拒收样本」', 'To reject its samples use “Reject its samples”'],
  },
  decide(
    { known, missingPhotos = 0, hereCount, openChange }: AbnormalProcessState,
    { measure, measureText, dueTime, isClosed, closeReason }: AbnormalProcessInput,
    { user, now },
  ): Outcome<CaseChange> {
    if (!known) return refuse('abnormal.unknown');
    const closed = openCaseRefusal(known);
    if (closed) return closed;
    if (measure === rejectMeasure.reject) return refuse('abnormal.rejectApart');
    if (measure === rejectMeasure.supply && isClosed !== 1 && (!dueTime || dueTime <= now)) return refuse('abnormal.dueNeeded');
    if (measure === rejectMeasure.concession && !measureText?.trim()) return refuse('abnormal.noteNeeded');
    if (ofTubesHere.has(Number(measure)) && hereCount === 0) return refuse('abnormal.noneHere', { caseNo: known.caseNo });
    if (measure === rejectMeasure.relabel && isClosed === 1 && openChange) return conflict('abnormal.changeOpen', openChange);
    if (isClosed === 1 && !closeReason) return refuse('abnormal.reasonNeeded');
    if (isClosed === 1 && known.severity === caseSeverity.critical && known.foundUserId === user.id) return refuse('abnormal.self');
    return missingPhoto(missingPhotos) ?? accept({ state: isClosed === 1 ? caseState.closed : caseState.inHand });
  },
});

const rejectAsks = {
  rejectCode: choice('拒收原因', 'Reject reason', rejectCode, { required: true }),
  reason: text('原因说明', 'Explanation', { required: true, max: 200 }),
} as const;
export const abnormalRejectInput = z.object({ caseId: idText, ...partsOfFields(rejectAsks), photos: deskPhotos });
export type AbnormalRejectInput = z.output<typeof abnormalRejectInput>;
export interface AbnormalRejectState extends CaseActState {
  /** What speaks against rejecting its tubes, of the first it speaks against; null: nothing. */
  readonly refusal: Refusal | null;
  /** Tubes of it that are known and not rejected yet. */
  readonly tubeCount: number;
}
/** Rejects the known tubes of a case, all or none; the case ends with it. */
export const abnormalReject = defineCommand({
  ...ofCase,
  name: 'abnormal.reject',
  title: ['拒收样本', 'Reject its samples'],
  path: 'abnormal-registration/reject',
  permission: 'reject_add',
  roles: ['reception', 'quality', 'ops'],
  input: abnormalRejectInput,
  asks: rejectAsks,
  isDanger: true,
  consequence: ['登记中的样本全部拒收,异常登记结束', 'All its samples are rejected, and the case ends'],
  refusals: {
    ...caseRefusals,
    ...photoRefusals,
    'abnormal.noTubes': ['{caseNo} 没有可拒收的样本', '{caseNo} has no sample to reject'],
    ...rejectRefusals,
  },
  decide({ known, missingPhotos = 0, refusal, tubeCount }: AbnormalRejectState): Outcome<CaseChange> {
    if (!known) return refuse('abnormal.unknown');
    const closed = openCaseRefusal(known);
    if (closed) return closed;
    if (refusal) return refusal;
    if (tubeCount === 0) return refuse('abnormal.noTubes', { caseNo: known.caseNo });
    return missingPhoto(missingPhotos) ?? accept({ state: caseState.rejected });
  },
});

const withdrawAsks = { reason: reasonField } as const;
export const abnormalWithdrawInput = z.object({ caseId: idText, ...partsOfFields(withdrawAsks) });
export type AbnormalWithdrawInput = z.output<typeof abnormalWithdrawInput>;
/** Who registered a case by mistake takes it back before anybody has decided. */
export const abnormalWithdraw = defineCommand({
  ...ofCase,
  name: 'abnormal.withdraw',
  title: ['撤销登记', 'Withdraw the case'],
  path: 'abnormal-registration/withdraw',
  permission: 'abnormal_submit',
  roles: ['reception', 'quality', 'lab', 'ops'],
  input: abnormalWithdrawInput,
  asks: withdrawAsks,
  isDanger: true,
  refusals: {
    ...caseRefusals,
    'abnormal.notYours': ['只能由登记人撤销', 'Only who registered it withdraws it'],
    'abnormal.decided': ['{caseNo} 已在处理,不能撤销', '{caseNo} is in hand already'],
  },
  decide({ known }: CaseActState, _input: AbnormalWithdrawInput, { user }): Outcome<CaseChange> {
    if (!known) return refuse('abnormal.unknown');
    const closed = openCaseRefusal(known);
    if (closed) return closed;
    if (known.state !== caseState.waiting) return conflict('abnormal.decided', { caseNo: known.caseNo });
    return known.foundUserId === user.id ? accept({ state: caseState.withdrawn }) : refuse('abnormal.notYours');
  },
});

export const abnormalTrackInput = z.object({ caseId: idText, ...partsOfFields(trackAsks) });
export type AbnormalTrackInput = z.output<typeof abnormalTrackInput>;
/** Notes what was done about a case: who was reached, how, and whether they said it back. */
export const abnormalTrack = defineCommand({
  ...ofCase,
  name: 'abnormal.track',
  title: ['异常跟踪', 'Follow up a case'],
  path: 'abnormal-registration/track',
  permission: 'abnormal_process',
  roles: ['quality', 'ops'],
  input: abnormalTrackInput,
  asks: trackAsks,
  refusals: caseRefusals,
  decide: ({ known }: CaseActState): Outcome<CaseChange> => (known ? accept({ state: known.state }) : refuse('abnormal.unknown')),
});
