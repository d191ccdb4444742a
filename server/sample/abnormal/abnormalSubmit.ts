import { sql } from 'drizzle-orm';
import { abnormalCode, caseDue, caseState, type CaseSeverity } from '#domain/sample/abnormal/abnormalChoices.ts';
import { abnormalSubmit, type AbnormalSubmitInput, type AbnormalSubmitState } from '#domain/sample/abnormal/abnormalActs.ts';
import { deskOwner } from '#domain/sample/reject/rejectChoices.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { readTubes } from '#server/spine/loading.ts';
import { openCase } from '#server/spine/openCase.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { abnormalCaseTubeTable } from '#server/storage/rejectTables.ts';
import { keepPhotos, missingPhotos } from '../reject/deskPhotos.ts';
import { tellOfCase } from '../reject/notices.ts';
import { clientsOf, holdCase, lockCase, type CaseTube, type LoadedCase } from './caseLoading.ts';

interface LoadedState extends AbnormalSubmitState {
  readonly known: LoadedCase | null;
  readonly tubes: readonly CaseTube[];
}

/** `abnormal.submit`: a new case with its tubes, or a closed one opened again. */
export const servedAbnormalSubmit = serveCommand(abnormalSubmit, {
  async load(tx, { caseId, sampleCodes, photos }: AbnormalSubmitInput, { user }): Promise<LoadedState> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    const tubes = await readTubes<CaseTube>(
      tx,
      user,
      [...new Set(sampleCodes)],
      sql`id, sample_code, contract_laboratory_id as laboratory_id, send_sample_client_id`,
    );
    return { known: caseId ? await lockCase(tx, user, caseId) : null, tubes, missingPhotos: missing };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { known, tubes } = state as LoadedState;
    const { user, now, occurredAt } = acting;
    const { tenantId } = user;
    const { caseCode, stage, severity, content, photos } = input;
    const isHold = input.isHold === 1 ? 1 : 0;
    const foundTime = known ? now : (occurredAt ?? now);
    const facts = {
      caseCode: String(caseCode),
      stage: Number(stage),
      severity: severity as CaseSeverity,
      content,
      isHold,
      laboratoryId: tubes[0]?.laboratoryId ?? null,
    } as const;
    const { caseId, caseNo } = known ?? (await openCase(tx, acting, foundTime, facts));
    if (known)
      await tx.execute(sql`update abnormal_case set state = ${caseState.inHand}, case_code = ${caseCode}, stage = ${stage}, severity = ${severity}, content = ${content}, is_hold = ${isHold},
          due_time = ${caseDue(foundTime, facts.severity, await calendarFrom(tx, tenantId, foundTime))}, round = round + 1, reminded = 0, closed_user_id = null, closed_user_name = null,
          closed_time = null, close_reason = null, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${caseId}`);
    const byCode = new Map(tubes.map((tube) => [tube.sampleCode, tube.id]));
    const rows = [...new Set(input.sampleCodes)].map((sampleCode) => ({ tenantId, caseId, sampleCode, sampleId: byCode.get(sampleCode) ?? null }));
    if (rows.length > 0) await tx.execute(sql`${insertMany(abnormalCaseTubeTable, rows)} on conflict do nothing`);
    if (isHold === 1) await holdCase(tx, tenantId, caseId, 1, now);
    await keepPhotos(tx, acting, deskOwner.abnormal, caseId, photos);
    const word = abnormalCode.labelOf(String(caseCode))?.[0] ?? String(caseCode);
    if (input.isTold) for (const client of clientsOf(tubes)) await tellOfCase(tx, acting, { caseId, caseNo, word, ...client });
    const mark = markOf(abnormalSubmit, { acting, opId }, `${caseNo} ${content}`.slice(0, 200));
    await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: tubes.map(({ sampleCode }) => sampleCode) } }]);
    return { caseId, caseNo, state: change.state };
  },
});
