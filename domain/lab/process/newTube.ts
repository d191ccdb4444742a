import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { code } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { isSameName } from '#domain/sample/rules/person.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { taskState } from '../rules/taskState.ts';
import { processKind, recordState } from './processChoices.ts';
import { recordAct, recordRefusals, wayBack, type ProcessRecord, type RecordChange } from './processRecord.ts';

const inTheLab: readonly LabStatus[] = [labStatus.received, labStatus.firstAudited, labStatus.secondAudited, labStatus.issued];
/** True where the laboratory has a tube, and work on it may have begun. */
export const hasArrived = (status: LabStatus): boolean => inTheLab.includes(status);

const newTubeAsks = { newSampleCode: code('新样本条码', 'New sample code', { required: true, max: 32 }) } as const;
export const resampleNewInput = z.object({ recordId: idText, ...partsOfFields(newTubeAsks) });
export type ResampleNewInput = z.output<typeof resampleNewInput>;
/** Whose a tube is, as far as two tubes must agree in it. */
export interface TubeOwner {
  readonly personName: string | null;
  readonly birthDate: string | null;
  readonly credentialNo: string | null;
}
export interface NewTube extends TubeOwner {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  /** The tube it would stand in for, or one that follows that. */
  readonly isSame: boolean;
  readonly isSpare: boolean;
  /** What it was ordered for has a panel of every group that waits. */
  readonly coversAll: boolean;
}
export interface ResampleNewState {
  readonly record: ProcessRecord | null;
  readonly owner: TubeOwner | null;
  readonly tube: NewTube | null;
}
export interface ResampleNewChange extends RecordChange {
  readonly newSampleCode: string;
}
const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
/** the same name, and no document or birthday that says otherwise. */
export const isSameOwner = (one: TubeOwner, other: TubeOwner): boolean =>
  one.personName !== null &&
  other.personName !== null &&
  isSameName(one.personName, other.personName) &&
  !differs(one.birthDate, other.birthDate) &&
  !differs(one.credentialNo, other.credentialNo);

/** Names the tube that was drawn in place of one: received already it ends the wait at once, else with its receipt. */
export const resampleNew = defineCommand({
  ...recordAct,
  name: 'labProcess.resampleNew',
  title: ['关联新样本', 'Name the new sample'],
  path: 'lab-process/resampleNew',
  permission: 'labProcess_resample',
  roles: ['lab', 'audit1'],
  screens: ['/sample/operate-resample', '/sample/operate-resampleRecovery', '/search/niptResample'],
  input: resampleNewInput,
  asks: newTubeAsks,
  refusedAt: Object.fromEntries(
    ['noTube', 'sameTube', 'spare', 'ended', 'otherPerson', 'otherPanels'].map((name) => [`resample.${name}`, 'newSampleCode'] as const),
  ),
  consequence: [
    '须为同一受检者的样本;接收后原检测终止、不计费,加急随新样本',
    'A sample of the same person; once received the old work ends uncharged, and urgency goes with the new one',
  ],
  refusals: {
    ...recordRefusals,
    'resample.noTube': ['没有此样本: {code}', 'No such sample: {code}'],
    'resample.sameTube': ['{code} 就是原样本', '{code} is the old sample itself'],
    'resample.spare': [
      '{code} 是原样本的备用管,可恢复重采后用于重做',
      '{code} is a spare of the old sample: take the request back and repeat from it',
    ],
    'resample.ended': ['样本 {code} 为{status},不能作为新样本', 'Sample {code} is {status}; it cannot take the place'],
    'resample.otherPerson': ['样本 {code} 不是同一受检者的', 'Sample {code} is another person’s'],
    'resample.otherPanels': ['样本 {code} 没有下单原检测项目', 'Sample {code} was not ordered for the same panels'],
  },
  decide({ record, owner, tube }: ResampleNewState, { recordId, newSampleCode }: ResampleNewInput): Outcome<ResampleNewChange> {
    const way = wayBack(record, processKind.resample, taskState.resampling);
    if ('accepted' in way) return way;
    if (!tube || !owner) return refuse('resample.noTube', { code: newSampleCode });
    const { sampleCode } = tube;
    if (tube.isSame) return refuse('resample.sameTube', { code: sampleCode });
    if (tube.isSpare) return refuse('resample.spare', { code: sampleCode });
    if (tube.labStatus === labStatus.rejected || tube.labStatus === labStatus.terminated)
      return refuse('resample.ended', { code: sampleCode, status: labStatus.labelOf(tube.labStatus) });
    if (!isSameOwner(owner, tube)) return refuse('resample.otherPerson', { code: sampleCode });
    if (!tube.coversAll) return refuse('resample.otherPanels', { code: sampleCode });
    const isHere = hasArrived(tube.labStatus);
    return accept({
      recordId,
      newSampleCode: sampleCode,
      recordState: isHere ? recordState.completed : recordState.inForce,
      moves: isHere ? way.moves.map(({ taskId, from }) => ({ taskId, from, to: taskState.stopped })) : [],
    });
  },
});
