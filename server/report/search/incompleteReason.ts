import { sql, type SQL } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { reportState } from '#domain/report/reportState.ts';
import { incompleteReason, ownerOf, type UnreportedTask } from '#domain/report/rules/incompleteReason.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';

/** What `incompleteReasonOf` (domain) says, of columns: a test holds both to the same answers. */
export const incompleteReasonSql = (of: { readonly [Key in keyof UnreportedTask]: SQL }): SQL => {
  const is = (reason: number): SQL => sql.raw(String(reason));
  const state = (...states: readonly number[]): SQL => sql`${of.taskState} in (${sql.raw(states.join(', '))})`;
  const report = (...states: readonly number[]): SQL => sql`${of.reportState} in (${sql.raw(states.join(', '))})`;
  const r = incompleteReason;
  return sql`(case when ${of.isDelayed} then ${is(r.delayed)}
    when ${of.taskState} is null then case ${of.labStatus} when ${is(labStatus.pendingEntry)} then ${is(r.toEnter)} when ${is(labStatus.entered)} then ${is(r.toReceive)} else ${is(r.outsourced)} end
    when ${state(taskState.resampling)} then ${is(r.resampling)}
    when ${state(taskState.firstAudit)} then ${is(r.toFirstAudit)}
    when ${state(taskState.secondAudit)} then ${is(r.toSecondAudit)}
    when ${state(taskState.waiting, taskState.running)} then case when ${of.round} > 1 then ${is(r.repeated)} else ${is(r.toResult)} end
    when ${of.reportState} is null or ${report(reportState.incomplete)} then ${is(r.awaitsOthers)}
    when ${report(reportState.failed)} then case when ${of.isUnconfigured} then ${is(r.noConfig)} else ${is(r.failed)} end
    when ${report(reportState.toAudit)} then ${is(r.toAudit)}
    when ${report(reportState.recalling, reportState.withdrawn)} then ${is(r.correcting)}
    else ${is(r.toMake)} end)`;
};

/** Whose turn a reason is. */
export const incompleteOwnerSql = (reason: SQL): SQL => sql`((array[${sql.raw(Object.values(ownerOf).join(', '))}])[${reason}])`;
