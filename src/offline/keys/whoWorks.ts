import type { Session } from '#src/api/deviceDb.ts';
import { currentSession, onSessionChange } from '#src/api/sessionStore.ts';
import { readContact } from '#src/offline/platform/contact.ts';
import { canSeal, deskKeys } from './deskKeys.ts';
import { onCommit } from '#src/offline/platform/mutations.ts';

export interface WhoWorks {
  readonly session: Session | null;
  /** Server time minus desk time, ms. */
  readonly offsetMs: number;
  readonly minEpoch: number;
}

let known: WhoWorks | null = null;
/** Another one with each forgetting: what was read for an older one is not kept. */
let turn = 0;
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const forget = (): void => {
    turn += 1;
    known = null;
  };
  onSessionChange(forget);
  onCommit((changed) => {
    for (const table of ['session', 'facts']) {
      const keys = changed('accession-device', table);
      if (keys === 'all' || keys.size > 0) forget();
    }
  });
}

async function read(): Promise<WhoWorks> {
  const [session, { offsetMs, minEpoch }] = await Promise.all([currentSession(), readContact()]);
  return { session, offsetMs, minEpoch };
}

/**
 * Who is signed in and what the desk knows of the server's clock, where that is known without asking the disk: as long as
 * nobody has written there, in any tab, and only while their keys are here. An act is signed with them, so it can bear no
 * other's name than that of the person whose page this is, even where another tab has just let somebody else in.
 */
export function knownWorker(): WhoWorks | null {
  return known?.session && known.session.userId === deskKeys()?.userId ? known : null;
}

/** The same, read where it is not known. */
export async function whoWorks(): Promise<WhoWorks> {
  const now = knownWorker();
  if (now) return now;
  if (canSeal()) watch();
  const mine = turn;
  const found = await read();
  if (canSeal() && mine === turn) known = found;
  return found;
}
