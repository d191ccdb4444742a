import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { changeStatus, changeType } from '#domain/sample/change/changeChoices.ts';
import type { AskedChange, ChangeFacts } from '#domain/sample/change/changeFacts.ts';
import {
  applyChange,
  auditChange,
  cancelChange,
  forceChange,
  type Application,
  type ApplyState,
  type AuditState,
  type ChangeInput,
} from '#domain/sample/change/orderChangeActs.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import type { WithdrawReport } from '#server/spine/reports/withdrawReport.ts';
import { newId } from '#server/storage/ids.ts';
import { orderChangeTable } from '#server/storage/orderChangeTables.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { closeCorrected } from '../abnormal/correctedCases.ts';
import { lockChange, type LoadedChange } from './readChange.ts';
import { writeChange } from './writeChange.ts';

interface LoadedApply extends ApplyState {
  readonly loaded: LoadedChange | null;
}
async function loadApply(tx: Tx, input: ChangeInput, { user }: { readonly user: ActingUser }): Promise<LoadedApply> {
  const loaded = await lockChange(tx, user, input.requisitionCode, {
    ...input,
    changes: input.changes.map((one) => ({ before: undefined, ...one })),
  });
  if (!loaded) return { loaded: null, facts: null, open: null };
  return { loaded, facts: loaded.facts, open: (await openApplication(tx, user.tenantId, loaded.row.requisitionId)) ?? null };
}

/** Who applied for a change of a requisition that nobody has decided yet, and when. */
export const openApplication = (reader: Tx | Parameters<typeof readRow>[0], tenantId: string, requisitionId: string) =>
  readRow<{ by: string; at: string }>(
    reader,
    sql`select apply_user_name as by, apply_time as at from order_change where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and audit_status = ${changeStatus.waiting}`,
  );

interface NewRow {
  readonly loaded: LoadedChange;
  readonly asked: AskedChange;
  readonly reason: string;
  readonly effects: unknown;
  readonly user: ActingUser;
  readonly now: string;
  readonly more: Partial<typeof orderChangeTable.$inferInsert>;
}
async function insertChange(tx: Tx, { loaded: { row }, asked, reason, effects, user, now, more }: NewRow): Promise<string> {
  const id = newId();
  await tx.execute(
    insertMany(orderChangeTable, [
      {
        id,
        tenantId: user.tenantId,
        requisitionId: row.requisitionId,
        requisitionCode: row.requisitionCode,
        laboratoryId: row.contractLaboratoryId,
        sendSampleClientId: row.sendSampleClientId,
        applyType: asked.applyType,
        changes: asked.changes,
        addCommodityIds: asked.addCommodityIds,
        removeCommodityIds: asked.removeCommodityIds,
        applyReason: reason,
        applyUserId: user.id,
        applyUserName: user.name,
        applyTime: now,
        auditStatus: changeStatus.waiting,
        effects,
        deleted: 0,
        createTime: now,
        updateTime: now,
        ...more,
      },
    ]),
  );
  return id;
}

const servedApply = serveCommand(applyChange, {
  load: loadApply,
  async write(tx, { state, change: { asked, plan }, input: { requisitionCode, applyReason: reason }, acting, opId }) {
    const { loaded } = state as LoadedApply;
    if (!loaded) throw new Error('a change of a requisition that was not loaded');
    const { user, now } = acting;
    const orderChangeId = await insertChange(tx, { loaded, asked, reason, effects: plan.effects, user, now, more: {} });
    await noteActs(tx, user.tenantId, [{ mark: markOf(applyChange, { acting, opId }, reason), whose: { requisitionId: loaded.row.requisitionId } }]);
    return { orderChangeId, requisitionCode };
  },
});

/** Where its label was to be corrected, a change of what it says is what the case waited for. */
async function closeCases(tx: Tx, { applyType }: Pick<AskedChange, 'applyType'>, { row }: LoadedChange, mark: Mark): Promise<void> {
  if (applyType === changeType.information) await closeCorrected(tx, mark.acting.user.tenantId, row.requisitionId, mark);
}

const servedForce = (withdraw: WithdrawReport): ServedCommand =>
  serveCommand(forceChange, {
    load: loadApply,
    async write(tx, { state, change: { asked, plan }, input: { requisitionCode, applyReason: reason }, acting, opId }) {
      const { loaded } = state as LoadedApply;
      if (!loaded) throw new Error('a change of a requisition that was not loaded');
      const { user, now } = acting;
      const more = { auditStatus: changeStatus.forced, actionUserId: user.id, actionUserName: user.name, actionTime: now };
      const orderChangeId = await insertChange(tx, { loaded, asked, reason, effects: plan.effects, user, now, more });
      await writeChange(tx, { user, loaded, plan, reason, mark: markOf(forceChange, { acting, opId }, reason) }, withdraw);
      await closeCases(tx, asked, loaded, markOf(forceChange, { acting, opId }));
      return { orderChangeId, requisitionCode };
    },
  });

interface Row extends Application {
  readonly requisitionId: string;
  readonly applyReason: string;
}
const columns = sql`c.id::text as order_change_id, c.requisition_id::text as requisition_id, c.requisition_code, c.apply_type::int as apply_type, c.changes, c.add_commodity_ids::text[] as add_commodity_ids,
  c.remove_commodity_ids::text[] as remove_commodity_ids, c.apply_reason, c.audit_status::int as audit_status, c.apply_user_id::text as applicant_id, c.action_user_name as actor, c.action_time`;

/** An application of the person's laboratories; of another's they are told no more than what they asked by. Locked behind its requisition. */
async function readApplication(tx: Tx, user: ActingUser, id: string, isLocking: boolean): Promise<Row | null> {
  const [row] = await own<Row>(
    tx,
    sql`select ${columns}, ${marked(sql`c.id::text`, inSight(user, sql`c.laboratory_id`))} from order_change c where c.tenant_id = ${user.tenantId} and c.id = ${id}
      ${isLocking ? sql`for update of c` : sql``}`,
  );
  return row ?? null;
}

const servedCancel = serveCommand(cancelChange, {
  load: async (tx, { id }, { user }) => ({ application: await readApplication(tx, user, id, true) }),
  async write(tx, { state: { application }, change: { orderChangeId }, input: { reason }, acting, opId }) {
    const { user, now } = acting;
    await tx.execute(sql`update order_change set audit_status = ${changeStatus.cancelled}, deleted = 1, action_user_id = ${user.id}, action_user_name = ${user.name}, action_time = ${now},
        audit_opinion = ${reason}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${orderChangeId}`);
    const requisitionId = (application as Row | null)?.requisitionId;
    if (requisitionId) await noteActs(tx, user.tenantId, [{ mark: markOf(cancelChange, { acting, opId }, reason), whose: { requisitionId } }]);
    return { orderChangeId };
  },
});

interface LoadedAudit extends AuditState {
  readonly loaded: LoadedChange | null;
}
const servedAudit = (withdraw: WithdrawReport): ServedCommand =>
  serveCommand(auditChange, {
    async load(tx, { id }, { user }): Promise<LoadedAudit> {
      const asked = await readApplication(tx, user, id, false);
      // The requisition first, as every act: of two who audit at once the second reads what the first has decided.
      const loaded = asked ? await lockChange(tx, user, asked.requisitionCode, asked) : null;
      const application = await readApplication(tx, user, id, true);
      const facts: ChangeFacts | null = loaded?.facts ?? null;
      return { application, facts, loaded };
    },
    async write(tx, { state, change: { orderChangeId, auditStatus, plan }, input: { auditOpinion }, acting, opId }) {
      const { user, now } = acting;
      const { loaded, application } = state as LoadedAudit;
      if (!loaded || !application) throw new Error('an application that was accepted is not there');
      const { applyReason } = application as Row;
      const note = [changeStatus.labelOf(auditStatus)?.[0], auditOpinion || applyReason].filter(Boolean).join(' ');
      const mark = markOf(auditChange, { acting, opId }, note);
      await tx.execute(sql`update order_change set audit_status = ${auditStatus}, audit_user_id = ${user.id}, audit_user_name = ${user.name}, audit_opinion = ${auditOpinion || null}, audit_time = ${now},
          action_user_id = ${user.id}, action_user_name = ${user.name}, action_time = ${now}, update_time = ${now}, version = version + 1,
          effects = coalesce(${plan ? JSON.stringify(plan.effects) : null}::jsonb, effects) where tenant_id = ${user.tenantId} and id = ${orderChangeId}`);
      if (plan) {
        await writeChange(tx, { user, loaded, plan, reason: applyReason, mark }, withdraw);
        await closeCases(tx, application, loaded, mark);
      } else await noteActs(tx, user.tenantId, [{ mark, whose: { requisitionId: loaded.row.requisitionId } }]);
      return { orderChangeId, auditStatus };
    },
  });

export const orderChangeActs = (withdraw: WithdrawReport): readonly ServedCommand[] => [
  servedApply,
  servedForce(withdraw),
  servedCancel,
  servedAudit(withdraw),
];
