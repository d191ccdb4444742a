import { sql } from 'drizzle-orm';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { resultRefusals, type ResultRefusal } from '#domain/lab/resultFile.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** A refusal of this area, with its sentence. */
export function refusedResult(code: ResultRefusal, params: Readonly<Record<string, unknown>> = {}, status = 409): UserError {
  const label: Label = resultRefusals[code];
  return new UserError(status, [fillLabel(label, params, 'zh'), fillLabel(label, params, 'en')], { refusal: code, params });
}

/** Files that a person may see, alias f: of their laboratories and panel groups. */
export async function filesInSight(reader: Reader, user: { readonly id: string; readonly tenantId: string }) {
  const [laboratories, groups] = [await laboratoriesOf(reader, user), await panelGroupsOf(reader, user)];
  return allOf([
    sql`f.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`f.laboratory_id`, laboratories),
    inPanelGroups(sql`f.panel_group_id`, groups),
  ]);
}
