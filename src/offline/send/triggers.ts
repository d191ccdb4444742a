import { readFact, saveFact } from '#src/api/deviceDb.ts';
import { currentSession, onSessionChange, type SessionChange } from '#src/api/sessionStore.ts';
import { claimCache, dropPersonal } from '#src/offline/store/cacheDb.ts';
import { coalesced } from '#src/offline/platform/coalesce.ts';
import { connectionOf, isLinkUp, noteContact, readContact } from '#src/offline/platform/contact.ts';
import { onlineDelayMs } from '#src/offline/core/backoff.ts';
import { nextDueAt } from '#src/offline/core/selectBatch.ts';
import { wakeDelayMs } from '#src/offline/core/wake.ts';
import { askPersistence } from '#src/offline/store/diskSpace.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { probe } from './net.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { queueView } from '#src/offline/outbox/queueView.ts';
import { drain } from './sender.ts';
import { checkState, clearOldReceipts } from './stateCheck.ts';
import { tickWhileHidden } from '#src/offline/platform/ticks.ts';
import { syncTag, type WorkerMessage } from '#src/offline/keys/workerMessage.ts';

const idleProbeMs = 30_000;
const downProbeMs = 10_000;
/** Nobody shall wait long for a link that is back. */
const waitingProbeMs = 4000;
const upkeepMs = 3_600_000;

type Registration = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/**
 * Something may be sendable. The service worker sends where it controls this page; without one
 * (first visit, plain http, another browser's private window) the page sends itself.
 */
export function kick(reason: 'start' | 'enqueue' | 'person' | 'online' | 'visible' | 'timer' | 'session'): void {
  // A burst of scans is one wish to send.
  if (reason === 'enqueue') kickSoon();
  else void send(reason === 'timer');
}

/** With the cable out a new act has no way to go: the link's return asks by itself. */
const unlinkedGapMs = 1000;
const kickSoon = coalesced(
  () => send(false),
  (tookMs) => (isLinkUp() ? Math.max(20, 2 * tookMs) : unlinkedGapMs),
);

function send(isByPage: boolean): Promise<unknown> | undefined {
  const controller = (globalThis.navigator as Navigator | undefined)?.serviceWorker?.controller;
  // The timer goes round the worker on purpose: one that is stuck must not hold the queue.
  if (!controller || isByPage) return drain().catch(() => undefined);
  controller.postMessage({ type: 'DRAIN' } satisfies WorkerMessage);
  registerSync();
  return undefined;
}

const syncGapMs = 5000;
/** The browser's own retry, for when no page is left; the worker registers it too where something stays. */
const registerSync = coalesced(
  () => navigator.serviceWorker.ready.then((registration) => (registration as Registration).sync?.register(syncTag)).catch(() => undefined),
  () => syncGapMs,
);

/** Asks whether the server is there and takes note of it; after a break the queue goes again within 0-5 s, and what the server holds is compared. */
export async function checkConnection(): Promise<boolean> {
  const copy = await hear();
  if (copy !== null) await compareAgain(copy).catch(() => undefined);
  return copy !== null;
}

async function hear(): Promise<string | null> {
  const copy = await probe();
  await noteContact(copy === null ? null : {});
  if (copy !== null) await hasten();
  return copy;
}

/**
 * A server that was away may have been put back from an older copy, and a desk's page stays open for days: what it holds is compared with
 * what this desk was told (docs/offline.md#what-happens-when). After a break, too: a database that was put back by its own means has the old mark.
 */
async function compareAgain(copy: string): Promise<void> {
  const [{ failAt }, row, known] = await Promise.all([readContact(), outboxDb.meta.get('stateCheck'), readFact('serverCopy')]);
  const comparedAt = row?.key === 'stateCheck' ? row.at : 0;
  // A clock that was set back says nothing of the hour.
  if (copy === known && failAt < comparedAt && Math.abs(Date.now() - comparedAt) < upkeepMs) return;
  await compare(copy);
}

async function compare(copy: string): Promise<void> {
  if (!(await currentSession()) && !(await readFact('deviceCredential'))) return;
  await checkState();
  await saveFact('serverCopy', copy);
}

/** The link is back: what waits only because of the link need not wait its whole time. */
async function hasten(): Promise<void> {
  const nextAt = Date.now() + onlineDelayMs(Math.random());
  await outboxStore.change(async (tx) => {
    const transport = await tx.transport();
    if (transport.isLinkFault && transport.nextAt > nextAt) await tx.save({ ...transport, nextAt });
  });
}

let stopRunning: (() => void) | null = null;

/**
 * Starts everything that keeps the queue of this page moving; once, at page start. Answers the function that stops it (tests).
 * Triggers: page start, enqueue, `online`, coming back to the page, a timer while anything waits, login and renewal (docs/offline.md#sending).
 */
export function startOutbox(): () => void {
  stopRunning ??= start();
  return stopRunning;
}

function start(): () => void {
  const stops: (() => void)[] = [];
  const listen = (target: EventTarget, type: string, listener: () => void): void => {
    target.addEventListener(type, listener);
    stops.push(() => target.removeEventListener(type, listener));
  };
  const comeBack = (): void => {
    void checkConnection().finally(() => kick('online'));
  };
  listen(globalThis, 'online', comeBack);
  listen(globalThis, 'offline', () => void noteContact(null));
  listen(globalThis, 'focus', () => kick('visible'));
  if (typeof document !== 'undefined') {
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') comeBack();
    });
  }
  stops.push(
    watchQueue(),
    watchConnection(),
    onSessionChange((session, change) => void followSession(session, change)),
  );
  const upkeep = setInterval(() => {
    void clearOldReceipts(Date.now()).catch(() => undefined);
    // A page nobody looks at asks for nothing else.
    void checkConnection().catch(() => undefined);
  }, upkeepMs);
  stops.push(() => clearInterval(upkeep));
  void begin();
  return () => {
    for (const stop of stops) stop();
    stopRunning = null;
  };
}

async function begin(): Promise<void> {
  const session = await currentSession();
  if (session) await claimCache(session);
  void askPersistence();
  void clearOldReceipts(Date.now()).catch(() => undefined);
  // Before sending: a queue restored from an old copy learns which numbers are taken.
  const copy = await hear();
  if (copy !== null) await compare(copy).catch(() => undefined);
  kick('start');
}

/** The acts belong to their author: another login finds them held; its work lists are its own. */
async function followSession(session: { readonly userId: string; readonly tenantId: string } | null, change: SessionChange): Promise<void> {
  if (change === 'logout') await dropPersonal();
  if (!session) return;
  if (change === 'login') {
    await claimCache(session);
    void askPersistence();
    await checkState().catch(() => undefined);
  }
  kick('session');
}

/** While anything waits: at the time the next act is due, and every 20 s at the latest. */
function watchQueue(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Infinity;
  const sleep = (): void => {
    clearTimeout(timer);
    wakesAt = Infinity;
  };
  const wake = (): void => {
    sleep();
    kick('timer');
    arm(Infinity);
  };
  const arm = (dueAt: number): void => {
    const now = Date.now();
    const delayMs = wakeDelayMs(dueAt, now);
    // Somebody who scans without pause must not put it off for ever; a clock that was set back must not either.
    if (wakesAt <= now + delayMs && wakesAt > now) return;
    clearTimeout(timer);
    wakesAt = now + delayMs;
    timer = setTimeout(wake, delayMs);
  };
  const stopTicking = tickWhileHidden(() => {
    if (Date.now() >= wakesAt) wake();
  });
  const stop = queueView.watch({
    since: Infinity,
    tell: () => {
      const soon = Date.now() + 1000;
      // As early as it could be: the queue need not be gone through for each act of a burst.
      if (wakesAt <= soon && wakesAt > Date.now() && queueView.size > 0) return;
      const { userId = null, transport } = queueView.known ?? {};
      // With nobody here the desk itself carries what is signed.
      const dueAt = nextDueAt(queueView.unresolved(), userId, Date.now());
      if (dueAt === null) sleep();
      else arm(Math.max(dueAt, transport?.nextAt ?? 0));
    },
    fail: () => undefined,
  });
  return () => {
    sleep();
    stop();
    stopTicking();
  };
}

/** Looks after the link with real requests while the page is seen or something waits: more often while it is down. */
function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const isWaiting = queueView.size > 0;
    const isSeen = typeof document === 'undefined' || document.visibilityState === 'visible';
    if (isSeen || isWaiting) await checkConnection().catch(() => false);
    const connection = connectionOf(await readContact(), Date.now(), isLinkUp());
    if (!isStopped) timer = setTimeout(() => void look(), connection === 'online' ? idleProbeMs : isWaiting ? waitingProbeMs : downProbeMs);
  };
  timer = setTimeout(() => void look(), waitingProbeMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
