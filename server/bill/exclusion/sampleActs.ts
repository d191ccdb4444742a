import { sql } from 'drizzle-orm';
import { excludedBit, exclusionAct, exclusionKind, lineState } from '#domain/bill/billChoices.ts';
import { excludeSamples, restoreSamples, sampleExclusionContracts, type SampleLine } from '#domain/bill/exclusion/sampleExclusion.ts';
import type { ExcludedLine } from '#domain/bill/exclusion/exclusionLists.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { codesAsked, foundByCodes, unknownCodes } from '#server/bill/linesByCodes.ts';
import { serveCommand, type Call, type ServedCommand } from '#server/kernel/http/serve.ts';
import { selected } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { exclusionRecordTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { lineColumns, lineFrom } from './lineColumns.ts';

/** A line with what its note keeps of it. */
interface Loaded extends SampleLine {
  readonly sendSampleClientId: string | null;
  readonly sendSampleClientCode: string | null;
  readonly commodityId: string;
  readonly contractLaboratoryId: string | null;
  readonly salesmanId: string | null;
  readonly personName: string | null;
  readonly contactNumber: string | null;
  readonly auditTime: string | null;
}
const isWithdrawn = sql`(l.state = ${lineState.withdrawn} or l.withdrawn = 1 or l.is_credited = 1)`;

/** A line in the person's sight, locked. A red line is none: what it takes back is taken back. */
async function lockLine(tx: Tx, user: ActingUser, lineId: string): Promise<Loaded | null> {
  const found = await readRow<Loaded>(
    tx,
    sql`select l.sample_code, l.excluded_by::int as excluded_by, o.order_no, ${isWithdrawn} as is_withdrawn, l.send_sample_client_id::text as send_sample_client_id,
        (select k.client_code from send_sample_client k where k.tenant_id = l.tenant_id and k.id = l.send_sample_client_id) as send_sample_client_code,
        l.commodity_id::text as commodity_id, l.contract_laboratory_id::text as contract_laboratory_id, l.salesman_id::text as salesman_id, l.person_name, l.contact_number, l.audit_time
      from ${lineFrom} where ${await linesInSight(tx, user, 'l')} and l.id = ${lineId} and l.sign = 1 for update of l`,
  );
  return found ?? null;
}

const served = (command: typeof excludeSamples): ServedCommand =>
  serveCommand(command, {
    // Each reads and writes its own line alone.
    tiedBy: (payload) => {
      const { lineId } = payload as { readonly lineId?: unknown };
      return typeof lineId === 'string' ? [lineId] : null;
    },
    load: async (tx, { lineId }, { user }) => ({ line: await lockLine(tx, user, lineId) }),
    async write(tx, { change: { lineId, excludedBy }, state, input: { applicant, reason }, acting: { user, now } }) {
      const { line } = state as { readonly line: Loaded | null };
      if (!line) throw new Error('a line that was accepted is not there');
      // Its time stays: a policy that was saved while it was excluded is newer than that, and prices it.
      await tx.execute(
        sql`update sales_line set excluded_by = ${excludedBy}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${lineId}`,
      );
      const { isWithdrawn: _none, excludedBy: _before, ...kept } = line;
      await tx.execute(
        insertMany(exclusionRecordTable, [
          {
            ...kept,
            id: newId(),
            tenantId: user.tenantId,
            kind: exclusionKind.sample,
            act: (excludedBy & excludedBit.sample) === 0 ? exclusionAct.restored : exclusionAct.excluded,
            lineId,
            applicant,
            reason,
            creatorId: user.id,
            creatorName: user.name,
            createTime: now,
          },
        ]),
      );
      return { id: lineId, lines: 1, orders: [], orderCount: 0, left: 0, leftOrders: [], leftOrderCount: 0 };
    },
  });
export const sampleActs: readonly ServedCommand[] = [served(excludeSamples), served(restoreSamples as unknown as typeof excludeSamples)];

export const sampleExclusionCalls: readonly Call[] = serveCalls(sampleExclusionContracts, {
  'POST bill/excludeSampleCode/listBySampleCodeStr': {
    async handle({ db, user, body: { sampleCodeStr } }) {
      const codes = codesAsked(sampleCodeStr);
      if (codes.length === 0) return { lines: [], unknown: [] };
      const lines = await readRows<ExcludedLine>(
        db,
        sql`select ${selected(lineColumns, { user })} from ${lineFrom} where ${await linesInSight(db, user, 'l')} and ${foundByCodes(user.tenantId, codes)}
          and l.sign = 1 and l.is_credited = 0 order by l.sample_code, l.id`,
      );
      const ids = lines.map(({ lineId }) => lineId);
      return { lines, unknown: await unknownCodes(db, user.tenantId, codes, ids) };
    },
  },
});
