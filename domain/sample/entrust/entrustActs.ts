import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { code, reasonField, ref } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { codeText } from '../codeText.ts';
import { labStatus, type LabStatus } from '../sampleStatus.ts';
import { entrustScreens, entrustState, type EntrustState } from './entrustChoices.ts';

/** A task of a tube that another laboratory is to do. */
interface EntrustedTask {
  readonly taskId: string;
  readonly taskState: TaskState;
  /** It has a result, or a place on a run sheet. */
  readonly isBegun: boolean;
}
export interface EntrustedTube {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  /** Where it is tested now. */
  readonly laboratoryId: string | null;
  /** It is a spare of another tube, or has spares of its own. */
  readonly isShared: boolean;
  readonly tasks: readonly EntrustedTask[];
  /** The case that holds it (docs/desk.md#abnormal-cases); null: none. */
  readonly heldBy: string | null;
  /** Where it was entrusted to and that stands; null: nowhere. */
  readonly living: { readonly lab: string; readonly by: string; readonly at: string } | null;
}

const tubeRefusals = {
  'entrust.status': ['样本 {sampleCode} 状态为{status},不能委托', 'Sample {sampleCode} is {status} and cannot be entrusted'],
  'entrust.begun': ['样本 {sampleCode} 已开始检测', 'Work on {sampleCode} has begun'],
} as const satisfies Record<string, Label>;
const sharedRefusals = {
  'entrust.shared': [
    '样本 {sampleCode} 与同单其他样本共用检测任务,不能单独委托',
    '{sampleCode} shares its test tasks with other tubes and cannot go alone',
  ],
} as const satisfies Record<string, Label>;

/** What speaks against moving where a tube is tested; null: nothing. */
function tubeRefusal({ sampleCode, labStatus: status, tasks }: EntrustedTube): Refusal | null {
  if (status !== labStatus.entered && status !== labStatus.received)
    return conflict('entrust.status', { sampleCode, status: labStatus.labelOf(status) });
  if (tasks.some(({ taskState: state, isBegun }) => isBegun || state !== taskState.waiting)) return conflict('entrust.begun', { sampleCode });
  return null;
}
/** The same of one that goes away, and would leave those behind that share its tasks. */
const leaveRefusal = (tube: EntrustedTube): Refusal | null =>
  tubeRefusal(tube) ?? (tube.isShared ? refuse('entrust.shared', { sampleCode: tube.sampleCode }) : null);

const asksToSend = {
  entrustedLaboratoryId: ref('委托至', 'Entrusted to', 'laboratory', { required: true }),
  courierNumber: code('物流单号', 'Courier number', { max: 32 }),
} as const;
const sendInput = z.object({ sampleCode: codeText(), ...partsOfFields(asksToSend) });
export interface SendState {
  readonly tube: EntrustedTube | null;
  readonly laboratory: { readonly laboratoryName: string } | null;
}

/** 委托: sends a tube to another laboratory of the group, or to an outside one; it is there once it was taken in. */
export const sendEntrust = defineCommand({
  name: 'entrust.send',
  title: ['委托样本', 'Entrust samples'],
  service: 'sample',
  path: 'sample-entrust/batchEntrust',
  permission: 'entrust_send',
  roles: ['reception'],
  screens: [entrustScreens.out],
  input: sendInput,
  asks: asksToSend,
  refusedAt: { 'entrust.laboratory': 'entrustedLaboratoryId', 'entrust.same': 'entrustedLaboratoryId' },
  many: { of: 'sampleCodes', keys: ['sampleCode'] },
  answer: shape({ entrustId: z.string(), sampleCode: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ sampleCode }) => [`tube:${sampleCode}`],
  subject: ({ sampleCode }) => sampleCode,
  refusals: {
    ...tubeRefusals,
    ...sharedRefusals,
    'entrust.already': ['样本 {sampleCode} 已由 {by} 于 {at} 委托至 {lab}', '{by} entrusted {sampleCode} to {lab} at {at}'],
    'entrust.onHold': ['样本 {sampleCode} 冻结: {caseNo}', 'Sample {sampleCode} is on hold: {caseNo}'],
    'entrust.laboratory': ['没有此检验所', 'No such laboratory'],
    'entrust.same': ['样本 {sampleCode} 就在该检验所检测', '{sampleCode} is tested there already'],
  },
  decide({ tube, laboratory }: SendState, { sampleCode, entrustedLaboratoryId }): Outcome<{ readonly entrustedLaboratoryId: string }> {
    if (!tube) return refuse('command.notFound', { what: sampleCode });
    if (!laboratory) return refuse('entrust.laboratory');
    if (tube.living) return conflict('entrust.already', { sampleCode: tube.sampleCode, ...tube.living });
    if (tube.laboratoryId === entrustedLaboratoryId) return refuse('entrust.same', { sampleCode: tube.sampleCode });
    if (tube.heldBy) return conflict('entrust.onHold', { sampleCode: tube.sampleCode, caseNo: tube.heldBy });
    return leaveRefusal(tube) ?? accept({ entrustedLaboratoryId });
  },
});

/** A record of a tube that was sent. */
export interface Entrust {
  readonly entrustId: string;
  readonly state: EntrustState;
  readonly isOutside: boolean;
  readonly courierNumber: string | null;
  /** Who received or cancelled it, and when; null: nobody yet. */
  readonly by: string | null;
  readonly at: string | null;
}
export interface EntrustActState {
  readonly record: Entrust | null;
  readonly tube: EntrustedTube | null;
}
const recordRefusals = {
  ...tubeRefusals,
  'entrust.unknown': ['没有此委托记录', 'No such record'],
  'entrust.settled': ['{by} 于 {at} 已处理: {state}', 'Settled by {by} at {at}: {state}'],
} as const satisfies Record<string, Label>;

/** What speaks against receiving it, as far as its row tells; null: nothing. */
export function passEntrustRefusal({ state, by, at, isOutside, courierNumber }: Omit<Entrust, 'entrustId'>): Refusal | null {
  if (state !== entrustState.waiting) return conflict('entrust.settled', { by: by ?? '', at: at ?? '', state: entrustState.labelOf(state) });
  return isOutside && !courierNumber ? refuse('entrust.noProof') : null;
}
/** What speaks against cancelling it, as far as its row tells; null: nothing. */
export const cancelEntrustRefusal = ({ state, by, at }: Pick<Entrust, 'state' | 'by' | 'at'>): Refusal | null =>
  state === entrustState.cancelled ? conflict('entrust.settled', { by: by ?? '', at: at ?? '', state: entrustState.labelOf(state) }) : null;

const passInput = z.object({ id: idText });
/** 接收委托: the other laboratory has it; from now on it is tested there. */
export const passEntrust = defineCommand({
  name: 'entrust.pass',
  title: ['接收委托样本', 'Receive entrusted samples'],
  service: 'sample',
  path: 'sample-entrust/batchPassEntrust',
  permission: 'entrust_pass',
  roles: ['reception', 'lab'],
  screens: [entrustScreens.in],
  input: passInput,
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ entrustId: z.string(), state: oneOf(entrustState) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`entrust:${id}`],
  subject: ({ id }) => id,
  refusals: {
    ...recordRefusals,
    ...sharedRefusals,
    'entrust.noProof': ['外部检验所签收须有物流单号', 'What an outside laboratory takes in needs a courier number'],
  },
  decide({ record, tube }: EntrustActState): Outcome<Entrust> {
    if (!record || !tube) return refuse('entrust.unknown');
    return passEntrustRefusal(record) ?? leaveRefusal(tube) ?? accept(record);
  },
});

const asksToCancel = { reason: reasonField } as const;
const cancelInput = z.object({ id: idText, ...partsOfFields(asksToCancel) });
/** 取消委托: the tube is tested where it was before, as long as nobody has begun. */
export const cancelEntrust = defineCommand({
  name: 'entrust.cancel',
  title: ['取消委托', 'Cancel entrusting'],
  service: 'sample',
  path: 'sample-entrust/batchCancelEntrust',
  permission: 'entrust_cancel',
  roles: ['reception'],
  screens: [entrustScreens.out],
  input: cancelInput,
  asks: asksToCancel,
  isDanger: true,
  many: { of: 'ids', keys: ['id'] },
  answer: shape({ entrustId: z.string(), state: oneOf(entrustState) }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`entrust:${id}`],
  subject: ({ id }) => id,
  refusals: recordRefusals,
  decide({ record, tube }: EntrustActState): Outcome<Entrust> {
    if (!record || !tube) return refuse('entrust.unknown');
    // A spare that came back meanwhile follows it: at home both are in one place.
    return cancelEntrustRefusal(record) ?? (record.state === entrustState.received ? tubeRefusal(tube) : null) ?? accept(record);
  },
});
