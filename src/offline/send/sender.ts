import { CallError } from '#src/api/call.ts';
import { readFact } from '#src/api/deviceDb.ts';
import { refreshSession } from '#src/api/refreshSession.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import { blobNet } from '#src/offline/blobs/blobNet.ts';
import { createImageSender } from '#src/offline/blobs/imageSender.ts';
import { partStore } from '#src/offline/blobs/partStore.ts';
import { isLinkUp, noteContact } from '#src/offline/platform/contact.ts';
import { createDrain } from '#src/offline/core/drain.ts';
import type { DeviceCourier } from '#src/offline/core/ports.ts';
import { tryRun } from '#src/offline/platform/locks.ts';
import { probe, sendBatch } from './net.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { runOrTakeOver } from './senderLock.ts';
import { sha256Hex } from '#src/offline/platform/sha256.ts';

/** The desk itself, where the server has given it a credential. */
async function deviceCourier(): Promise<DeviceCourier | null> {
  const credential = await readFact('deviceCredential');
  return credential ? { userId: null, credential, mark: sha256Hex(credential).slice(0, 16) } : null;
}

const store = outboxStore;
const clock = { now: () => Date.now() };
const random = (): number => Math.random();
const canReach = async (hasFailed: boolean): Promise<boolean> => isLinkUp() && (!hasFailed || (await probe()) !== null);
const lock = { tryRun };
const session = {
  current: currentSession,
  renew: async (staleToken: string) => {
    try {
      return await refreshSession({ staleToken });
    } catch (error) {
      // A refusal is an answer: the session is over. Everything else says nothing about it.
      if (error instanceof CallError && !error.isTransport && error.code !== 429 && error.code !== 500) return null;
      throw error;
    }
  },
};

/** The sender of this page or worker, on the real disk, clock, net, lock and session. */
export const drain = createDrain({
  store,
  clock,
  random,
  net: { send: sendBatch, canReach },
  lock: { tryRun: runOrTakeOver },
  session,
  device: deviceCourier,
  contact: {
    told: (serverTime, minEpoch) => noteContact(serverTime === null ? null : { serverTime, ...(minEpoch === null ? {} : { minEpoch }) }),
  },
  appVersion,
});

/** The sender of pictures, behind it. */
export const sendImages = createImageSender({
  store,
  clock,
  random,
  net: { ...blobNet, canReach },
  lock,
  session,
  device: deviceCourier,
  parts: partStore,
  drain,
});
