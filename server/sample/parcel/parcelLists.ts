import { sql, type SQL } from 'drizzle-orm';
import { toMs } from '#domain/kernel/dates.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { parcelFaults } from '#domain/sample/parcel/parcelFault.ts';
import {
  parcelContracts,
  parcels,
  requisitionWire,
  staleMinutes,
  usualParcels,
  type ParcelDetail,
  type ParcelRow,
} from '#domain/sample/parcel/parcelRows.ts';
import { parcelStatus, statusOfEvent } from '#domain/sample/parcel/parcelStatus.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { codeFilter, neededParameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nameOf } from '#server/spine/names.ts';
import { inSight } from '#server/spine/loading.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { askFor, eventsOf, nameParcel } from './followParcels.ts';

/** Alias p (the parcel); k its client. */
const facts = {
  beiAnCity: sql`k.province_name`,
  jiJianCity: sql`p.ji_jian_city`,
  jiJianTime: sql`p.ji_jian_time`,
  qianShouCity: sql`p.qian_shou_city`,
  qianShouTime: sql`p.qian_shou_time`,
  deliveryHours: sql`p.delivery_hours::float8`,
  status: sql`coalesce(p.status, 0)`,
  askedTime: sql`p.asked_time`,
} as const;
/** Why nothing newer is known, in words. */
const faultIn = (language: Language): SQL =>
  sql`(case p.fault ${sql.join(
    Object.entries(parcelFaults).map(([code, label]) => sql`when ${code}::text then ${inLanguage(label, language)}::text`),
    sql` `,
  )} else p.fault end)`;

/** `shunFeng/list`: alias r (the requisition). */
const served = defineListing(parcels, {
  columns: {
    requisitionId: sql`r.id`,
    [requisitionWire]: sql`r.requisition_code`,
    courierNumber: sql`r.courier_number`,
    ...facts,
    fault: ({ language, request }) => faultIn(language ?? (request ? languageOf(request) : 'zh')),
    laboratoryId: sql`r.contract_laboratory_id`,
    laboratoryName: nameOf.laboratory('r'),
    sendSampleClientId: sql`r.send_sample_client_id`,
    sendSampleClientName: sql`k.client_name`,
    commodityNames: nameOf.commodities('r'),
    agentName: sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`,
    salesmanName: sql`(select n.real_name from user_account n where n.tenant_id = k.tenant_id and n.id = k.salesman_id)`,
    receiveTime: sql`r.receive_time`,
    receiveServerTime: sql`r.create_time`,
  } satisfies Listing<ParcelRow>['columns'],
  from: sql`requisition r left join parcel p on p.tenant_id = r.tenant_id and p.courier_number = r.courier_number`,
  joins: sql`left join send_sample_client k on k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id`,
  where: async ({ db, user }) => [(await sightOf(db, user)).requisitions, sql`r.courier_number is not null`],
  searchedIn: { requisitionCode: ({ query }) => codeFilter(query, requisitionWire, sql`r.requisition_code`) },
  usual: usualParcels.applied,
  order: sql`r.receive_time desc, r.id`,
  indexes: ['requisition_time_ix', 'requisition_courier_ix', 'requisition_code_uq', 'parcel_number_uq', 'parcel_signed_ix'],
});
export const parcelListings = [served] as const;

interface Found extends Omit<ParcelDetail, 'events' | 'requisitionCodes'> {
  readonly id: string;
}
type Asking = Pick<CallContext<unknown>, 'db' | 'user' | 'request'>;

/** A parcel that a requisition or an announcement of the person's laboratories names. Throws UserError 404. */
async function parcelOf({ db, user, request }: Asking, courierNumber: string): Promise<{ parcel: Found | null; requisitionCodes: string[] }> {
  const sight = await sightOf(db, user);
  const named = await readRows<{ code: string }>(
    db,
    sql`select r.requisition_code as code from requisition r where ${sight.requisitions} and r.courier_number = ${courierNumber} order by r.receive_time desc, r.id`,
  );
  const announced = await readRow<{ id: string }>(
    db,
    sql`select e.id::text as id from expected_sample e where e.tenant_id = ${user.tenantId} and e.courier_number = ${courierNumber} and ${inSight(user, sql`e.laboratory_id`)} limit 1`,
  );
  if (named.length === 0 && !announced) throw new UserError(404, ['没有此物流单号', 'No such courier number']);
  const parcel = await readRow<Found>(
    db,
    sql`select ${selected({ id: sql`p.id::text`, courierNumber: sql`p.courier_number`, ...facts, fault: faultIn(languageOf(request)) })}
      from parcel p left join lateral (select c.province_name from requisition r join send_sample_client c on c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id
        where ${sight.requisitions} and r.courier_number = p.courier_number order by r.id limit 1) k on true
      where p.tenant_id = ${user.tenantId} and p.courier_number = ${courierNumber}`,
  );
  return { parcel: parcel ?? null, requisitionCodes: named.map(({ code }) => code) };
}

export const parcelCalls: readonly Call[] = serveCalls(parcelContracts, {
  'GET sample/shunFeng/detail': {
    async handle(context) {
      const courierNumber = neededParameter(context.query, 'courierNumber');
      const { parcel, requisitionCodes } = await parcelOf(context, courierNumber);
      const none = { beiAnCity: null, jiJianCity: null, jiJianTime: null, qianShouCity: null, qianShouTime: null, deliveryHours: null };
      if (!parcel) return { courierNumber, ...none, status: parcelStatus.unknown, askedTime: null, fault: null, requisitionCodes, events: [] };
      const { id, ...told } = parcel;
      const events = await eventsOf(context.db, context.user.tenantId, id);
      return {
        ...told,
        requisitionCodes,
        events: events.map((event) => {
          const { opCode, acceptTime, acceptAddress, remark } = event;
          return { opCode, acceptTime, acceptAddress, remark, status: statusOfEvent(event) ?? null };
        }),
      };
    },
  },
  'POST sample/shunFeng/refresh': {
    async handle(context) {
      const { courierNumber } = context.body;
      const { parcel } = await parcelOf(context, courierNumber);
      // A failed try is no word of the courier's: whoever looks may ask again at once.
      const isFresh = parcel?.askedTime && parcel.fault === null && toMs(context.now) - toMs(parcel.askedTime) < staleMinutes * 60_000;
      if (isFresh) return { isAsked: false };
      if (!parcel) await nameParcel(context.database, context.user.tenantId, courierNumber, context.now);
      const clock = (): number => toMs(context.now);
      const asked = await askFor({ database: context.database, courier: context.ports.courier, clock }, context.user.tenantId, [courierNumber]);
      if (asked === 'noAccount') throw new UserError(409, ['没有启用的物流账号', 'No courier account is on']);
      return { isAsked: true };
    },
  },
});
