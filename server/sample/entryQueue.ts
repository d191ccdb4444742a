import { sql, type SQL } from 'drizzle-orm';
import { doubleQueue, singleQueue } from '#domain/sample/entryContracts.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { EntryQueueRow } from '#domain/sample/rows.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { sightOf } from '#server/spine/sight.ts';
import { nameOf } from '#server/spine/names.ts';
import { nowSql } from '#server/storage/clock.ts';

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

/** Who did what, never what they wrote. A lock of one's own is none. */
const queue = (isDouble: 0 | 1): Listing<EntryQueueRow> => {
  const ofOthers =
    (column: SQL) =>
    ({ user }: AskedListing): SQL =>
      sql`case when k.user_id <> ${user.id} then ${column} end`;
  return {
    columns: {
      requisitionId: sql`r.id`,
      requisitionCode: sql`r.requisition_code`,
      entryForm: sql`r.entry_form`,
      isDoubleEntry: sql`r.is_double_entry`,
      entryState: sql`r.entry_state`,
      missing: sql`array_remove(array[case when r.first_user_id is null then 1 end, case when r.is_double_entry = 1 and r.second_user_id is null then 2 end], null)`,
      firstBy: sql`r.first_user_name`,
      firstTime: sql`r.first_time`,
      secondBy: sql`r.second_user_name`,
      secondTime: sql`r.second_time`,
      isMine: ({ user }) => sql`case when ${user.id}::bigint in (r.first_user_id, r.second_user_id) then 1 else 0 end`,
      lockedBy: ofOthers(sql`k.user_name`),
      lockedUntil: ofOthers(sql`k.until_time`),
      lockedPass: ofOthers(sql`k.pass_no`),
      sendSampleClientName: nameOf.client('r'),
      commodityNames: nameOf.commodities('r'),
      receiveTime: sql`r.receive_time`,
      receiveServerTime: sql`r.create_time`,
      isUrgent: sql`coalesce(r.is_urgent, 0)`,
    },
    from: sql`requisition r`,
    joins: sql`left join lateral (select * from entry_lock l where l.tenant_id = r.tenant_id and l.requisition_id = r.id and l.until_time > ${nowSql} order by l.until_time desc limit 1) k on true`,
    where: async ({ db, query, user }) => {
      const form = parameter(query, 'entryForm') || parameter(query, 'enterStandard');
      return [
        (await sightOf(db, user)).requisitions,
        sql`r.entry_state < ${entryState.settled}`,
        sql`r.is_double_entry = ${isDouble}`,
        forPass(query, user),
        form !== '' && sql`r.entry_form = ${entryFormOf(form).key}`,
      ];
    },
    searchedIn: {
      sendSampleClientId: sql`r.send_sample_client_id`,
      commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`r.commodity_ids`),
    },
    order: sql`coalesce(r.is_urgent, 0) desc, r.receive_time, r.id`,
    indexes: ['requisition_open_ix'],
  };
};
export const entryQueues = [defineListing(singleQueue, queue(0)), defineListing(doubleQueue, queue(1))];
