import { sql } from 'drizzle-orm';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { ServedCommand } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Does an act as its rule and its server half do it, at a time of the past; throws where the rule refuses it. */
export async function doneAs(tx: Tx, served: ServedCommand, input: object, acting: Acting): Promise<any> {
  const asked = { input: served.command.input.parse(input), acting };
  const [state] = await served.loadAll(tx, [asked]);
  const outcome = served.command.decide(state, asked.input, acting);
  if (!outcome.accepted) throw new Error(`demo data: ${served.command.name} was refused, ${outcome.code}`);
  const [answer] = await served.writeAll(tx, [{ ...asked, state, change: outcome.change, opId: newId() }]);
  return answer;
}
export const commandNamed = (acts: readonly ServedCommand[], name: string): ServedCommand => acts.find(({ command }) => command.name === name)!;
export const actingAt = (user: ActingUser, now: string): Acting => ({ user, now, occurredAt: null, deviceId: null });

/** An account of the demo as who acts; the first account of all stands in for a missing one. */
export async function demoPerson(tx: Tx, tenantId: string, account: string, permissions: readonly string[] = []): Promise<ActingUser> {
  const row = await readRow<Omit<ActingUser, 'permissions' | 'tenantId'>>(
    tx,
    sql`select id::text as id, account, real_name as name from user_account where tenant_id = ${tenantId} and is_deleted = 0 order by account = ${account} desc, id limit 1`,
  );
  if (!row) throw new Error('demo data: the tenant has no accounts');
  return { ...row, tenantId, permissions: new Set(permissions) };
}
