import type { Session } from '#src/api/deviceDb.ts';
import { currentSession, onSessionChange } from '#src/api/sessionStore.ts';
import { readContact } from './contact.ts';
import { canSeal, deskKeys } from './keys/deskKeys.ts';
import { onCommit } from './mutations.ts';

export interface WhoWorks {
  readonly session: Session | null;
  /** Server time minus desk time, ms. */
  readonly offsetMs: number;
  readonly minEpoch: number;
}

let known: Promise<WhoWorks> | null = null;
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const forget = (): void => {
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
 * Who is signed in and what the desk knows of the server's clock. From memory as long as nobody has written there, in any
 * tab, and only while his keys are here: an act is signed with them, so it can bear no other's name than that of the person
 * whose page this is, even where another tab has just let somebody else in. Without keys it is read each time.
 */
export async function whoWorks(): Promise<WhoWorks> {
  if (!canSeal()) return read();
  watch();
  known ??= read().catch((error: unknown) => {
    known = null;
    throw error;
  });
  const found = await known;
  if (found.session && found.session.userId === deskKeys()?.userId) return found;
  known = null;
  return read();
}
