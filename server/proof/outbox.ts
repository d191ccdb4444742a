import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { commandByName } from '#domain/commands.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import {
  deviceCredentialHeader,
  outboxEpoch,
  type BatchAnswer,
  type DeviceState,
  type Receipt,
  type SentOperation,
} from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { nowIso } from '#server/storage/clock.ts';

const product = 'accession';
export const opsPath = callPath('sample', 'offline/ops', product);

/** What several people at one desk share. */
export interface Device {
  readonly deviceId: string;
  seq: number;
  /** What the desk holds once somebody made it theirs. */
  credential?: string;
}
export const newDevice = (): Device => ({ deviceId: `proof-${randomUUID()}`, seq: 0 });

/** One desk's queue as its device keeps it: acts are written down in order and frozen; sending them is another matter. */
export class Outbox {
  readonly account: Account;
  readonly device: Device;
  readonly #desk: Desk;

  constructor(desk: Desk, account: Account, device: Device = newDevice()) {
    this.#desk = desk;
    this.account = account;
    this.device = device;
  }

  get deviceId(): string {
    return this.device.deviceId;
  }
  get maxSeq(): number {
    return this.device.seq;
  }

  /** Writes an act down. Times are the desk's own. */
  async write(type: string, payload: object, { opId = randomUUID() as string, occurredAt = nowIso() } = {}): Promise<SentOperation> {
    const command = commandByName(type);
    if (!command) throw new Error(`no command ${type}`);
    this.device.seq += 1;
    const { seq } = this.device;
    return {
      opId,
      seq,
      authorId: (await this.#desk.me(this.account)).id,
      type,
      typeVersion: command.version,
      payload,
      payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
      lanes: command.lanes(command.input.parse(payload)),
      dependsOn: [],
      occurredAt,
      clockOffsetMs: 0,
      appVersion: 'proof',
    };
  }

  /** Sends a batch as the sender does; the answers in the server's order. Throws where the batch as a whole is refused. */
  async send(ops: readonly SentOperation[]): Promise<readonly Receipt[]> {
    return resultsOf(await (await this.#desk.as(this.account)).post(opsPath, this.body(ops), this.deskHeaders()));
  }

  /** The same without anybody's session, under the device's credential. */
  async sendUnder(credential: string, ops: readonly SentOperation[]): Promise<readonly Receipt[]> {
    const headers = { [deviceCredentialHeader]: credential };
    return resultsOf(await this.#desk.app.inject({ method: 'POST', url: opsPath, headers, payload: this.body(ops) }));
  }

  /** By what the desk proves itself beside a session; one without keys has nothing. */
  deskHeaders(): Record<string, string> {
    return {};
  }

  body(ops: readonly SentOperation[]) {
    return { deviceId: this.deviceId, maxSeq: this.maxSeq, epoch: outboxEpoch, ops };
  }

  /** What the server says it holds of this device. */
  async state(): Promise<DeviceState> {
    const caller = await this.#desk.as(this.account);
    const query = { device: this.deviceId, maxSeq: String(this.maxSeq) };
    return (await caller.get(callPath('sample', 'offline/state', product), query, this.deskHeaders())).json<{ data: DeviceState }>().data;
  }
}

function resultsOf(answer: { readonly statusCode: number; readonly body: string }): readonly Receipt[] {
  if (answer.statusCode !== 200) throw new Error(`batch answered ${answer.statusCode}: ${answer.body}`);
  return (JSON.parse(answer.body) as { data: BatchAnswer }).data.results;
}

/** A receipt without what may differ between the first answer and a later one. */
export const lasting = ({ duplicate: _duplicate, ...receipt }: Receipt): string => canonicalJson(receipt);

/** The same acts on many ways at once: each applied once, and everybody told the same. Answers what one of them was told. */
export async function sendAtOnce(
  desk: Desk,
  ops: readonly SentOperation[],
  ways: readonly ((ops: readonly SentOperation[]) => Promise<readonly Receipt[]>)[],
): Promise<readonly Receipt[]> {
  const answers = await Promise.all(ways.map((send) => send(ops)));
  for (const op of ops) {
    const receipts = answers.map((results) => results.find(({ opId }) => opId === op.opId));
    expect(
      receipts.filter((receipt) => receipt === undefined),
      op.type,
    ).toEqual([]);
    expect(
      receipts.filter((receipt) => receipt?.duplicate === false),
      op.type,
    ).toHaveLength(1);
    expect(new Set(receipts.map((receipt) => lasting(receipt as Receipt))).size, op.type).toBe(1);
    expect(receipts[0], op.type).toMatchObject({ status: 'applied' });
    expect(await traces(desk, op.opId), op.type).toEqual({ ledger: 1, audit: 1 });
  }
  return answers[0] ?? [];
}

/** How many rows of the ledger and of the audit an act left. */
export async function traces(desk: Desk, opId: string): Promise<{ ledger: number; audit: number }> {
  const [row] = await desk.rows<{ ledger: number; audit: number }>(
    sql`select (select count(*) from client_op where op_id = ${opId})::int as ledger, (select count(*) from audit_entry where op_id = ${opId})::int as audit`,
  );
  return row ?? { ledger: 0, audit: 0 };
}

/** Numbers from a seed (mulberry32), so that a failing order can be played again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
