import { sql } from 'drizzle-orm';
import { codeType } from '#domain/code/codeStyle.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { replaceCode, type ReplaceCodeInput, type ReplaceCodeState } from '#domain/sample/replaceCode.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf } from '#server/spine/line.ts';
import { readTubes, replacedCodes, requireLiving, tubesAtLab } from '#server/spine/loading.ts';
import { renameTube } from '#server/spine/renameTube.ts';
import { codeState } from './codeOwners.ts';
import { codeStylesOf } from './codeStyles.ts';
import { isCodeInvented } from './sampleColumns.ts';

interface Tube {
  readonly id: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly isCodeInvented: number;
  readonly contractLaboratoryId: string | null;
  readonly sendSampleClientId: string | null;
}
interface LoadedReplace extends ReplaceCodeState {
  readonly tube: Tube | null;
}
const columns = sql`s.id, s.sample_code, s.requisition_id, s.requisition_code, s.contract_laboratory_id, s.send_sample_client_id, ${isCodeInvented} as is_code_invented`;

/** `sample.replaceCode`: the tube and all that names it by its code; records of what was done under the old one stay as they are. */
export const servedReplaceCode = serveCommand(replaceCode, {
  load: loadReplace,
  async write(tx, { input: { reason }, state, change: { sampleCode, newCode, requisitionCode }, acting, opId }) {
    const { tube } = state as LoadedReplace;
    if (!tube) throw new Error('replaced the code of a tube that was not loaded');
    const { tenantId } = acting.user;
    const mark = markOf(replaceCode, { acting, opId }, `${sampleCode} → ${newCode} · ${reason}`);
    await renameTube(tx, tenantId, tube, { newCode, reason, mark });
    await tx.execute(
      sql`update thirdparty_bind_entry set bar_code = ${newCode} where tenant_id = ${tenantId} and bar_code = ${sampleCode} and release_time is null`,
    );
    await tx.execute(sql`update number_use set bound_to = ${newCode} where tenant_id = ${tenantId} and bound_to = ${sampleCode}`);
    await tx.execute(sql`update number_use u set state = ${numberState.spoiled}, spoil_reason = ${reason}
      from number_segment g where u.tenant_id = ${tenantId} and u.code = ${sampleCode} and g.tenant_id = u.tenant_id and g.id = u.segment_id and g.code_type = ${codeType.sample}`);
    return { requisitionCode, sampleCode: newCode, oldCode: sampleCode };
  },
  answerRepeat: ({ change: { requisitionCode, sampleCode, newCode } }) => ({ requisitionCode, sampleCode: newCode, oldCode: sampleCode }),
});

async function loadReplace(tx: Tx, { sampleCode, newCode }: ReplaceCodeInput, { user }: Acting): Promise<LoadedReplace> {
  const { tenantId } = user;
  const nothing = { tube: null, isDone: false, takenBy: null, state: 'usable', codeStyles: undefined } as const;
  const [tube] = await tubesAtLab<Tube>(tx, user, [sampleCode], columns, true);
  if (!tube) {
    const [done] = await tubesAtLab<Tube>(tx, user, [newCode], columns, false);
    const before = await replacedCodes(tx, user, [sampleCode]);
    if (done && before.some(({ sampleId }) => sampleId === done.id)) return { ...nothing, tube: done, isDone: true };
    await requireLiving(tx, user, [sampleCode]);
    return nothing;
  }
  const [taken] = [
    ...(await readTubes<{ requisitionCode: string }>(tx, user, [newCode], sql`s.requisition_code`)),
    ...(await replacedCodes(tx, user, [newCode])),
  ];
  const { contractLaboratoryId: laboratoryId, sendSampleClientId } = tube;
  return {
    tube,
    isDone: false,
    takenBy: taken?.requisitionCode ?? null,
    state:
      sendSampleClientId === null
        ? 'usable'
        : await codeState(tx, tenantId, { code: newCode, codeType: codeType.sample, sendSampleClientId, laboratoryId }),
    codeStyles: await codeStylesOf(tx, tenantId),
  };
}
