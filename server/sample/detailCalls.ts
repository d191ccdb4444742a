import { sql } from 'drizzle-orm';
import { arbitrationList, detailContracts } from '#domain/sample/entryContracts.ts';
import { comparisonState, entryState, type PassNo } from '#domain/sample/entryState.ts';
import { comparedRow, type ArbitrationRow, type DetailRow } from '#domain/sample/rows.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { defineListing, selected, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { carriedValues, isImageMissing, passOf, passRows, prefillValues, type RequisitionRow } from './detailState.ts';
import { sightOf, type Sight } from '#server/spine/sight.ts';
import { nameOf, sampleClassNames } from '#server/spine/names.ts';
import { actedTubes, tubesOf } from './sampleColumns.ts';
import { nowSql } from '#server/storage/clock.ts';

const lockMinutes = 10;

interface OpenedRow extends RequisitionRow {
  readonly commodityNames: string;
  readonly sendSampleClientName: string | null;
  readonly contractLaboratoryName: string | null;
  readonly sampleClassNames: string;
  readonly receiveServerTime: string;
}

/** By the requisition's code, else by a tube's, also one that was replaced. */
async function openedRow(reader: Reader, tenantId: string, { requisitions }: Sight, code: string): Promise<OpenedRow> {
  const row = await readRow<OpenedRow>(
    reader,
    sql`select r.id, r.requisition_code, r.commodity_ids, r.contract_laboratory_id, r.reception->>'sendSampleClientId' as send_sample_client_id, r.entry_form, r.is_double_entry, r.entry_state, r.receive_time, r.create_time as receive_server_time, r.reception, r.explained, r.is_urgent, ${isImageMissing} as is_image_missing,
      ${nameOf.commodities('r')} as commodity_names, ${nameOf.receivedClient('r')} as send_sample_client_name, ${nameOf.laboratory('r')} as contract_laboratory_name, ${sampleClassNames('r')} as sample_class_names
    from requisition r where ${requisitions} and r.id in (select id from requisition where tenant_id = ${tenantId} and requisition_code = ${code}
      union select requisition_id from sample where tenant_id = ${tenantId} and sample_code = ${code}
      union select s.requisition_id from sample_code_change c join sample s on s.tenant_id = c.tenant_id and s.id = c.sample_id where c.tenant_id = ${tenantId} and c.old_code = ${code})
    order by r.requisition_code = ${code} desc limit 1`,
  );
  if (!row) throw new UserError(404, ['申请单尚未前处理录入', 'The requisition has not been received yet']);
  return row;
}

async function differingFields(reader: Reader, tenantId: string, requisitionId: string): Promise<readonly string[]> {
  const row = await readRow<{ fields: string[] }>(
    reader,
    sql`select array(select jsonb_array_elements(differences)->>'field') as fields from entry_comparison
    where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and state = ${comparisonState.pendingCorrection} order by round desc limit 1`,
  );
  return row?.fields ?? [];
}

interface Lock {
  readonly userId: string;
  readonly userName: string;
  readonly untilTime: string;
}
/** Takes the mark where it is free, expired or one's own; says whose it is. */
async function takeLock(
  reader: Reader,
  tenantId: string,
  requisitionId: string,
  pass: PassNo,
  user: { id: string; name: string },
): Promise<Lock | null> {
  const until = sql`${nowSql} + ${`${lockMinutes} minutes`}::interval`;
  const taken = await readRow<Lock>(
    reader,
    sql`insert into entry_lock (tenant_id, requisition_id, pass_no, user_id, user_name, until_time) values (${tenantId}, ${requisitionId}, ${pass}, ${user.id}, ${user.name}, ${until})
    on conflict (tenant_id, requisition_id, pass_no) do update set user_id = excluded.user_id, user_name = excluded.user_name, until_time = excluded.until_time
      where entry_lock.until_time < ${nowSql} or entry_lock.user_id = excluded.user_id
    returning user_id, user_name, until_time`,
  );
  return (
    taken ??
    (await readRow<Lock>(
      reader,
      sql`select user_id, user_name, until_time from entry_lock where tenant_id = ${tenantId} and requisition_id = ${requisitionId} and pass_no = ${pass}`,
    )) ??
    null
  );
}

const arbitrationColumns: PlainColumns<Omit<ArbitrationRow, 'isMine'>> = {
  requisitionId: sql`r.id`,
  requisitionCode: sql`r.requisition_code`,
  entryForm: sql`r.entry_form`,
  round: sql`c.round`,
  state: sql`c.state`,
  fieldCount: sql`jsonb_array_length(c.differences)::int`,
  firstBy: sql`coalesce(r.first_user_name, '')`,
  secondBy: sql`coalesce(r.second_user_name, '')`,
  compareTime: sql`c.create_time`,
  personName: patientShown.name(sql`r.person_name`),
  sendSampleClientName: nameOf.client('r'),
  commodityNames: nameOf.commodities('r'),
  tubes: actedTubes,
};
const isMine = (userId: string) => sql`case when ${userId}::bigint in (r.first_user_id, r.second_user_id) then 1 else 0 end`;

/** Requisitions whose two passes still differ after the second clerk's look (ours; the contract has no call for it). */
export const arbitrations = defineListing(arbitrationList, {
  columns: { ...arbitrationColumns, isMine: ({ user }) => isMine(user.id) },
  from: sql`requisition r join entry_comparison c on c.tenant_id = r.tenant_id and c.requisition_id = r.id and c.state = ${comparisonState.pendingArbitration}`,
  where: async ({ db, user }) => [(await sightOf(db, user)).requisitions, sql`r.entry_state = ${entryState.pendingArbitration}`],
  searchedIn: { sendSampleClientId: sql`r.send_sample_client_id` },
  order: sql`c.create_time, r.id`,
  indexes: ['entry_comparison_state_ix'],
});

export const detailCalls: readonly Call[] = serveCalls(detailContracts, {
  /**
   * What a clerk needs to do one pass: reception's facts, and their own pass where they made it. `requisitionCode` may be a tube's code: it is what is in hand.
   * Nothing of the other pass is read here but who made it. Opening a pass that nobody made marks it as open for ten minutes.
   */
  'GET sample/enter-info/get-detail-info': {
    async handle({ db, query, user }): Promise<DetailRow> {
      const code = neededParameter(query, 'requisitionCode').normalize('NFKC').toUpperCase();
      const pass: PassNo = parameter(query, 'pass') === '2' ? 2 : 1;
      const { tenantId } = user;
      const row = await openedRow(db, tenantId, await sightOf(db, user), code);
      const standard = parameter(query, 'enterStandard');
      if (standard !== '' && entryFormOf(standard).key !== row.entryForm) {
        const { title } = entryFormOf(row.entryForm);
        throw new UserError(409, [`此申请单应使用另一录入表单: ${title[0]}`, `This requisition is entered with another form: ${title[1]}`], {
          refusal: 'detail.formDiffers',
          params: { form: title, entryForm: row.entryForm },
        });
      }
      const made = passOf(
        (await passRows(db, tenantId, row.id)).filter(({ passNo }) => passNo === pass),
        pass,
      );
      const own = made?.authorId === user.id ? made : null;
      const differing = own && pass === 2 && row.entryState === entryState.pendingCorrection ? await differingFields(db, tenantId, row.id) : null;
      const lock = made || row.entryState >= entryState.settled ? null : await takeLock(db, tenantId, row.id, pass, user);
      const tubes = await tubesOf(db, tenantId, row.id);
      return {
        requisitionId: row.id,
        requisitionCode: row.requisitionCode,
        entryForm: row.entryForm,
        isDoubleEntry: row.isDoubleEntry,
        entryState: row.entryState,
        pass,
        carried: carriedValues(row, tubes as unknown as Record<string, unknown>[]),
        prefill: prefillValues(row, tubes as unknown as Record<string, unknown>[]),
        commodityIds: row.commodityIds.map(String),
        commodityNames: row.commodityNames,
        sendSampleClientId: row.sendSampleClientId,
        sendSampleClientName: row.sendSampleClientName,
        contractLaboratoryName: row.contractLaboratoryName,
        sampleClassNames: row.sampleClassNames,
        receiveServerTime: row.receiveServerTime,
        tubes,
        own: own && { values: own.values, unclear: own.unclear, explained: own.explained, enterTime: own.enterTime, revision: own.revision },
        differing,
        isImageMissing: row.isImageMissing === true,
        madeBy: made && !own ? made.authorName : null,
        madeTime: made && !own ? made.enterTime : null,
        lockedBy: lock && lock.userId !== user.id ? lock.userName : null,
        lockedUntil: lock && lock.userId !== user.id ? lock.untilTime : null,
      };
    },
  },
  /** Both passes side by side, for the one who decides; never for an author of either. */
  'GET sample/enter-info/arbitration-detail': {
    async handle({ db, query, user }) {
      const code = neededParameter(query, 'requisitionCode').normalize('NFKC').toUpperCase();
      const { tenantId } = user;
      const row = await openedRow(db, tenantId, await sightOf(db, user), code);
      const [found] = await readRows(
        db,
        sql`select ${selected({ ...arbitrationColumns, isMine: isMine(user.id) }, { user })}, c.differences from requisition r
      join entry_comparison c on c.tenant_id = r.tenant_id and c.requisition_id = r.id and c.state = ${comparisonState.pendingArbitration} where r.tenant_id = ${tenantId} and r.id = ${row.id}`,
        comparedRow,
      );
      if (!found) throw new UserError(404, ['此申请单没有待仲裁的差异', 'There is nothing to arbitrate on this requisition']);
      if (found.isMine === 1)
        throw new UserError(403, ['您录入过此申请单,须由他人仲裁', 'You entered this requisition yourself; another person must arbitrate'], {
          refusal: 'detail.ownPass',
        });
      const passes = await passRows(db, tenantId, row.id);
      const valuesOf = (pass: PassNo): Values => passOf(passes, pass)?.values ?? {};
      const { fields } = entryFormOf(found.entryForm);
      return {
        ...found,
        differences: found.differences.map((difference) => ({
          ...difference,
          label: fields[difference.field]?.label ?? [difference.field, difference.field],
        })),
        carried: carriedValues(row, (await tubesOf(db, tenantId, row.id)) as unknown as Record<string, unknown>[]),
        first: valuesOf(1),
        second: valuesOf(2),
      };
    },
  },
});
