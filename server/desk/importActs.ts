import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { deskImportPath, mostImported, type DeskImportAnswer, type ImportedAct } from '#domain/desk/deskImport.ts';
import { superviseDesks } from '#domain/desk/keptAct.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import { runBatch } from '#server/kernel/actBatch.ts';
import { UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { deskDoorOf } from '#server/kernel/deskDoor.ts';
import { isDesk } from '#server/kernel/deskProof.ts';
import { deskKey } from '#server/kernel/deviceRoutes.ts';
import { readActs } from '#server/kernel/offlineRoutes.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';

const batch = z.object({ deviceId: deskKey, exportedAt: z.string().max(40), ops: z.array(z.unknown()).min(1).max(mostImported) });

/**
 * Takes in acts that a person carried from a desk that cannot send. The same door as the desks' own: each act under its
 * own key, as its author's, who is proven by his signature; what the server has already, it only answers again. So neither
 * importing twice nor the desk's return can double one. That the desk was heard of is not noted: it was not.
 */
const importActs = defineCall({
  method: 'POST',
  service: 'sample',
  path: deskImportPath,
  title: ['导入前台待上传操作', 'Import the acts of a desk'],
  permission: superviseDesks.code,
  judgesParts: true,
  handle: async ({ database, body, user, request, now }): Promise<DeskImportAnswer> => {
    const asked = batch.safeParse(body);
    if (!asked.success) throw new UserError(400, ['文件内容不正确', 'Malformed file']);
    const { deviceId, exportedAt } = asked.data;
    const { ops, unreadable } = readActs(asked.data.ops);
    const courier = { tenantId: user.tenantId, userId: user.id, user, deviceId: null };
    const isOwn = await isDesk(database.orm, request, user.tenantId, deviceId);
    const receipts = await runBatch(deskDoorOf(request), courier, { deviceId, isDesk: isOwn, ops, unreadable }, request.log);
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
});

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

export const deskImportCalls: readonly Call[] = [importActs];
