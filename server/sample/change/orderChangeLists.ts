import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser, Command } from '#domain/kernel/command.ts';
import { refusalLabel } from '#domain/kernel/refusalText.ts';
import { changeStatus } from '#domain/sample/change/changeChoices.ts';
import type { AskedChange } from '#domain/sample/change/changeFacts.ts';
import { planChange } from '#domain/sample/change/changePlan.ts';
import { applyChange, auditChange, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import { changeApplications, changeAudits, orderChangeContracts, type ChangeDetail, type ChangeRow } from '#domain/sample/change/orderChangeRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { maskedToAll, patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { defineListing, selected, type Listing, type PlainColumns, type ServedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nameOf } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, commodityNames } from '#server/storage/sqlParts.ts';
import { openApplication } from './orderChangeActs.ts';
import { seeChange } from './readChange.ts';
import { shownChanges } from './shownChanges.ts';
import { shownValues } from '../shownValues.ts';

const columns: PlainColumns<ChangeRow> = {
  orderChangeId: sql`o.id`,
  auditStatus: sql`o.audit_status`,
  applyType: sql`o.apply_type`,
  requisitionCode: sql`o.requisition_code`,
  personName: maskedToAll(patientShown.name(sql`r.person_name`)),
  telephone: maskedToAll(patientShown.telephone(sql`r.telephone`)),
  credentialNo: maskedToAll(patientShown.credentialNo(sql`r.credential_no`)),
  contractLaboratoryId: sql`o.laboratory_id`,
  contractLaboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = o.tenant_id and n.id = o.laboratory_id)`,
  sendSampleClientId: sql`o.send_sample_client_id`,
  sendSampleClientName: nameOf.client('o'),
  addNames: commodityNames(sql`o.tenant_id`, sql`o.add_commodity_ids`),
  removeNames: commodityNames(sql`o.tenant_id`, sql`o.remove_commodity_ids`),
  applyReason: sql`o.apply_reason`,
  applicantId: sql`o.apply_user_id`,
  applyUser: sql`o.apply_user_name`,
  applyTime: sql`o.apply_time`,
  auditUser: sql`o.audit_user_name`,
  auditTime: sql`o.audit_time`,
  auditOpinion: sql`o.audit_opinion`,
  actor: sql`o.action_user_name`,
  actionTime: sql`o.action_time`,
};
const joins = sql`left join requisition r on r.tenant_id = o.tenant_id and r.id = o.requisition_id`;

/** Applications (alias o) of a person's laboratories. */
async function changesInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const within = inLaboratories(sql`o.laboratory_id`, await laboratoriesOf(reader, user));
  return sql`(o.tenant_id = ${user.tenantId}${within ? sql` and (${within} or o.laboratory_id is null)` : sql``})`;
}

const listing: Listing<ChangeRow> = {
  columns,
  from: sql`order_change o`,
  joins,
  where: async ({ db, user }) => [await changesInSight(db, user)],
  order: sql`o.apply_time desc, o.id`,
  indexes: ['order_change_time_ix', 'order_change_status_ix', 'order_change_code_ix'],
};
export const orderChangeListings: readonly ServedListing[] = [
  defineListing(changeApplications, listing),
  // What waits stands first: an auditor's list is their work.
  defineListing(changeAudits, {
    ...listing,
    order: sql`(o.audit_status <> ${sql.raw(String(changeStatus.waiting))}::smallint), o.apply_time desc, o.id`,
    indexes: ['order_change_waiting_ix'],
  }),
];

interface Kept extends AskedChange {
  readonly effects: ChangeDetail['effects'];
}
const unknown = () => new UserError(404, ['没有此变更申请', 'No such application'], { refusal: 'orderChange.unknown' });

const namesOf = (reader: Reader, tenantId: string, ids: readonly string[]) =>
  readRows<{ commodityId: string; commodityName: string }>(
    reader,
    sql`select id::text as commodity_id, commodity_name from commodity where tenant_id = ${tenantId} and id = ${anyId(ids)} order by commodity_name, id`,
  );

/** Whoever may do one of these works with what was typed. */
const ofChanging = [applyChange.permission, forceChange.permission];

export const orderChangeCalls: readonly Call[] = serveCalls(orderChangeContracts, {
  'GET sample/order-change-record/detail': {
    async handle({ db, user, query: { id }, now }) {
      const sight = await changesInSight(db, user);
      const row = await readRow<ChangeRow>(
        db,
        sql`select ${selected(columns, { user })} from order_change o ${joins} where ${sight} and o.id = ${id}`,
      );
      const kept = await readRow<Kept>(
        db,
        sql`select o.apply_type::int as apply_type, o.changes, o.add_commodity_ids::text[] as add_commodity_ids, o.remove_commodity_ids::text[] as remove_commodity_ids, o.effects
          from order_change o where ${sight} and o.id = ${id}`,
      );
      if (!row || !kept) throw unknown();
      const seen = await seeChange(db, user, row.requisitionCode, kept);
      if (!seen) throw unknown();
      const plan = row.auditStatus === changeStatus.waiting ? planChange(seen.facts, kept, now) : null;
      const isPlanned = plan !== null && !('code' in plan);
      return {
        ...row,
        entryForm: seen.row.entryForm,
        added: await namesOf(db, user.tenantId, kept.addCommodityIds),
        removed: await namesOf(db, user.tenantId, kept.removeCommodityIds),
        changes: await shownChanges(db, user, isPlanned ? plan.changes : kept.changes),
        effects: (isPlanned ? plan.effects : kept.effects).map(([zh, en]): [string, string] => [zh, en]),
        refusal: plan && 'code' in plan ? refused(auditChange, plan) : null,
      };
    },
  },
  'GET sample/order-change-record/current': {
    async handle({ db, user, query: { code } }) {
      const found = await readRow<{ requisitionCode: string }>(
        db,
        sql`select s.requisition_code from sample s where s.tenant_id = ${user.tenantId} and s.sample_code = ${code}`,
      );
      const seen = (await seeChange(db, user, code)) ?? (found ? await seeChange(db, user, found.requisitionCode) : null);
      if (!seen) throw new UserError(404, ['没有此申请单或样本', 'No such requisition or sample'], { refusal: 'command.notFound' });
      const { requisition, tubes } = seen.facts;
      return {
        requisitionCode: requisition.requisitionCode,
        entryForm: requisition.entryForm,
        isSettled: requisition.isSettled,
        values: shownValues(user, { ...requisition.values }, ofChanging),
        commodities: await namesOf(db, user.tenantId, requisition.commodityIds),
        tubes: tubes.map(({ sampleCode, labStatus }) => ({ sampleCode, labStatus })),
        open: (await openApplication(db, user.tenantId, requisition.requisitionId)) ?? null,
      };
    },
  },
  'POST sample/order-change-record/foresee': {
    async handle({ db, user, body, now }) {
      const asked: AskedChange = { ...body, changes: body.changes.map((one) => ({ before: undefined, ...one })) };
      const seen = await seeChange(db, user, body.requisitionCode, asked);
      if (!seen) throw new UserError(404, ['没有此申请单', 'No such requisition'], { refusal: 'command.notFound' });
      const plan = planChange(seen.facts, asked, now);
      if ('code' in plan) return { changes: [], effects: [], refusal: refused(applyChange, plan), problems: [...(plan.problems ?? [])] };
      return {
        changes: await shownChanges(db, user, plan.changes),
        effects: plan.effects.map(([zh, en]): [string, string] => [zh, en]),
        refusal: null,
        problems: [],
      };
    },
  },
});

function refused(command: Command, refusal: Parameters<typeof refusalLabel>[1]): [string, string] {
  const [zh, en] = refusalLabel(command, refusal);
  return [zh, en];
}
