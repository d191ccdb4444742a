import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { courierAccount } from '#domain/op/courierAccount.ts';
import { expectedState } from '#domain/op/expected.ts';
import { parcelFault } from '#domain/sample/parcel/parcelFault.ts';
import { deliveryHours, orderedEvents, parcelStatus, statusOf, statusOfEvent, type ParcelEvent } from '#domain/sample/parcel/parcelStatus.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { CourierFault, numbersAtOnce, type CourierAccount, type CourierPort } from '#server/ports/parcels.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId, reserveIds } from '#server/storage/ids.ts';
import { parcelEventTable } from '#server/storage/parcelTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** By what parcels are followed. */
export interface Following {
  readonly database: Database;
  readonly courier: CourierPort;
  /** Milliseconds since 1970; the server's clock unless a test says otherwise. */
  readonly clock?: () => number;
}
/** A parcel is followed so long behind the day it was first named. */
const followedDays = 15;
const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** Calls of one run; the next hour goes on. */
const callsPerRun = 200;

/** Follows parcels, every hour (docs/desk.md#parcels). */
export const parcelFollowing = (following: Following): JobKind<object> => ({
  name: 'parcel.follow',
  cron: '7 * * * *',
  expireSeconds: 1_800,
  run: (_none, signal) => followParcels(following, signal),
});

/** Takes up what was named since, and asks for all that is due; a courier that does not tell keeps what is known, with its words. */
export async function followParcels(following: Following, signal: AbortSignal): Promise<void> {
  const { database, clock = nowMs } = following;
  const now = clock();
  await takeUp(database, now);
  const tenants = await readRows<{ tenantId: string }>(
    database.orm,
    sql`select distinct tenant_id from parcel where next_query_time <= ${formatDateTime(now)} order by 1`,
  );
  for (const { tenantId } of tenants) {
    for (let call = 0; call < callsPerRun && !signal.aborted; call++) {
      const due = await readRows<{ courierNumber: string }>(
        database.orm,
        sql`select courier_number from parcel where tenant_id = ${tenantId} and next_query_time <= ${formatDateTime(now)} order by next_query_time, id limit ${numbersAtOnce}`,
      );
      const numbers = due.map(({ courierNumber }) => courierNumber);
      if (numbers.length === 0 || (await askFor(following, tenantId, numbers)) !== 'told') break;
    }
  }
}

/** What is more waits for the next hour. */
const takenUpAtOnce = 50_000;
/** Courier numbers that requisitions and announcements named of late. */
async function takeUp(database: Database, now: number): Promise<void> {
  const since = formatDateTime(now - followedDays * dayMs);
  const at = formatDateTime(now);
  await database.orm.execute(sql`insert into parcel (id, tenant_id, courier_number, next_query_time, create_time, update_time)
    select ${reserveIds(takenUpAtOnce)}::bigint - 1 + row_number() over (order by named.number), named.tenant_id, named.number, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from (select r.tenant_id, r.courier_number as number from requisition r where r.receive_time >= ${since} and r.courier_number is not null
      union select e.tenant_id, e.courier_number from expected_sample e where e.expect_time >= ${since} and e.courier_number is not null) named
    where named.number <> '' and not exists (select 1 from parcel p where p.tenant_id = named.tenant_id and p.courier_number = named.number)
    limit ${takenUpAtOnce} on conflict do nothing`);
}

/** Takes one number up that a person looks at before the hour is over. `now`: `yyyy-MM-dd HH:mm:ss`. */
export async function nameParcel({ orm }: Database, tenantId: string, courierNumber: string, now: string): Promise<void> {
  await orm.execute(sql`insert into parcel (id, tenant_id, courier_number, next_query_time, create_time, update_time)
    values (${newId()}, ${tenantId}, ${courierNumber}, ${now}, ${now}, ${now}) on conflict do nothing`);
}

/** The first account of a tenant that is on, its check word opened. */
async function accountOf({ database }: Following, tenantId: string): Promise<CourierAccount | null> {
  const row = await readRow<{ id: string; apiUrl: string; partnerId: string | null; phoneTail: string | null }>(
    database.orm,
    sql`select id::text as id, api_url, partner_id, phone_tail from courier_account where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0 order by id limit 1`,
  );
  if (!row) return null;
  const { checkword } = await openSecrets(database.orm, courierAccount, tenantId, row.id);
  return { apiUrl: row.apiUrl, partnerId: row.partnerId ?? '', phoneTail: row.phoneTail ?? '', checkword: checkword ?? '' };
}

/**
 * Asks the courier for parcels of a tenant, at most `numbersAtOnce`, and keeps what it says, or why it did not: a call for each half where the answer for
 * all is too long. `noAccount`: there is none to ask by. `unreached`: it does not answer, and is not asked for others now.
 */
export async function askFor(following: Following, tenantId: string, numbers: readonly string[]): Promise<'told' | 'noAccount' | 'unreached'> {
  const { database, courier, clock = nowMs } = following;
  const account = await accountOf(following, tenantId);
  if (!account) return 'noAccount';
  const asked = await courier.routes(account, numbers).catch((error: unknown) => {
    if (error instanceof CourierFault) return error;
    throw error;
  });
  if (asked instanceof CourierFault && asked.message === parcelFault.tooLong && numbers.length > 1) {
    const half = Math.ceil(numbers.length / 2);
    const first = await askFor(following, tenantId, numbers.slice(0, half));
    return first === 'told' ? askFor(following, tenantId, numbers.slice(half)) : first;
  }
  const now = clock();
  await database.transaction(async (tx) => {
    if (!(asked instanceof CourierFault)) for (const number of numbers) await keepEvents(tx, tenantId, number, asked.get(number) ?? [], now);
    const fault = asked instanceof CourierFault ? asked.message.slice(0, 200) : null;
    await tx.execute(sql`update parcel set asked_time = ${formatDateTime(now)}, fault = ${fault}, update_time = ${formatDateTime(now)}, version = version + 1,
        next_query_time = case when next_query_time is not null and status not in (${endedStates}) and create_time > ${formatDateTime(now - followedDays * dayMs)}
          then ${formatDateTime(now + hourMs)}::timestamptz end
      where tenant_id = ${tenantId} and courier_number = ${anyText(numbers)}`);
  });
  return asked instanceof CourierFault && asked.isUnreached ? 'unreached' : 'told';
}
/** Where nothing more is asked for by itself. */
const endedStates: SQL = sql.raw([parcelStatus.signed, parcelStatus.returned].join(', '));

/**
 * Keeps what a courier told of one parcel, in whatever order it came, and works out how far it is. A number nobody named is not kept. What was announced
 * to come with it should be here as soon as it was signed for.
 */
export async function keepEvents(tx: Tx, tenantId: string, courierNumber: string, events: readonly ParcelEvent[], now: number): Promise<boolean> {
  const parcel = await readRow<{ id: string }>(
    tx,
    sql`select id::text as id from parcel where tenant_id = ${tenantId} and courier_number = ${courierNumber} for update`,
  );
  if (!parcel) return false;
  if (events.length === 0) return true;
  const at = formatDateTime(now);
  const rows = orderedEvents(events).map((event) => ({
    ...event,
    tenantId,
    parcelId: parcel.id,
    remarkHash: createHash('sha256').update(event.remark).digest('hex'),
    createTime: at,
  }));
  await tx.execute(sql`${insertMany(parcelEventTable, rows)} on conflict do nothing`);
  const all = orderedEvents(await eventsOf(tx, tenantId, parcel.id));
  const status = statusOf(all);
  const handedIn = all.find((event) => statusOfEvent(event) === parcelStatus.collected) ?? null;
  const signedFor = all.find((event) => statusOfEvent(event) === parcelStatus.signed) ?? null;
  await tx.execute(sql`update parcel set fault = null, status = ${status}, ji_jian_city = ${handedIn?.acceptAddress ?? null}, ji_jian_time = ${handedIn?.acceptTime ?? null}::timestamptz,
      qian_shou_city = ${signedFor?.acceptAddress ?? null}, qian_shou_time = ${signedFor?.acceptTime ?? null}::timestamptz,
      delivery_hours = ${deliveryHours(handedIn?.acceptTime ?? null, signedFor?.acceptTime ?? null)}, update_time = ${at}, version = version + 1
    where tenant_id = ${tenantId} and id = ${parcel.id}`);
  if (signedFor)
    await tx.execute(sql`update expected_sample set expect_time = ${signedFor.acceptTime}, update_time = ${at}, version = version + 1
      where tenant_id = ${tenantId} and courier_number = ${courierNumber} and state = ${expectedState.due} and expect_time > ${signedFor.acceptTime}`);
  return true;
}

/** Says at the parcels that a push named why it was not taken, and has the courier asked for them at the next run; of the push itself nothing is kept. */
export async function refusePush({ orm }: Database, tenantId: string, numbers: readonly string[], now: number): Promise<void> {
  const at = formatDateTime(now);
  await orm.execute(sql`update parcel set fault = ${parcelFault.pushDigest}, update_time = ${at}, version = version + 1,
      next_query_time = case when next_query_time is not null then ${at}::timestamptz end
    where tenant_id = ${tenantId} and courier_number = ${anyText(numbers)}`);
}

/** All events that are kept of a parcel, in the order they happened. */
export const eventsOf = (tx: Pick<Tx, 'execute'>, tenantId: string, parcelId: string): Promise<ParcelEvent[]> =>
  readRows<ParcelEvent>(
    tx,
    sql`select op_code, accept_time, accept_address, remark, first_status_code from parcel_event where tenant_id = ${tenantId} and parcel_id = ${parcelId} order by accept_time, op_code, remark_hash`,
  );
