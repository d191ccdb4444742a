import { z } from 'zod';
import { defineCommand } from '#domain/kernel/command.ts';
import { discardCommandName } from '#domain/kernel/offlineWire.ts';
import { accept } from '#domain/kernel/outcome.ts';

const input = z.object({
  opId: z.string().min(1).max(64),
  type: z.string().min(1).max(64),
  subject: z.string().max(200),
  reason: z.string().trim().min(1).max(200),
});
type Input = z.infer<typeof input>;

/** A person gives up a waiting act, with a reason; itself an act, so that the server's gap report stays explained (offline.md 3.4). */
export const discardOperation = defineCommand<Input, null, { opId: string; reason: string }>({
  name: discardCommandName,
  title: ['放弃待上传操作', 'Discard a waiting act'],
  service: 'sample',
  path: 'offline/discard',
  permission: 'outbox_discard',
  input,
  version: 1,
  offline: true,
  lanes: ({ opId }) => [`discard:${opId}`],
  subject: ({ subject }) => subject,
  refusals: {},
  decide: (_state, { opId, reason }) => accept({ opId, reason }),
});
