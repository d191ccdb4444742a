import { sql } from 'drizzle-orm';
import { amendItems } from '#domain/sample/amendItems.ts';
import { actChangeContracts, type ActChange } from '#domain/sample/change/actChanges.ts';
import type { FieldChange } from '#domain/sample/change/changeFacts.ts';
import { applyChange, auditChange, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { correctSummary } from '#domain/sample/summaryCorrect.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { shownChanges } from './shownChanges.ts';

interface Told {
  readonly changed?: readonly FieldChange[];
  readonly changes?: readonly FieldChange[];
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly addCommodityIds?: readonly string[];
  readonly removeCommodityIds?: readonly string[];
}
/** Acts whose audit entry tells the values they replaced, and where in it. An audit does what its application asked for, and what follows from it. */
const told: Readonly<Record<string, string>> = {
  [correctSummary.name]: '',
  [amendItems.name]: '',
  [applyChange.name]: 'asked',
  [forceChange.name]: 'asked',
  [auditChange.name]: 'plan',
};

export const actChangeCalls: readonly Call[] = serveCalls(actChangeContracts, {
  /** Nothing while a second pass is typed blind. */
  'GET sample/timeline/changes': {
    async handle({ db, user, query }): Promise<ActChange[]> {
      const code = normalCode(neededParameter(query, 'requisitionCode'));
      const { requisitions } = await sightOf(db, user);
      const rows = await readRows<{ actId: string; act: string; entryForm: FormKey; after: unknown }>(
        db,
        sql`select distinct on (a.id) a.id::text as act_id, a.act, r.entry_form, e.after from requisition r
            join sample s on s.tenant_id = r.tenant_id and s.requisition_id = r.id
            join sample_act a on a.tenant_id = s.tenant_id and a.sample_id = s.id and a.act = ${anyText(Object.keys(told))}
            join audit_entry e on e.op_id = a.op_id and e.tenant_id = a.tenant_id and e.action = a.act
          where ${requisitions} and r.requisition_code = ${code} and not (r.is_double_entry = 1 and r.entry_state < ${entryState.settled}) order by a.id, e.id`,
      );
      const parts = rows.map(({ act, after }): Told => {
        const path = told[act] ?? '';
        const whole = (after ?? {}) as Readonly<Record<string, Told | null>>;
        return (path === '' ? (whole as Told) : whole[path]) ?? {};
      });
      const itemsOf = ({ added, removed, addCommodityIds, removeCommodityIds }: Told) => ({
        added: added ?? addCommodityIds ?? [],
        removed: removed ?? removeCommodityIds ?? [],
      });
      const items = parts.map(itemsOf);
      const names = await readRows<{ id: string; name: string }>(
        db,
        sql`select id::text as id, commodity_name as name from commodity where tenant_id = ${user.tenantId} and id = ${anyId(items.flatMap(({ added, removed }) => [...added, ...removed]))}`,
      );
      const named = (ids: readonly string[]): string[] => ids.map((id) => names.find((one) => one.id === String(id))?.name ?? String(id));
      const shown = await shownChanges(
        db,
        user,
        parts.flatMap(({ changed, changes }) => [...(changed ?? changes ?? [])]),
      );
      let from = 0;
      return rows.map(({ actId, entryForm }, at) => {
        const count = (parts[at]?.changed ?? parts[at]?.changes ?? []).length;
        from += count;
        return {
          actId,
          entryForm,
          changes: shown.slice(from - count, from),
          added: named(items[at]?.added ?? []),
          removed: named(items[at]?.removed ?? []),
        };
      });
    },
  },
});
