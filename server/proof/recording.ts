import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { ReceiptStatus, SentOperation } from '#domain/kernel/offlineWire.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { settingOf } from '#server/kernel/seal/sealKeys.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { setting } from '#server/storage/kernelTables.ts';

/**
 * Acts as a released version of the desk wrote them; what is once recorded is never changed (docs/offline.md#versions: payloads of a version
 * that ever lay in a queue are taken for ever). `{{...}}` stands where an installation has its own: see `filled`.
 */
export interface Recording {
  readonly release: string;
  readonly deviceId: string;
  /** Tubes that must wait at the lab's door before. */
  readonly tubes: readonly string[];
  readonly acts: readonly { readonly op: SentOperation; readonly expected: { readonly status: ReceiptStatus; readonly code?: string } }[];
  /** Where the acts are sealed: to which key of the server, and by whom. Keys made for the recording, used nowhere else. */
  readonly sealed?: {
    readonly kid: string;
    readonly serverKey: { readonly privateKey: string; readonly createdAt: string };
    readonly author: { readonly id: string; readonly keyId: string; readonly publicKey: string };
  };
}

export const recordedDir = fileURLToPath(new URL('recorded/', import.meta.url));

/** Everything that was ever recorded, by file. */
export function recordings(): readonly (readonly [file: string, recording: Recording])[] {
  return readdirSync(recordedDir)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(recordedDir, file), 'utf8')) as Recording]);
}

const tables: Readonly<Record<string, readonly [table: string, column: string]>> = {
  commodity: ['commodity', 'commodity_code'],
  client: ['send_sample_client', 'client_code'],
  laboratory: ['laboratory', 'laboratory_code'],
  sampleClass: ['sample_class', 'class_name'],
  user: ['user_account', 'account'],
};

/**
 * A recorded act for this installation. `{{commodity:CBC01}}`: the id of what has that code here; `{{hoursAgo:20}}`: a time so long before
 * the act itself; `{{signature:key}}`: what the lab's clerk types to sign the handover of that key.
 */
export async function filled(desk: Desk, op: SentOperation): Promise<SentOperation> {
  let text = JSON.stringify(op);
  for (const [mark, kind = '', name = ''] of text.matchAll(/\{\{(\w+):([^}]+)\}\}/g))
    text = text.replaceAll(mark, await valueOf(desk, op, kind, name));
  return JSON.parse(text) as SentOperation;
}

async function valueOf(desk: Desk, { occurredAt }: SentOperation, kind: string, name: string): Promise<string> {
  if (kind === 'hoursAgo') return formatDateTime(Date.parse(occurredAt) - Number(name) * 3_600_000);
  if (kind === 'signature') return desk.sealed(name);
  const [table, column] = tables[kind] ?? [];
  if (!table || !column) throw new Error(`a recording names {{${kind}:${name}}}`);
  const [row] = await desk.rows<{ id: string }>(
    sql`select id from ${sql.raw(table)} where ${sql.raw(column)} = ${name} and tenant_id = '000000' and is_deleted = 0`,
  );
  if (!row) throw new Error(`no ${kind} ${name}`);
  return row.id;
}

/** Makes this installation the one in which the acts were sealed: its key, its author, their key on the device. */
export async function adopt({ orm }: Desk, { deviceId, sealed }: Recording): Promise<void> {
  if (!sealed) return;
  const { kid, serverKey, author } = sealed;
  // Older than the installation's own: it opens what was sealed to it and is offered to nobody.
  await orm
    .insert(setting)
    .values(settingOf(orm, kid, serverKey))
    .onConflictDoNothing();
  const changes = JSON.stringify({ id: author.id, account: `recorded-${author.id.slice(-6)}` });
  await orm.execute(sql`insert into user_account select (jsonb_populate_record(u, ${changes}::jsonb)).* from user_account u
    where account = 'admin' and tenant_id = '000000' on conflict do nothing`);
  await orm.execute(sql`insert into device_key (tenant_id, device_id, key_id, user_id, public_key, create_time)
    values ('000000', ${deviceId}, ${author.keyId}, ${author.id}, ${author.publicKey}, ${serverKey.createdAt}) on conflict do nothing`);
}
