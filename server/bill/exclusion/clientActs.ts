import { sql } from 'drizzle-orm';
import { exclusionAct, exclusionKind } from '#domain/bill/billChoices.ts';
import {
  clientExclusionContracts,
  endCommodityRestore,
  excludeClients,
  restoreClients,
  restoreCommodities,
  type ClientExclusionChange,
  type ClientExclusionState,
  type CommodityExceptionChange,
  type CommodityExceptionState,
} from '#domain/bill/exclusion/clientExclusion.ts';
import type { TouchedLines } from '#domain/bill/touchedLines.ts';
import type { Acting, ActingUser, Command } from '#domain/kernel/command.ts';
import { idsIn } from '#server/kernel/core/idList.ts';
import { serveCommand, type Call, type ServedCommand } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { refreshClientBits } from '#server/spine/bill/clientBits.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { exclusionExceptionTable, exclusionRecordTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { areElsewhere, changeMaster, countLines, isFree, linesOf, lockClient, orderedLines } from '../touchLines.ts';

interface Loaded {
  readonly clientName: string;
  readonly isExcluded: number;
  readonly clientCode: string;
  readonly contractLaboratoryId: string | null;
  readonly salesmanId: string | null;
}
const clientColumns = sql`k.client_name, k.client_code, coalesce(k.is_excluded, 0)::int as is_excluded, k.contract_laboratory_id::text as contract_laboratory_id,
  k.salesman_id::text as salesman_id`;

/** A client and whether an act on it would reach beyond the person's laboratories; both locked by the client's row. */
async function clientState(
  tx: Tx,
  user: ActingUser,
  clientId: string,
  commodityId?: string,
): Promise<ClientExclusionState & { readonly client: Loaded | null }> {
  const laboratoryIds = await laboratoriesOf(tx, user);
  const client = await lockClient<Loaded>(tx, user, clientId, clientColumns, laboratoryIds);
  const where = linesOf(user.tenantId, { clientIds: [clientId], ...(commodityId ? { commodityIds: [commodityId] } : {}) });
  return { client, isElsewhere: client !== null && (await areElsewhere(tx, where, laboratoryIds)) };
}

interface Noted {
  readonly acting: Acting;
  readonly client: Loaded;
  readonly clientId: string;
  readonly commodityId?: string;
  readonly isExcluding: boolean;
  readonly applicant: string;
  readonly reason: string;
}
/** Sets the client's bit of its free lines anew, notes the act for ever, and tells what was ordered and so stays. */
async function settleBits(
  tx: Tx,
  { acting: { user, now }, client, clientId, commodityId, isExcluding, applicant, reason }: Noted,
): Promise<Omit<TouchedLines, 'id'>> {
  const where = linesOf(user.tenantId, { clientIds: [clientId], ...(commodityId ? { commodityIds: [commodityId] } : {}) });
  const met = await readRows<{ lineId: string }>(
    tx,
    sql`select l.id::text as line_id from sales_line l where ${where} and ${isFree} and (l.excluded_by & 1) <> ${isExcluding ? 1 : 0} order by l.id for update`,
  );
  const lines = await refreshClientBits(
    tx,
    user.tenantId,
    met.map(({ lineId }) => lineId),
  );
  await tx.execute(
    insertMany(exclusionRecordTable, [
      {
        id: newId(),
        tenantId: user.tenantId,
        kind: commodityId ? exclusionKind.commodity : exclusionKind.client,
        act: isExcluding ? exclusionAct.excluded : exclusionAct.restored,
        sendSampleClientId: clientId,
        sendSampleClientCode: client.clientCode,
        commodityId: commodityId ?? null,
        contractLaboratoryId: client.contractLaboratoryId,
        salesmanId: client.salesmanId,
        applicant,
        reason,
        creatorId: user.id,
        creatorName: user.name,
        createTime: now,
      },
    ]),
  );
  return { lines, orders: [], orderCount: 0, ...(await orderedLines(tx, where)) };
}

type ClientCommand = typeof excludeClients;
const servedClient = (command: ClientCommand): ServedCommand =>
  serveCommand(command, {
    load: (tx, { sendSampleClientId }, { user }) => clientState(tx, user, sendSampleClientId),
    async write(tx, { change, state, input: { applicant, reason }, acting }) {
      const { sendSampleClientId: clientId, isExcluded } = change as ClientExclusionChange;
      const { client } = state as Awaited<ReturnType<typeof clientState>>;
      if (!client) throw new Error('a client that was accepted is not there');
      await changeMaster(tx, 'send_sample_client', clientId, sql`is_excluded = ${isExcluded}`, acting.user, acting.now);
      return { id: clientId, ...(await settleBits(tx, { acting, client, clientId, isExcluding: isExcluded === 1, applicant, reason })) };
    },
  });

type CommodityCommand = typeof restoreCommodities;
type CommodityLoaded = CommodityExceptionState & { readonly client: Loaded | null };
const servedCommodity = (command: CommodityCommand): ServedCommand =>
  serveCommand(command as Command<any, any, any, any, any, TouchedLines> as CommodityCommand, {
    async load(tx, { sendSampleClientId, commodityId }, { user }): Promise<CommodityLoaded> {
      const known = await clientState(tx, user, sendSampleClientId, commodityId);
      const commodity = await readRow<{ commodityName: string; isException: boolean }>(
        tx,
        sql`select c.commodity_name, exists (select 1 from exclusion_exception e where e.tenant_id = c.tenant_id and e.send_sample_client_id = ${sendSampleClientId} and e.commodity_id = c.id) as is_exception
          from commodity c where c.tenant_id = ${user.tenantId} and c.id = ${commodityId} and c.is_deleted = 0`,
      );
      return { ...known, commodityName: commodity?.commodityName ?? null, isException: commodity?.isException ?? false };
    },
    async write(tx, { change, state, input: { applicant, reason }, acting }) {
      const { sendSampleClientId: clientId, commodityId, isException } = change as CommodityExceptionChange;
      const { client } = state as CommodityLoaded;
      if (!client) throw new Error('a client that was accepted is not there');
      const { user, now } = acting;
      if (isException)
        await tx.execute(
          insertMany(exclusionExceptionTable, [
            {
              tenantId: user.tenantId,
              sendSampleClientId: clientId,
              commodityId,
              applicant,
              reason,
              creatorId: user.id,
              creatorName: user.name,
              createTime: now,
            },
          ]),
        );
      else
        await tx.execute(
          sql`delete from exclusion_exception where tenant_id = ${user.tenantId} and send_sample_client_id = ${clientId} and commodity_id = ${commodityId}`,
        );
      return { id: commodityId, ...(await settleBits(tx, { acting, client, clientId, commodityId, isExcluding: !isException, applicant, reason })) };
    },
  });

export const clientActs: readonly ServedCommand[] = [
  servedClient(excludeClients),
  servedClient(restoreClients as unknown as ClientCommand),
  servedCommodity(restoreCommodities),
  servedCommodity(endCommodityRestore as unknown as CommodityCommand),
];

export const clientExclusionCalls: readonly Call[] = serveCalls(clientExclusionContracts, {
  'GET bill/excludeSendSampleClient/counts': {
    async handle({ db, user, query: { sendSampleClientIds, commodityIds = '' } }) {
      const of = { clientIds: idsIn(sendSampleClientIds), ...(commodityIds === '' ? {} : { commodityIds: idsIn(commodityIds) }) };
      return countLines(db, sql`${await linesInSight(db, user, 'l')} and ${linesOf(user.tenantId, of)}`);
    },
  },
});
