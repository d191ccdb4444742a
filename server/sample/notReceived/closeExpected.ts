import { sql } from 'drizzle-orm';
import { expectedState } from '#domain/op/expected.ts';
import { caseSeverity, caseStage } from '#domain/sample/abnormal/abnormalChoices.ts';
import {
  closeExpected,
  type ClosedExpected,
  type CloseExpectedInput,
  type CloseExpectedState,
  type ExpectedToClose,
} from '#domain/sample/notReceived/closeExpected.ts';
import { rejectCode } from '#domain/sample/rejectReasons.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { abnormalCaseTubeTable } from '#server/storage/rejectTables.ts';
import { openCase } from '#server/spine/openCase.ts';

interface Line extends ExpectedToClose {
  readonly laboratoryId: string;
}

/** `sample-receive/close`: a line within the actor's laboratories; what was lost opens a case in the same transaction. */
export const servedCloseExpected = serveCommand(closeExpected, {
  async load(tx, { expectedId }: CloseExpectedInput, { user }): Promise<CloseExpectedState> {
    const code = sql`coalesce(e.bar_code, e.thirdparty_bar_code, e.external_key)`;
    const [line] = await own<Line>(
      tx,
      sql`select ${code} as code, e.state::int as state, e.receive_time, e.laboratory_id::text as laboratory_id, ${marked(sql`e.id::text`, inSight(user, sql`e.laboratory_id`))}
        from expected_sample e where e.tenant_id = ${user.tenantId} and e.id = ${expectedId} for update of e`,
    );
    return { line: line ?? null };
  },
  async write(tx, { input: { expectedId, reason }, state: { line }, change, acting }): Promise<ClosedExpected> {
    const { user, now } = acting;
    if (!line) throw new Error('closed what was not loaded');
    await tx.execute(sql`update expected_sample set state = ${change.state}, close_reason = ${change.state === expectedState.due ? null : reason}, update_time = ${now},
        version = version + 1 where tenant_id = ${user.tenantId} and id = ${expectedId}`);
    const { code, laboratoryId } = line as Line;
    let caseNo: string | null = null;
    if (change.state === expectedState.missing) {
      const opened = await openCase(tx, acting, now, {
        caseCode: rejectCode.lost,
        stage: caseStage.before,
        severity: caseSeverity.major,
        content: reason,
        isHold: 0,
        laboratoryId,
      });
      ({ caseNo } = opened);
      await tx.execute(insertMany(abnormalCaseTubeTable, [{ tenantId: user.tenantId, caseId: opened.caseId, sampleCode: code, sampleId: null }]));
    }
    return { expectedId, state: change.state as ClosedExpected['state'], caseNo };
  },
});
