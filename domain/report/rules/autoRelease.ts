import { qualitativeResult } from '#domain/base/conclusion.ts';
import { yearsBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ageInYears } from '#domain/sample/rules/age.ts';
import { sampleCondition } from '#domain/sample/rules/formChoices.ts';

/** Which results a criterion lets out by itself. */
export interface ReleaseRules {
  /** Panel groups it was validated for. */
  readonly panelGroupIds: readonly string[];
  /** Whole years of age, both included; null: any. */
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
}
export interface ReleaseQuestion {
  readonly isSwitchOn: boolean;
  /** null: the strategy names none, or it is not approved. */
  readonly criterion: { readonly rules: ReleaseRules; readonly reviewDate: string; readonly isApproverAuthorised: boolean } | null;
  /** yyyy-MM-dd. */
  readonly date: string;
  readonly versionNo: number;
  readonly tasks: readonly { readonly panelGroupId: string; readonly detectionResult: number | null; readonly signals: readonly string[] }[];
  readonly age: number | null;
  readonly isConditionNormal: boolean;
  readonly commentCount: number;
  /** An order change, a process act or a follow-up that nobody has closed. */
  readonly hasOpenChange: boolean;
  /** It was stopped, delayed, sampled again or begun anew. */
  readonly hasAbnormalRecord: boolean;
  readonly wasWithdrawn: boolean;
  /** Whoever approved the criterion had audited one of its results, as its releaser must not have. */
  readonly isOwnResult: boolean;
}

/** Who was tested, as the requisition says it. */
export interface TestedPerson {
  readonly age: number | null;
  readonly ageUnit: number | null;
  readonly birthDate: string | null;
}
/** What a report's person and tubes answer a criterion on a day: `conditions` are those that the tube of each task came in. */
export function answeredBy(
  { age, ageUnit, birthDate }: TestedPerson,
  tasks: readonly { readonly round: number; readonly conditions: readonly number[] | null }[],
  date: string,
): Pick<ReleaseQuestion, 'age' | 'isConditionNormal'> & { readonly isAnew: boolean } {
  const years = birthDate ? yearsBetween(birthDate, date) : age === null ? undefined : ageInYears(age, ageUnit);
  return {
    age: years === undefined ? null : Math.floor(years),
    isConditionNormal: tasks.every(
      ({ conditions }) => conditions !== null && conditions.length > 0 && conditions.every((one) => one === sampleCondition.normal),
    ),
    isAnew: tasks.some(({ round }) => round > 1),
  };
}

/** Why a person must look at a report before it is issued, in the order in which it is asked (docs/report.md#automatic-release). */
export const releaseObstacles = {
  off: ['自动发布已停止', 'Automatic release is stopped'],
  noCriterion: ['没有批准的发布标准', 'No approved criterion'],
  overdue: ['发布标准已过复审日期', 'The criterion is overdue for review'],
  noAuthority: ['发布标准的批准人已无签发授权', 'Who approved the criterion may not sign any more'],
  repeated: ['不是首版报告', 'Not the first version'],
  withdrawn: ['曾被撤回', 'It was withdrawn before'],
  group: ['项目组不在发布标准内', 'A panel group the criterion is not for'],
  age: ['年龄不在发布标准内', 'An age the criterion is not for'],
  result: ['结果不是阴性', 'Not all results are negative'],
  signals: ['结果有提示', 'A result has a signal'],
  condition: ['样本外观异常', 'The sample’s condition is not normal'],
  comments: ['有需打印的样本说明', 'It prints comments on the sample'],
  change: ['有未处理完的变更', 'A change is still open'],
  record: ['有异常记录', 'It has an abnormal record'],
  hands: ['发布标准的批准人审核过其结果', 'Who approved the criterion audited its result'],
} as const satisfies Readonly<Record<string, Label>>;
export type ReleaseObstacle = keyof typeof releaseObstacles;

/** The first that stands in the way of issuing a report without a person; null: nothing. */
export function releaseObstacle(question: ReleaseQuestion): ReleaseObstacle | null {
  const { criterion, tasks, age } = question;
  if (!question.isSwitchOn) return 'off';
  if (!criterion) return 'noCriterion';
  if (criterion.reviewDate < question.date) return 'overdue';
  if (!criterion.isApproverAuthorised) return 'noAuthority';
  if (question.versionNo !== 1) return 'repeated';
  if (question.wasWithdrawn) return 'withdrawn';
  const { panelGroupIds, ageFrom, ageTo } = criterion.rules;
  if (tasks.length === 0 || !tasks.every(({ panelGroupId }) => panelGroupIds.includes(panelGroupId))) return 'group';
  const isBounded = ageFrom !== null || ageTo !== null;
  if (isBounded && (age === null || age < (ageFrom ?? 0) || age > (ageTo ?? Infinity))) return 'age';
  if (!tasks.every(({ detectionResult }) => detectionResult === qualitativeResult.negative)) return 'result';
  if (tasks.some(({ signals }) => signals.length > 0)) return 'signals';
  if (!question.isConditionNormal) return 'condition';
  if (question.commentCount > 0) return 'comments';
  if (question.hasOpenChange) return 'change';
  if (question.hasAbnormalRecord) return 'record';
  return question.isOwnResult ? 'hands' : null;
}
