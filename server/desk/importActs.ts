import { sql } from 'drizzle-orm';
import { deskImportContracts } from '#domain/desk/deskContracts.ts';
import { type ImportedAct } from '#domain/desk/deskImport.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { runBatch } from '#server/kernel/act/actBatch.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deskContextOf } from '#server/kernel/act/deskContext.ts';
import { isDesk } from '#server/kernel/desk/deskProof.ts';
import { readActs } from '#server/kernel/desk/offlineRoutes.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';

const toldOf = ({ opId, status, duplicate, serverSeq, serverTime, code, params, problems }: Receipt): ImportedAct => ({
  opId,
  status,
  duplicate,
  serverSeq,
  serverTime,
  ...(code === undefined ? {} : { code, params: params ?? {} }),
  ...(problems ? { problems } : {}),
});

function countsOf(receipts: readonly Receipt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, duplicate } of receipts) {
    const key = duplicate ? 'duplicate' : status;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

export const deskImportCalls: readonly Call[] = serveCalls(deskImportContracts, {
  /**
   * Takes in acts that a person carried from a desk that cannot send. The same door as the desks' own: each act under its
   * own key, as its author's, who is proven by their signature; what the server has already, it only answers again. So neither
   * importing twice nor the desk's return can double one. That the desk was heard of is not noted: it was not.
   */
  'POST sample/offline/import': {
    judgesParts: true,
    handle: async ({ database, body, user, request, now }) => {
      const { deviceId, exportedAt } = body;
      const { ops, unreadable } = readActs(body.ops);
      const courier = { tenantId: user.tenantId, userId: user.id, user, deviceId: null };
      const isOwn = await isDesk(database.orm, request, user.tenantId, deviceId);
      const receipts = await runBatch(deskContextOf(request), courier, { deviceId, isDesk: isOwn, ops, unreadable }, request.log);
      // What its authors proved says how far the desk had counted; a file alone says nothing.
      const taken = new Set(receipts.filter(({ serverSeq }) => serverSeq !== '0').map(({ opId }) => opId));
      const highest = ops.reduce((most, { opId, seq }) => (taken.has(opId) ? Math.max(most, seq) : most), 0);
      await database.orm.execute(sql`update device set max_seq_reported = greatest(max_seq_reported, ${highest})
      where tenant_id = ${user.tenantId} and device_id = ${deviceId}`);
      const after = { exportedAt, acts: ops.length, ...countsOf(receipts) };
      await database.transaction((tx) =>
        writeAudit(tx, { user, deviceId: null, opId: null, action: 'desk.import', subject: deviceId, before: null, after, now }),
      );
      return { results: receipts.map(toldOf) };
    },
  },
});
