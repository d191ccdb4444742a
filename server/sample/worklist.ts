import { sql, type SQL } from 'drizzle-orm';
import { worklistContracts } from '#domain/sample/entryContracts.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { entryState, type PassNo } from '#domain/sample/entryState.ts';
import { partnerReceive } from '#domain/sample/partner/partnerReceive.ts';
import { partnerListName, type PartnerWorkRow } from '#domain/sample/partner/partnerRows.ts';
import { partnerKeys, type PartnerKey } from '#domain/sample/partners.ts';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { labReceiveWorkRow, type EntryWorkRow, type HandoverWorkRow, type LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { type Call, type CallContext } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { sightOf, type Sight } from '#server/spine/sight.ts';
import { receiptKind } from '#server/storage/labTables.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { carriedValues, isImageMissing, prefillValues, type RequisitionRow } from './detailState.ts';
import { waitsFor } from './entryQueue.ts';
import { waitingItems, waitingWhole } from './handoverCalls.ts';
import { deskLines, partnerWorkRows } from './partner/partnerLists.ts';
import { nameOf, notHandedOver, sampleClassNames, suspectedAgents } from '#server/spine/names.ts';
import { tubeColumns } from './sampleColumns.ts';

interface WorkList {
  readonly permission: string;
  readonly rows: (
    reader: Reader,
    user: ActingUser,
    sight: Sight,
    now: string,
  ) => Promise<readonly EntryWorkRow[] | readonly HandoverWorkRow[] | readonly LabReceiveWorkRow[] | readonly PartnerWorkRow[]>;
  /** What the rows are the beginning of: a table to be counted. */
  readonly whole: (user: ActingUser, sight: Sight, now: string) => SQL;
}
const entryList = (pass: PassNo): WorkList => ({
  permission: 'detail_enter',
  rows: (reader, user, sight) => entryRows(reader, user, sight, pass),
  whole: (user, sight) => sql`requisition r where ${waitingFor(user, sight, pass)}`,
});
const partnerList = (partner: PartnerKey): readonly [name: string, list: WorkList] => [
  partnerListName(partner),
  {
    permission: partnerReceive.permission,
    rows: (reader, user, _sight, now) => partnerWorkRows(reader, user, partner, now, mostKeptRows),
    whole: (user, _sight, now) => deskLines(user, partner, now),
  },
];
const lists: Readonly<Record<string, WorkList>> = {
  ...Object.fromEntries(partnerKeys.map(partnerList)),
  entry1: entryList(1),
  entry2: entryList(2),
  handover: {
    permission: 'handover_save',
    rows: (reader, user, sight): Promise<HandoverWorkRow[]> => waitingItems(reader, user, sight, mostKeptRows),
    whole: (_user, sight) => waitingWhole(sight),
  },
  labReceive: { permission: 'lab_receive', rows: labRows, whole: (user, sight, now) => sql`(${labDue(user, sight, now)}) due` },
};

/** Asks for the right of the list that is named. */
function listFor({ query, user }: Pick<CallContext<Query>, 'query' | 'user'>): WorkList {
  const list = lists[parameter(query, 'name')];
  if (!list) throw malformed('name');
  requirePermission(user, list.permission);
  return list;
}

type EntryRow = RequisitionRow & {
  readonly commodityNames: string;
  readonly sendSampleClientName: string | null;
  readonly sampleClassNames: string;
  readonly receiveServerTime: string;
};

function waitingFor(user: ActingUser, { requisitions }: Sight, pass: PassNo): SQL {
  const double = pass === 2 ? sql`r.is_double_entry = 1` : sql`true`;
  return sql`${requisitions} and r.entry_state < ${entryState.settled} and ${waitsFor(pass, user.id)} and ${double}`;
}

async function entryRows(reader: Reader, user: ActingUser, sight: Sight, pass: PassNo): Promise<EntryWorkRow[]> {
  const { tenantId } = user;
  const rows = await readRows<EntryRow>(
    reader,
    sql`select r.id, r.requisition_code, r.commodity_ids, r.reception, r.entry_form, r.is_double_entry, r.entry_state, r.receive_time, r.create_time as receive_server_time, r.explained, ${isImageMissing} as is_image_missing, (r.reception->>'isUrgent')::int as is_urgent,
      r.reception->>'sendSampleClientId' as send_sample_client_id, ${nameOf.commodities('r')} as commodity_names, ${sampleClassNames('r')} as sample_class_names,
      ${nameOf.receivedClient('r')} as send_sample_client_name
    from requisition r where ${waitingFor(user, sight, pass)} order by r.receive_time, r.id limit ${mostKeptRows}`,
  );
  const tubes = await readRows<Record<string, unknown>>(
    reader,
    sql`select s.requisition_id, ${tubeColumns} from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${anyId(rows.map(({ id }) => id))} order by s.id`,
  );
  const tubesOf = new Map<unknown, Record<string, unknown>[]>();
  for (const tube of tubes) tubesOf.set(tube['requisitionId'], [...(tubesOf.get(tube['requisitionId']) ?? []), tube]);
  return rows.map((row) => ({
    id: row.id,
    requisitionCode: row.requisitionCode,
    entryForm: row.entryForm,
    isDoubleEntry: row.isDoubleEntry,
    pass,
    carried: carriedValues(row, tubesOf.get(row.id) ?? []),
    prefill: prefillValues(row, tubesOf.get(row.id) ?? []),
    commodityIds: row.commodityIds.map(String),
    commodityNames: row.commodityNames,
    sendSampleClientId: row.sendSampleClientId,
    sendSampleClientName: row.sendSampleClientName,
    sampleClassNames: row.sampleClassNames,
    receiveTime: row.receiveTime,
    receiveServerTime: row.receiveServerTime,
    isUrgent: row.isUrgent ?? 0,
    isImageMissing: row.isImageMissing === true,
    // What a warning says may tell what reception typed.
    ...(row.isDoubleEntry === 1 ? {} : { explained: row.explained.map(({ rule, text }) => ({ rule, text })) }),
  }));
}

/** Handed-over tubes the lab waits for, and what it received today (so that a repeat scan is known offline too). */
function labDue(user: ActingUser, { tubesToTest }: Sight, now: string): SQL {
  const today = `${now.slice(0, 10)} 00:00:00`;
  // Two questions, each with an index of its own; as one with "or" the whole history of items would be read.
  const waiting = sql`select s.id from sample s where ${tubesToTest} and s.lab_status = ${labStatus.entered}
      and exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state = ${itemState.handedOver})`;
  const received = sql`select s.id from lab_receive_record a join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id
      where a.tenant_id = ${user.tenantId} and a.kind = ${receiptKind.received} and a.act_time >= ${today} and s.lab_status = ${labStatus.received} and s.lab_receive_time >= ${today} and ${tubesToTest}`;
  return sql`${waiting} union ${received}`;
}

async function labRows(reader: Reader, user: ActingUser, sight: Sight, now: string): Promise<LabReceiveWorkRow[]> {
  return readRows(
    reader,
    sql`select s.id, s.sample_code, s.test_tube_number, s.requisition_code, s.lab_status, ${patientShown.name(sql`r.person_name`)({ user })} as person_name, ${nameOf.commodities('r')} as commodity_names, s.lab_code, s.lab_receive_user_name as received_by, s.lab_receive_time,
      coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as execute_laboratory_id,
      ${nameOf.testingLaboratory('s')} as execute_laboratory_name,
      ${notHandedOver} as not_handed_over, ${suspectedAgents} as suspected_agents
    from (${labDue(user, sight, now)}) due join sample s on s.id = due.id and s.tenant_id = ${user.tenantId} join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
    order by s.receive_time, s.id limit ${mostKeptRows}`,
    labReceiveWorkRow,
  );
}

export const worklistCalls: readonly Call[] = serveCalls(worklistContracts, {
  /** What a desk caches to go on without network, for the asking user alone (docs/offline.md#work-without-network). Nothing of any pass. */
  'GET sample/offline/worklist': {
    async handle(context) {
      const { db, user, now } = context;
      return listFor(context).rows(db, user, await sightOf(db, user), now);
    },
  },
  'GET sample/offline/worklist-total': {
    async handle(context) {
      const { db, user, now } = context;
      const counted = await readRow<{ total: number }>(
        db,
        sql`select count(*)::int as total from ${listFor(context).whole(user, await sightOf(db, user), now)}`,
      );
      return { total: counted?.total ?? 0 };
    },
  },
});
