import { discardOperation } from '#domain/desk/discardOperation.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';

/** The audit entry and the ledger row are the whole effect. */
export const servedDiscardOperation = serveCommand(discardOperation, {
  load: async () => null,
  write: async (_tx, { change }) => change,
});
