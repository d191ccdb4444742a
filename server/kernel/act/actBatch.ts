import type { FastifyBaseLogger } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { blobMissingCode } from '#domain/kernel/blobParts.ts';
import { authorUnprovenCode, unsealCodes, type KeptReason, type Receipt, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { bindBlob } from '#server/kernel/core/blobStore.ts';
import type { Courier } from './courier.ts';
import type { Author, DeskContext } from './deskContext.ts';
import { keepAct } from './keepAct.ts';
import { openActs, type OpenedAct } from './openAct.ts';
import { runCommand, runTogether, type Act } from './runCommand.ts';
import type { ServedCommand } from '#server/kernel/http/serve.ts';
import { timeBoundsOf } from './timeBounds.ts';
import { storable } from '#server/kernel/core/storableText.ts';
import { nowText } from '#server/storage/clock.ts';

/** Acts that are done in one transaction: it holds its locks, and on the embedded engine everybody else, for so long. */
const actsTogether = 100;

interface Batch {
  readonly deviceId: string;
  /** The desk itself speaks: see deskProof.ts. */
  readonly isDesk: boolean;
  readonly ops: readonly SentOperation[];
  /** Those of which no more than key and lanes could be read. */
  readonly unreadable: ReadonlySet<SentOperation>;
}
type Open = Extract<OpenedAct, { state: 'open' }>;

/** An act that is to be done now, and what ties it to others; null where it is done alone. */
interface Ready {
  readonly op: SentOperation;
  readonly served: ServedCommand;
  readonly act: Act;
  readonly keys: readonly string[] | null;
}

/**
 * Does the acts of one desk's batch and answers each, in the order of their numbers. Behind a refused act its lane is
 * blocked; an act that failed, and what stands behind it, has no answer. An act that was kept for a supervisor blocks
 * nothing: the rule judges what follows. Neighbours of one kind and author that nothing ties to each other share a transaction.
 */
export async function runBatch(
  context: DeskContext,
  courier: Courier,
  { deviceId, isDesk, ops, unreadable }: Batch,
  log: FastifyBaseLogger,
): Promise<Receipt[]> {
  const { database, commands } = context;
  const opened = await openActs(
    context,
    courier,
    { deviceId, isDesk },
    ops.filter((op) => !unreadable.has(op)),
  );
  const authorOf = authorsOf(context, courier);
  const times = await timeBoundsOf(context, courier.tenantId, deviceId, ops);
  const refusedAt = new Set<string>();
  const unansweredAt = new Set<string>();
  const receipts = new Map<SentOperation, Receipt>();
  let group: Ready[] = [];
  /** Lanes, ties and keys of the group's acts. */
  const groupKeys = new Set<string>();

  // Whatever order they arrive in: things are done in the order in which their desk wrote them down.
  const ordered = ops.toSorted((one, other) => one.seq - other.seq);
  for (const op of ordered) {
    const waitsFor = [...op.lanes, ...op.dependsOn];
    if (waitsFor.some((key) => groupKeys.has(key)) || groupKeys.has(op.opId)) await finishGroup();
    // Behind an unanswered act nothing can be said yet: its followers are asked again with it.
    if (waitsFor.some((key) => unansweredAt.has(key))) note(op, null);
    else if (waitsFor.some((key) => refusedAt.has(key))) note(op, unstored(op, 'blocked', 'command.blocked'));
    else await take(op, opened.get(op) ?? { state: 'shut', code: unsealCodes.unreadable });
  }
  await finishGroup();
  return ordered.flatMap((op) => receipts.get(op) ?? []);

  function note(op: SentOperation, receipt: Receipt | null): void {
    if (receipt) receipts.set(op, receipt);
    if (receipt?.status === 'applied' || receipt?.status === 'repeat' || receipt?.status === 'kept') return;
    const stuck = receipt ? refusedAt : unansweredAt;
    for (const key of [...op.lanes, op.opId]) stuck.add(key);
  }

  /** Answers an act, or puts it into the group. */
  async function take(op: SentOperation, act: OpenedAct): Promise<void> {
    const ready = await faultless(op, () => prepare(op, act));
    if (!ready || !('act' in ready)) {
      // What was written before it is done before anything is said of it.
      await finishGroup();
      note(op, ready && (await faultless(op, ready.answer)));
      return;
    }
    const [first] = group;
    const joins =
      ready.keys !== null &&
      group.length < actsTogether &&
      (!first || (first.keys !== null && first.served === ready.served && first.act.author === ready.act.author)) &&
      !ready.keys.some((key) => groupKeys.has(key));
    if (!joins) await finishGroup();
    group.push(ready);
    for (const key of [...op.lanes, ...(ready.keys ?? []), op.opId]) groupKeys.add(key);
  }

  async function finishGroup(): Promise<void> {
    const acts = group;
    group = [];
    groupKeys.clear();
    const [first] = acts;
    if (!first) return;
    const together = acts.length > 1 ? await runGroup(first.served, acts) : null;
    for (const [index, { op, served, act }] of acts.entries())
      note(op, together?.[index] ?? (await faultless(op, () => runCommand(database, served, act))));
  }

  /** null where the group failed: its acts are done one by one, so that a fault is its own act's alone. */
  async function runGroup(served: ServedCommand, acts: readonly Ready[]): Promise<readonly Receipt[] | null> {
    try {
      return await runTogether(
        database,
        served,
        acts.map(({ act }) => act),
      );
    } catch (error) {
      log.warn({ err: error, type: served.command.name, acts: acts.length }, 'acts failed together, done one by one');
      return null;
    }
  }

  async function faultless<T>(op: SentOperation, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      // No answer is the honest one: the desk keeps the act and asks again with the same key.
      log.error({ err: error, opId: op.opId, type: op.type }, 'act failed');
      return null;
    }
  }

  /** What is to be done with an act: to do it, or to answer otherwise. */
  async function prepare(op: SentOperation, act: OpenedAct): Promise<Ready | { readonly answer: () => Promise<Receipt> }> {
    const say = (status: 'blocked' | 'refused', code: string) => ({ answer: () => Promise.resolve(unstored(op, status, code)) });
    if (act.state === 'shut') {
      log.warn({ opId: op.opId, type: op.type, authorId: op.authorId, deviceId, code: act.code }, 'act not taken');
      return say('refused', act.code);
    }
    const served = commands.get(op.type);
    if (!served?.command.offline) return say('refused', 'command.unknown');
    const author = await authorOf(op, act);
    if (!author) return say('refused', authorUnprovenCode);
    const images = (op.blobs ?? []).map(({ sha256 }) => sha256);
    // The desk sends what is missing and asks again under the same key: nothing has been said about the act itself.
    const states = await Promise.all(images.map((sha256) => context.blobs.state(courier.tenantId, sha256)));
    if (states.some(({ isWhole }) => !isWhole)) return say('blocked', blobMissingCode);
    const reason = reasonToKeep(author, act) ?? times.reasonToKeep(op);
    if (reason !== null)
      return {
        answer: async () => {
          // A supervisor may take longer than loose pictures are kept.
          for (const sha256 of images) await bindBlob(database.orm, courier.tenantId, sha256, blobOwner.patient);
          const carriage = { tenantId: courier.tenantId, deviceId, courierId: courier.userId };
          const { payload, payloadHash } = act;
          return keepAct(database, op, carriage, { author: author.user, payload, payloadHash, subject: subjectOf(served, op, payload), reason });
        },
      };
    return {
      op,
      served,
      keys: served.tiedBy?.(act.payload) ?? null,
      act: {
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
        supersedes: op.supersedes ?? null,
      },
    };
  }
}

/** Who did an act: the signed-in courier themselves, or the signer with the rights they have now; each looked up once a batch. */
function authorsOf({ findAuthor }: DeskContext, courier: Courier): (op: SentOperation, act: Open) => Promise<Author | null> {
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
  return parsed.success ? storable(command.subject(parsed.data)) : '';
}

/** An answer that is not kept: the same key may be sent again. */
function unstored(op: SentOperation, status: 'blocked' | 'refused', code: string): Receipt {
  return { opId: op.opId, status, duplicate: false, serverSeq: '0', serverTime: nowText(), code, params: {} };
}
