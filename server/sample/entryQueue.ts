import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { EntryQueueRow } from '#domain/sample/rows.ts';
import { entryFormOf } from '#domain/sample/rules/forms.ts';
import { codeFilter, idFilter, pageRows, parameter, rangeFilter } from '#server/kernel/pageRows.ts';
import { defineCall, type CallContext } from '#server/kernel/serve.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { nameOf } from './sampleColumns.ts';
import { inScope } from './summaryCalls.ts';

type Query = Record<string, string>;

/** A requisition that this pass is missing of and this user may do: not the author of the other one. */
export function waitsFor(pass: 1 | 2, userId: string): SQL {
  const [own, other] = pass === 1 ? [sql`r.first_user_id`, sql`r.second_user_id`] : [sql`r.second_user_id`, sql`r.first_user_id`];
  return sql`(r.entry_state in (${entryState.waiting}, ${entryState.unclear}) and ${own} is null and ${other} is distinct from ${userId})`;
}
/** What comes back to the one who did the second pass. */
const isToCorrect = (userId: string): SQL => sql`(r.entry_state = ${entryState.pendingCorrection} and r.second_user_id = ${userId})`;
/** What its author left illegible. */
const isToClear = (userId: string): SQL =>
  sql`(r.entry_state in (${entryState.waiting}, ${entryState.unclear}) and (r.first_user_id = ${userId} or r.second_user_id = ${userId}))`;

/** `waitsFor` as a queue shows it: `pass` 1 or 2 narrows to what the asking user can do now. */
function forPass(query: Query, user: ActingUser): SQL | undefined {
  const pass = parameter(query, 'pass');
  if (pass === '1') return waitsFor(1, user.id);
  if (pass === '2') return sql`(${waitsFor(2, user.id)} or ${isToCorrect(user.id)})`;
  if (pass === 'mine') return sql`(${isToCorrect(user.id)} or ${isToClear(user.id)})`;
  return undefined;
}

async function queue({ db, query, user }: CallContext<Query>, isDouble: 0 | 1) {
  const laboratories = await laboratoriesOf(db, user);
  const form = parameter(query, 'entryForm') || parameter(query, 'enterStandard');
  const page = await pageRows<EntryQueueRow & { firstUserId: string | null; secondUserId: string | null; lockedById: string | null }>(db, query, {
    columns: sql`r.id as requisition_id, r.requisition_code, r.entry_form, r.is_double_entry, r.entry_state, r.first_user_id, r.first_user_name as first_by, r.first_time, r.second_user_id, r.second_user_name as second_by, r.second_time,
      ${nameOf.client('r')} as send_sample_client_name, ${nameOf.commodities('r')} as commodity_names, r.receive_time, r.create_time as receive_server_time, coalesce(r.is_urgent, 0) as is_urgent, k.user_id as locked_by_id, k.user_name as locked_by, k.until_time as locked_until, k.pass_no as locked_pass`,
    from: sql`requisition r`,
    joins: sql`left join lateral (select * from entry_lock l where l.tenant_id = r.tenant_id and l.requisition_id = r.id and l.until_time > now() order by l.until_time desc limit 1) k on true`,
    where: [
      sql`r.tenant_id = ${user.tenantId}`,
      sql`r.entry_state < ${entryState.settled}`,
      sql`r.is_double_entry = ${isDouble}`,
      inScope(sql`r.contract_laboratory_id`, laboratories),
      forPass(query, user),
      form !== '' && sql`r.entry_form = ${entryFormOf(form).key}`,
      /^[1-4]$/.test(parameter(query, 'entryState')) && sql`r.entry_state = ${parameter(query, 'entryState')}`,
      codeFilter(query, 'requisitionCode', sql`r.requisition_code`),
      idFilter(query, 'sendSampleClientId', sql`r.send_sample_client_id`),
      rangeFilter(query, 'receiveTime', sql`r.receive_time`),
      parameter(query, 'commodityId') !== '' && sql`r.commodity_ids @> ${sql.param([parameter(query, 'commodityId')])}::bigint[]`,
    ],
    order: sql`coalesce(r.is_urgent, 0) desc, r.receive_time, r.id`,
  });
  return { ...page, records: page.records.map(shown(user)) };
}

/** Who did what, never what he wrote. */
const shown =
  (user: ActingUser) =>
  ({
    firstUserId,
    secondUserId,
    lockedById,
    ...row
  }: EntryQueueRow & { firstUserId: string | null; secondUserId: string | null; lockedById: string | null }): EntryQueueRow => ({
    ...row,
    missing: [...(firstUserId ? [] : [1 as const]), ...(row.isDoubleEntry === 1 && !secondUserId ? [2 as const] : [])],
    isMine: firstUserId === user.id || secondUserId === user.id ? 1 : 0,
    ...(lockedById === user.id ? { lockedBy: null, lockedUntil: null, lockedPass: null } : {}),
  });

/** What waits for its only pass. */
export const singleEnterPage = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/single-enter-page',
  title: ['单录列表', 'Single entry queue'],
  permission: 'detail_enter',
  handle: (context) => queue(context, 0),
});

/** What waits for a first or second pass, a correction or an arbitration: which is missing, and who has it open. */
export const doubleEnterPage = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/double-enter-page',
  title: ['双录列表', 'Double entry queue'],
  permission: 'detail_enter',
  handle: (context) => queue(context, 1),
});
