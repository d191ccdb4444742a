import { call, servicePath } from '#src/api/call.ts';
import { queryClient } from './queryClient.ts';
import { renewProfile } from './sessionState.ts';

/** Clears what is kept of the server's answers, here and there. Drafts, master data and the outbox are no cache and stay. */
export async function clearCaches(): Promise<void> {
  await call('GET', servicePath('auth', 'oauth/clear-cache'), { quiet: true, timeoutMs: 10_000 }).catch(() => undefined);
  // Screens that are open ask again at once; nothing turns blank.
  await queryClient.invalidateQueries();
  await renewProfile();
}
