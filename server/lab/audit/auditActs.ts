import { sql } from 'drizzle-orm';
import { authorityFor, isValidOn } from '#domain/base/signing.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import {
  auditLevel,
  auditResult,
  auditResults,
  signedForMinutes,
  type AuditChange,
  type AuditedTask,
  type AuditResultInput,
  type AuditState,
  type Signing,
} from '#domain/lab/audit/resultAudit.ts';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { signal } from '#domain/lab/rules/signals.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { authoritiesOf, noteUse, ownSignature } from '#server/kernel/act/signatures.ts';
import { serveTogether, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { markOf, type Mark } from '#server/spine/line.ts';
import { insertRecords } from '#server/spine/tasks/insertRecords.ts';
import { loadTasks, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { newId } from '#server/storage/ids.ts';
import { resultAuditTable } from '#server/storage/labTaskTables.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { auditFactsOf, type AuditFacts } from './auditState.ts';

/** True where a person has signed an audit so short a time ago that they are still believed to sit there (docs/lab.md#audit). */
export async function hasJustSigned(reader: Reader, { tenantId, id }: Pick<ActingUser, 'tenantId' | 'id'>, now: string): Promise<boolean> {
  const row = await readRow<{ isRecent: boolean }>(
    reader,
    sql`select coalesce(max(a.create_time) > ${now}::timestamptz - make_interval(mins => ${signedForMinutes}), false) as is_recent
      from result_audit a where a.tenant_id = ${tenantId} and a.user_id = ${id}`,
  );
  return row?.isRecent ?? false;
}

/** How the auditor stands to signing tasks of one laboratory and group; the password is asked once for all acts of a request. */
async function signingOf(
  tx: Tx,
  user: ActingUser,
  tasks: readonly { readonly task: TaskRow | undefined; readonly input: AuditResultInput }[],
  now: string,
  checkSigner: SignerCheck,
): Promise<Signing[]> {
  const [first] = tasks;
  const { signPassword, signNonce } = first?.input ?? {};
  const proven =
    signPassword && signNonce
      ? await checkSigner(tx, {
          tenantId: user.tenantId,
          account: user.account,
          sealed: signPassword,
          nonce: signNonce,
          permission: auditResults.permission,
        })
      : (await hasJustSigned(tx, user, now))
        ? null
        : ({ state: 'wanted' } as const);
  if (proven && proven.state !== 'known') return tasks.map(() => proven);
  const [authorities, own] = [await authoritiesOf(tx, user.tenantId, [user.id]), await ownSignature(tx, user.tenantId, user.id, true)];
  const date = now.slice(0, 10);
  return tasks.map(({ task, input }): Signing => {
    const { laboratoryId, panelGroupId } = task ?? { laboratoryId: '', panelGroupId: '' };
    const authority = authorityFor(authorities, { laboratoryId, panelGroupId, signLevel: input.level, date });
    if (!authority) return { state: 'noAuthority' };
    if (!own || !isValidOn(own, date)) return { state: 'noSignature' };
    return { state: 'ready', signUserId: authority.signUserId, signatureVersion: own.signatureId };
  });
}

/** `result.audit`: the task's move, the signature under it, and the record of it. */
export const servedAudit = (checkSigner: SignerCheck): ServedCommand =>
  serveTogether(auditResults, {
    // Several tasks of one tube are settled together; the password is one for all of a request.
    tiedBy: (payload) => {
      const { taskId } = (payload ?? {}) as { readonly taskId?: unknown };
      return typeof taskId === 'string' ? [`task ${taskId}`] : null;
    },
    async loadAll(tx, acts) {
      const { user, now } = acts[0].acting;
      const rows = await loadTasks(tx, user, { taskIds: acts.map(({ input }) => input.taskId) }, true);
      const facts = await auditFactsOf(
        tx,
        user,
        rows.map(({ id }) => id),
      );
      const asked = acts.map(({ input }) => ({ input, task: rows.find(({ id }) => id === input.taskId) }));
      const signing = await signingOf(tx, user, asked, now, checkSigner);
      return asked.map(({ task }, index): AuditState => ({ task: task ? auditedOf(task, facts.get(task.id)) : null, signing: signing[index]! }));
    },
    writeAll: (tx, acts) =>
      writeAudits(
        tx,
        acts.map(({ input, state, ...act }) => ({ ...act, opinion: input.opinion || null, signing: state.signing })),
      ),
  });

/** An audit that was decided, and the signature it is made with. */
export interface DecidedAudit extends Pick<Mark, 'acting' | 'opId'> {
  readonly change: AuditChange;
  readonly opinion: string | null;
  readonly signing: Signing;
}

/** Writes audits of one person: the tasks' moves, the records, and that the signature was used. */
export async function writeAudits(tx: Tx, acts: readonly DecidedAudit[]): Promise<{ taskId: string; taskState: TaskState }[]> {
  const [first] = acts;
  if (!first) return [];
  const { user, now } = first.acting;
  const { tenantId } = user;
  const marked = acts.map((act) => ({ ...act, mark: markOf(auditResults, act, act.opinion) }));
  const sentBack = acts.filter(({ change }) => change.result === auditResult.sentBack).map(({ change }) => change.taskId);
  if (sentBack.length > 0)
    await tx.execute(sql`update result_audit set is_void = 1 where tenant_id = ${tenantId} and task_id = ${anyId(sentBack)} and is_void = 0`);
  await moveTasks(
    tx,
    tenantId,
    marked.map(({ change, mark }) => ({ taskId: change.taskId, from: change.from, to: change.to, mark, facts: factsOf(change, user, now) })),
    marked[0]!.mark,
  );
  if (sentBack.length > 0)
    await insertRecords(
      tx,
      user,
      now,
      acts
        .filter(({ change }) => change.result === auditResult.sentBack)
        .map(({ change, opinion }) => ({
          kind: processKind.goBack,
          taskId: change.taskId,
          before: change.from,
          reasonCode: null,
          reason: opinion ?? '',
        })),
      recordState.completed,
    );
  await tx.execute(
    insertMany(
      resultAuditTable,
      acts.map(({ change, opinion, signing }) => {
        if (signing.state !== 'ready') throw new Error('audited without a signature');
        return {
          id: newId(),
          tenantId,
          taskId: change.taskId,
          resultVersion: change.resultVersion,
          level: change.level,
          result: change.result,
          opinion,
          signUserId: signing.signUserId,
          signUserName: user.name,
          signatureVersion: signing.signatureVersion,
          userId: user.id,
          userName: user.name,
          isVoid: change.result === auditResult.sentBack ? 1 : 0,
          createTime: now,
        };
      }),
    ),
  );
  const own = await ownSignature(tx, tenantId, user.id, true);
  if (own) await noteUse(tx, tenantId, own, now);
  return acts.map(({ change }) => ({ taskId: change.taskId, taskState: change.to }));
}

const nobody = { id: null, name: null, at: null } as const;
function factsOf({ level, result, to }: { readonly level: number; readonly result: number; readonly to: number }, user: ActingUser, now: string) {
  const me = { id: user.id, name: user.name, at: now };
  const one = (who: typeof me | typeof nobody) => ({ checkUserIdOne: who.id, checkUserNameOne: who.name, checkTimeOne: who.at });
  const two = (who: typeof me | typeof nobody) => ({ checkUserIdTwo: who.id, checkUserNameTwo: who.name, checkTimeTwo: who.at });
  if (result === auditResult.sentBack) return { ...one(nobody), ...two(nobody) };
  return level === auditLevel.first ? one(me) : to === taskState.audited ? two(me) : {};
}

function auditedOf(row: TaskRow, facts: AuditFacts | undefined): AuditedTask {
  if (!facts) throw new Error(`task ${row.id} was loaded without its facts`);
  const { missing, checkerOne, checkerTwo, isInfoOpen, isGateHeld, authors, releasers, redoOrderers, firstAuditor } = facts;
  const { id: taskId, labCode, sampleCode, requisitionCode, laboratoryId, panelGroupId, version, resultVersion, signals } = row;
  return {
    taskId,
    labCode,
    sampleCode,
    requisitionCode,
    laboratoryId,
    panelGroupId,
    version,
    resultVersion,
    signals: isInfoOpen ? [...new Set([...signals, signal.infoOpen])] : signals,
    taskState: row.taskState,
    detectionResult: row.detectionResult,
    missing,
    isGateHeld,
    checkerOne,
    checkerTwo,
    hands: { authors, releasers, redoOrderers, firstAuditor },
  };
}
