import { countOf, leftIn, topUpBelow, topUpBy, type HeldBlock } from '#domain/code/numberBlock.ts';
import { blockState } from '#domain/code/useNumbers.ts';
import { CallError } from '#src/api/callError.ts';
import { ask } from '#src/api/ask.ts';
import { currentSession, onSessionChange } from '#src/api/sessionStore.ts';
import { deskHeaders } from '#src/offline/platform/deskHeaders.ts';
import { tryRun } from '#src/offline/platform/locks.ts';
import { deviceId } from '#src/offline/outbox/outboxStore.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { type Asking, changeNumbers, isSameKind, type NumberKind, type NumbersRow, readNumbers, type Returning } from './numbersRow.ts';

const callMs = 30_000;
const everyMs = 5 * 60_000;
/** The desk proves itself: its numbers are nobody else's to give back. */
const asDesk = async (key: string) => ({ headers: { 'Idempotency-Key': key, ...(await deskHeaders()) }, quiet: true, timeoutMs: callMs });

/** Numbers of a kind this desk can still print. */
export const leftOf = ({ blocks }: NumbersRow, kind: NumberKind): number =>
  blocks.filter((block) => isSameKind(block, kind)).reduce((sum, block) => sum + leftIn(block), 0);

/**
 * Asks the server for numbers of a kind, and from now on keeps the desk topped up with it. The wish is on the disk before it is
 * sent and goes under one key until it is answered, so that a lost answer loses no numbers. Throws CallError.
 */
export async function reserveNumbers(kind: NumberKind, count: number): Promise<void> {
  const userId = (await currentSession())?.userId ?? '';
  const asking: Asking = { ...kind, key: newUuid(), userId, count };
  await changeNumbers((row) => ({
    ...row,
    wishes: [...row.wishes.filter((wish) => !isSameKind(wish, kind)), kind],
    asking: [...row.asking, asking],
  }));
  await settleAsking(asking);
}

async function settleAsking(asking: Asking): Promise<void> {
  const { key, codeType, laboratoryId, count } = asking;
  const drop = (row: NumbersRow): NumbersRow => ({ ...row, asking: row.asking.filter((each) => each.key !== key) });
  try {
    const { blocks } = await ask('POST code/number-block/reserve', {
      ...(await asDesk(key)),
      body: { deviceId: await deviceId(), codeType, laboratoryId, count },
    });
    // Another tab may have heard the same answer: the blocks enter once.
    await changeNumbers((row) => {
      if (!row.asking.some((each) => each.key === key)) return row;
      // Kept under the kind they were asked for: a segment may serve every laboratory.
      return { ...drop(row), blocks: [...row.blocks, ...blocks.map((block) => ({ ...block, laboratoryId }))] };
    });
  } catch (error) {
    if (isDecided(error)) await changeNumbers(drop);
    throw error;
  }
}

/** Our server said no, for good; a sign-in that ran out decides nothing. */
const isDecided = (error: unknown): error is CallError =>
  error instanceof CallError && !error.isTransport && error.status !== 401 && error.status < 500;

/** Gives back what is left of a kind; from this moment no label is printed from it. Throws CallError: then it goes back by itself, later. */
export async function returnNumbers(kind: NumberKind): Promise<void> {
  const row = await changeNumbers((known) => ({
    ...known,
    wishes: known.wishes.filter((wish) => !isSameKind(wish, kind)),
    blocks: known.blocks.filter((block) => !isSameKind(block, kind)),
    returning: [
      ...known.returning,
      ...known.blocks.filter((block) => isSameKind(block, kind) && leftIn(block) > 0).map((block) => ({ key: newUuid(), block })),
    ],
  }));
  for (const returning of row.returning) await settleReturn(returning);
}

async function settleReturn({ key, block }: Returning): Promise<void> {
  const done = (row: NumbersRow): NumbersRow => ({ ...row, returning: row.returning.filter((each) => each.key !== key) });
  try {
    await ask('POST code/number-block/return', {
      ...(await asDesk(key)),
      body: { deviceId: await deviceId(), blockId: block.blockId, from: block.next },
    });
    await changeNumbers(done);
  } catch (error) {
    if (!isDecided(error)) throw error;
    // 422: another person asked under this key, and may have been heard; a new key tells.
    if (error.status === 422)
      await changeNumbers((row) => ({ ...row, returning: row.returning.map((each) => (each.key === key ? { key: newUuid(), block } : each)) }));
    // 409: it is no longer this desk's, or the server knows more of it: comparing with the server says what is left.
    else if (error.status === 409) await changeNumbers((row) => ({ ...done(row), blocks: [...row.blocks, block] }));
    if (error.status === 409) await compareWithServer();
    if (error.status !== 409) throw error;
  }
}

/**
 * Goes by the server where it knows more: numbers used behind this desk's back (its storage was put back from a copy) are
 * skipped, blocks it no longer holds are dropped.
 */
async function compareWithServer(): Promise<void> {
  const before = await readNumbers();
  const server = await ask('GET code/number-block/state', {
    query: { deviceId: await deviceId() },
    headers: await deskHeaders(),
    quiet: true,
    timeoutMs: callMs,
  });
  const byId = new Map(server.map((block) => [block.blockId, block]));
  const compared = (block: HeldBlock): HeldBlock[] => {
    const known = byId.get(block.blockId);
    if (known?.state !== blockState.held) return [];
    return [{ ...block, last: Math.min(block.last, known.last), next: Math.max(block.next, (known.highest ?? -1) + 1) }];
  };
  const own = new Set([...before.blocks, ...before.returning.map(({ block }) => block)].map(({ blockId }) => blockId));
  const printed = new Set(before.batches.map(({ blockId }) => blockId));
  const strangers = server
    .filter(({ blockId, state, first, last, highest }) => {
      const left = countOf({ first: (highest ?? first - 1) + 1, last });
      return state === blockState.held && left > 0 && !own.has(blockId) && !printed.has(blockId);
    })
    .map(({ blockId }) => blockId);
  await changeNumbers((row) =>
    // Blocks that came meanwhile are not in the answer.
    row.turn === before.turn ? { ...row, blocks: row.blocks.flatMap(compared), strangers: row.asking.length > 0 ? row.strangers : strangers } : row,
  );
}

/**
 * Everything that waits for the network: reservations and returns whose answer was lost, the comparison with the server, and
 * more numbers where fewer are left than `topUpBelow`. Asks nothing on a desk that knows of no numbers, unless somebody looks:
 * then the server says whether this desk has forgotten some. Throws CallError.
 */
export async function tendNumbers(isLookedAt = false): Promise<void> {
  const session = await currentSession();
  if (!session?.permissions.includes('number_use') || session.accessToken === '') return;
  await tryRun('number-blocks', async () => {
    const { asking, returning, wishes, blocks } = await readNumbers();
    if (!isLookedAt && asking.length + returning.length + wishes.length + blocks.length === 0) return;
    for (const each of asking.filter(({ userId }) => userId === session.userId)) await settleAsking(each);
    for (const each of returning) await settleReturn(each);
    await compareWithServer();
    const row = await readNumbers();
    for (const wish of row.wishes)
      if (leftOf(row, wish) < topUpBelow && !row.asking.some((each) => isSameKind(each, wish))) await reserveNumbers(wish, topUpBy);
  });
}

/** Tends the numbers of this desk at start, after a login, when the link is back, every 5 minutes; answers the function that ends it. */
export function keepNumbers(): () => void {
  const tend = (): void => void tendNumbers().catch(() => undefined);
  const timer = setInterval(tend, everyMs);
  globalThis.addEventListener('online', tend);
  const stopListening = onSessionChange((session, change) => {
    if (session && change === 'login') tend();
  });
  tend();
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener('online', tend);
    stopListening();
  };
}
