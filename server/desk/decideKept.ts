import { sql } from 'drizzle-orm';
import { keptDecisionContracts } from '#domain/desk/deskContracts.ts';
import type { KeptDecision } from '#domain/desk/keptAct.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { deskContextOf, type DeskContext } from '#server/kernel/act/deskContext.ts';
import { rejectKept } from '#server/kernel/act/keepAct.ts';
import { readPayload } from '#server/kernel/act/openAct.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { ofPeers, peersOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf, anyText } from '#server/storage/sqlParts.ts';

interface Kept {
  readonly opId: string;
  readonly deviceId: string;
  readonly op: SentOperation;
}

const waits = (opId: string, code: string, params: Readonly<Record<string, unknown>> = {}): KeptDecision => ({
  opId,
  status: 'kept',
  duplicate: false,
  code,
  params,
});

/** Does a kept act as its author's, with the supervisor as its courier and under the supervisor's own rights: the author's are gone with their account. */
async function release(context: DeskContext, supervisor: ActingUser, { opId, deviceId, op }: Kept): Promise<KeptDecision> {
  const served = context.commands.get(op.type);
  if (!served) return waits(opId, 'command.unknown');
  const { command } = served;
  if (!supervisor.permissions.has(command.permission)) return waits(opId, 'command.forbidden', { title: command.title });
  const read = await readPayload(context, op);
  if (!('payload' in read)) return waits(opId, read.code);
  const author = await context.findAuthor(supervisor.tenantId, op.authorId, '');
  if (!author) return waits(opId, 'kept.unknown');
  const receipt = await runCommand(context.database, served, {
    opId,
    payload: read.payload,
    typeVersion: op.typeVersion,
    author: { ...author.user, permissions: supervisor.permissions },
    courierId: supervisor.id,
    deviceId,
    seq: op.seq,
    occurredAt: op.occurredAt,
    clockOffsetMs: op.clockOffsetMs,
    supersedes: op.supersedes ?? null,
    releasedBy: supervisor,
  });
  return receipt.status === 'kept' ? waits(opId, 'kept.earlierWaits') : decisionOf(receipt);
}

const decisionOf = ({ opId, status, duplicate, code, params, problems }: KeptDecision): KeptDecision => ({
  opId,
  status,
  duplicate,
  ...(code === undefined ? {} : { code, params: params ?? {} }),
  ...(problems ? { problems } : {}),
});

/** One after another, in the order in which their desks wrote them; a fault is the row's alone. */
async function decideEach(
  { database }: DeskContext,
  supervisor: ActingUser,
  opIds: readonly string[],
  decide: (kept: Kept) => Promise<KeptDecision>,
  log: { readonly error: (facts: object, text: string) => void },
): Promise<KeptDecision[]> {
  const meant = allOf([
    sql`tenant_id = ${supervisor.tenantId}`,
    sql`op_id = ${anyText(opIds)}`,
    ofPeers(sql`author_id`, await peersOf(database.orm, supervisor)),
  ]);
  const rows = await readRows<Omit<Kept, 'op'> & { readonly op: string }>(
    database.orm,
    sql`select op_id, device_id, op from kept_act where ${meant} order by device_id, seq, kept_time`,
  );
  const found = rows.map((row): Kept => ({ ...row, op: JSON.parse(row.op) as SentOperation }));
  const decided: KeptDecision[] = [];
  for (const kept of found) {
    try {
      decided.push(await decide(kept));
    } catch (error) {
      log.error({ err: error, opId: kept.opId }, 'kept act failed');
      decided.push(waits(kept.opId, 'kept.failed'));
    }
  }
  const known = new Set(found.map(({ opId }) => opId));
  const unknown = opIds.filter((opId) => !known.has(opId));
  return [...decided, ...unknown.map((opId): KeptDecision => ({ opId, status: 'refused', duplicate: false, code: 'kept.unknown', params: {} }))];
}

export const decideKeptCalls: readonly Call[] = serveCalls(keptDecisionContracts, {
  'POST sample/offline/kept/release': {
    handle: ({ body, user, request }) => {
      const door = deskContextOf(request);
      return decideEach(door, user, body.opIds, (kept) => release(door, user, kept), request.log);
    },
  },
  'POST sample/offline/kept/reject': {
    handle: ({ body, user, request }) => {
      const { opIds, reason } = body;
      const door = deskContextOf(request);
      return decideEach(door, user, opIds, async ({ opId }) => decisionOf(await rejectKept(door.database, opId, user, reason)), request.log);
    },
  },
});
