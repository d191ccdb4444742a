import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { text } from '#domain/kernel/fields.ts';
import { discardCommandName } from '#domain/kernel/offlineWire.ts';
import { accept, type Outcome } from '#domain/kernel/outcome.ts';

const asks = {
  reason: text('放弃原因', 'Why it is discarded', {
    required: true,
    max: 200,
    help: ['随记录上传服务器,不可更改', 'Sent to the server with the record; cannot be changed later'],
  }),
};
const input = z.object({
  opId: z.string().min(1).max(64),
  type: z.string().min(1).max(64),
  subject: z.string().max(200),
  ...partsOfFields(asks),
});
type Input = z.infer<typeof input>;

/** A person gives up a waiting act, with a reason; itself an act, so that the server's gap report stays explained (docs/offline.md#states-of-an-act). */
export const discardOperation = defineCommand({
  name: discardCommandName,
  title: ['放弃待上传操作', 'Discard a waiting act'],
  service: 'sample',
  path: 'offline/discard',
  permission: 'outbox_discard',
  roles: ['reception', 'entry', 'lab'],
  screens: ['/desk/outbox'],
  input,
  answer: shape({ opId: z.string(), reason: z.string() }),
  asks,
  isDanger: true,
  version: 1,
  offline: true,
  lanes: ({ opId }) => [`discard:${opId}`],
  subject: ({ subject }) => subject,
  leftToServer: [],
  refusals: {},
  decide: (_state: null, { opId, reason }: Input): Outcome<{ opId: string; reason: string }> => accept({ opId, reason }),
});
