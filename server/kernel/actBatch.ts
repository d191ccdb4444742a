import type { FastifyBaseLogger } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { blobMissingCode } from '#domain/kernel/blobParts.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { authorUnprovenCode, discardCommandName, type KeptReason, type Receipt, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { bindBlob } from './blobStore.ts';
import type { Courier } from './courier.ts';
import type { Author, DeskDoor } from './deskDoor.ts';
import { keepAct } from './keepAct.ts';
import { openActs, type OpenedAct } from './openAct.ts';
import { runCommand } from './runCommand.ts';
import type { ServedCommand } from './serve.ts';
import { keepable } from './unkeepable.ts';

/** Acts of one batch that are done beside each other; the embedded engine has one session, there only the rest overlaps. */
const actsAtOnce = { embedded: 2, postgres: 4 } as const;

interface Batch {
  readonly deviceId: string;
  readonly ops: readonly SentOperation[];
}
type Open = Extract<OpenedAct, { state: 'open' }>;

/**
 * Does the acts of one desk's batch and answers each. Behind a refused act its lane is blocked; an act that failed, and
 * what stands behind it, has no answer. An act that was kept for a supervisor blocks nothing: the rule judges what follows.
 */
export async function runBatch(door: DeskDoor, courier: Courier, { deviceId, ops }: Batch, log: FastifyBaseLogger): Promise<Receipt[]> {
  const { database, commands } = door;
  const opened = await openActs(door, courier, deviceId, ops);
  const authorOf = authorsOf(door, courier);
  const refusedAt = new Set<string>();
  const unansweredAt = new Set<string>();
  const free = gate(actsAtOnce[database.kind]);
  /** Lane, act or tie -> the end of the last act that stands there. */
  const endAt = new Map<string, Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();
  let besides: Promise<unknown>[] = [];
  let kind: string | null = null;
  // Whatever order they arrive in: things are done in the order in which their desk wrote them down, beside each other
  // only where a run of one kind is known to be independent.
  const receipts = ops
    .toSorted((one, other) => one.seq - other.seq)
    .map((op) => {
      const act = opened.get(op) ?? { state: 'shut', code: authorUnprovenCode };
      const ties = act.state === 'open' ? (commands.get(op.type)?.tiedBy?.(act.payload) ?? null) : null;
      if (ties === null || kind !== op.type) [before, besides] = [Promise.all([before, ...besides]), []];
      kind = ties === null ? null : op.type;
      const keys = [...op.lanes, ...(ties ?? [])];
      const waitsFor = [...keys, ...op.dependsOn].flatMap((key) => endAt.get(key) ?? []);
      const done = Promise.all([before, ...waitsFor]).then(() => answer(op, act));
      for (const key of [...keys, op.opId]) endAt.set(key, done);
      besides.push(done);
      return done;
    });
  return (await Promise.all(receipts)).filter((receipt) => receipt !== null);

  async function answer(op: SentOperation, act: OpenedAct): Promise<Receipt | null> {
    const waitsFor = [...op.lanes, ...op.dependsOn];
    // Behind an unanswered act nothing can be said yet: its followers are asked again with it.
    const isUnanswered = waitsFor.some((key) => unansweredAt.has(key));
    const isBlocked = waitsFor.some((key) => refusedAt.has(key));
    const receipt = isUnanswered ? null : isBlocked ? unstored(op, 'blocked', 'command.blocked') : await free(() => runOne(op, act));
    if (receipt?.status === 'applied' || receipt?.status === 'repeat' || receipt?.status === 'kept') return receipt;
    const stuck = receipt ? refusedAt : unansweredAt;
    for (const key of [...op.lanes, op.opId]) stuck.add(key);
    return receipt;
  }

  async function runOne(op: SentOperation, act: OpenedAct): Promise<Receipt | null> {
    if (act.state === 'shut') {
      log.warn({ opId: op.opId, type: op.type, authorId: op.authorId, deviceId, code: act.code }, 'act not taken');
      return unstored(op, 'refused', act.code);
    }
    const served = commands.get(op.type);
    if (!served?.command.offline) return unstored(op, 'refused', 'command.unknown');
    try {
      const author = await authorOf(op, act);
      if (!author) return unstored(op, 'refused', authorUnprovenCode);
      const images = (op.blobs ?? []).map(({ sha256 }) => sha256);
      // The desk sends what is missing and asks again under the same key: nothing has been said about the act itself.
      if (images.length > 0 && (await door.blobs.missing(courier.tenantId, images)).length > 0) return unstored(op, 'blocked', blobMissingCode);
      const reason = reasonToKeep(author, act);
      // A supervisor may take longer than loose pictures are kept.
      if (reason !== null) for (const sha256 of images) await bindBlob(database.orm, courier.tenantId, sha256, true);
      const carriage = { tenantId: courier.tenantId, deviceId, courierId: courier.userId };
      if (reason !== null)
        return await keepAct(database, op, carriage, { payloadHash: act.payloadHash, subject: subjectOf(served, op, act.payload), reason });
      return await runCommand(database, served, {
        opId: op.opId,
        payload: act.payload,
        payloadHash: act.payloadHash,
        typeVersion: op.typeVersion,
        author: author.user,
        courierId: courier.userId,
        deviceId,
        seq: op.seq,
        occurredAt: op.occurredAt,
        clockOffsetMs: op.clockOffsetMs,
        supersedes: op.supersedes ?? discardedBy(op, act.payload),
      });
    } catch (error) {
      // No answer is the honest one: the desk keeps the act and asks again with the same key.
      log.error({ err: error, opId: op.opId, type: op.type }, 'act failed');
      return null;
    }
  }
}

/** Who did an act: the signed-in courier himself, or the signer with the rights he has now; each looked up once a batch. */
function authorsOf({ findAuthor }: DeskDoor, courier: Courier): (op: SentOperation, act: Open) => Promise<Author | null> {
  const found = new Map<string, Promise<Author | null>>();
  const own = (user: ActingUser): Author => ({ standing: 'active', user });
  return async ({ authorId, roleId = '' }, { provenBy }) => {
    if (provenBy === 'session') return courier.user && own(courier.user);
    const key = `${authorId} ${roleId}`;
    const author = found.get(key) ?? findAuthor(courier.tenantId, authorId, roleId);
    found.set(key, author);
    return author;
  };
}

function reasonToKeep({ standing }: Author, { isKeyRevoked }: Open): KeptReason | null {
  if (standing !== 'active') return `author.${standing}`;
  return isKeyRevoked ? 'key.revoked' : null;
}

/** What a person recognises an act by; '' where its payload has not the shape of this version. */
export function subjectOf({ command }: ServedCommand, { typeVersion }: Pick<SentOperation, 'typeVersion'>, payload: unknown): string {
  const lifted = typeVersion < command.version && command.upcast ? command.upcast(payload, typeVersion) : payload;
  const parsed = command.input.safeParse(lifted);
  return parsed.success ? keepable(command.subject(parsed.data)) : '';
}

/** The act that a discard gives up; null for other acts. */
function discardedBy({ type }: SentOperation, payload: unknown): string | null {
  const opId = type === discardCommandName ? (payload as { opId?: unknown } | null)?.opId : null;
  return typeof opId === 'string' ? keepable(opId) : null;
}

/** Lets through so many at once; the others wait in their order. */
function gate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken++;
    try {
      return await work();
    } finally {
      // The place goes over to who waits.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}

/** An answer that is not kept: the same key may be sent again. */
function unstored(op: SentOperation, status: 'blocked' | 'refused', code: string): Receipt {
  return { opId: op.opId, status, duplicate: false, serverSeq: '0', serverTime: formatDateTime(Date.now()), code, params: {} };
}
