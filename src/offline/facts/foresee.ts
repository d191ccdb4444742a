import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Acting, Command } from '#domain/kernel/command.ts';
import { foreseeing, type Foreseen } from '#domain/kernel/foresight.ts';
import { receiveSample } from '#domain/lab/labReceive.ts';
import { enterDetail } from '#domain/sample/detailEntry.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import type { PartnerReceiveInput } from '#domain/sample/partner/partnerInput.ts';
import { partnerReceive, receiveDeafness, receiveShangning } from '#domain/sample/partner/partnerReceive.ts';
import type { PartnerKey } from '#domain/sample/partners.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { readContact } from '#src/offline/platform/contact.ts';
import { detailFacts } from './detailFacts.ts';
import { handoverFacts } from './handoverFacts.ts';
import { partnerFacts } from './partnerFacts.ts';
import { receiveFacts } from './receiveFacts.ts';
import { rejectFacts } from './rejectFacts.ts';
import { summaryFacts } from './summaryFacts.ts';
import { deviceId } from '#src/offline/outbox/outboxStore.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';

/** What a desk looks up before it asks a command's rule, by command. */
const factsOf: Readonly<Record<string, (input: never, replaced?: OutboxOperation) => Promise<unknown>>> = {
  [enterSummary.name]: summaryFacts,
  [rejectSummary.name]: rejectFacts,
  [receiveSample.name]: receiveFacts,
  [saveHandover.name]: handoverFacts,
  [enterDetail.name]: detailFacts,
  [partnerReceive.name]: (input: PartnerReceiveInput & { readonly partner: PartnerKey }, replaced) => partnerFacts(input.partner, input, replaced),
  [receiveDeafness.name]: (input: PartnerReceiveInput, replaced) => partnerFacts('deafness', input, replaced),
  [receiveShangning.name]: (input: PartnerReceiveInput, replaced) => partnerFacts('shangning', input, replaced),
};

/**
 * Asks a command's own rule with all this desk knows, before the act is saved: "saved" may then be said of what the server can
 * be expected to take. Works without network. `payload` is what would be enqueued, in the place of `replaced` where it mends that act. Throws OutboxError signedOut or badInput.
 */
export async function foresee<Input, State, Change>(
  command: Command<Input, State, Change>,
  payload: unknown,
  replaced?: OutboxOperation,
): Promise<Foreseen<Input, State, Change>> {
  const parsed = command.input.safeParse(payload);
  if (!parsed.success)
    throw new OutboxError('badInput', { problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) });
  const [acting, facts] = await Promise.all([actingHere(), factsOf[command.name]?.(parsed.data as never, replaced)]);
  return foreseeing(command, parsed.data, facts, acting);
}

type Known = Pick<Foreseen<unknown, unknown, unknown>, 'unknown'>;

/**
 * The same where nobody has asked yet (`foreseen`): what saving and mending do, so that no screen can forget it. Throws
 * OutboxError `refused` with the refusal; what the copies cannot be read for is left to the server, because saving hangs on
 * the queue's disk alone.
 */
export async function foreseenOrRefused(command: Command, payload: unknown, foreseen?: Known, replaced?: OutboxOperation): Promise<Known> {
  if (foreseen) return foreseen;
  if (!command.foresee || !command.offline) return { unknown: command.leftToServer ?? [] };
  const asked = await foresee(command, payload, replaced).catch((error: unknown) => {
    if (error instanceof OutboxError) throw error;
    return null;
  });
  if (asked && !asked.outcome.accepted) throw new OutboxError('refused', { refusal: { command, refusal: asked.outcome } });
  return { unknown: asked?.unknown ?? [] };
}

/** The person at this desk, now: by the server's clock as far as the desk knows it. */
async function actingHere(): Promise<Acting> {
  const [session, { offsetMs }, desk] = await Promise.all([currentSession(), readContact(), deviceId()]);
  if (!session) throw new OutboxError('signedOut');
  const { userId: id, account, realName: name, tenantId, permissions } = session;
  const now = formatDateTime(Date.now() + offsetMs);
  return { user: { id, account, name, tenantId, permissions: new Set(permissions) }, now, occurredAt: now, deviceId: desk };
}
