import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { signCheckContracts } from '#domain/sample/handoverContracts.ts';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import { signHandover, signerPermission, type SignHandoverInput, type SignHandoverState } from '#domain/sample/handoverSign.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { serveCommand, type Call, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { handItemsOver } from '#server/spine/items.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { lockHandovers } from '#server/spine/loading.ts';
import { readRows } from '#server/storage/readRows.ts';
import { handoverColumns, type HandoverRow } from './handover.ts';

const tubesOf = (tx: Tx, tenantId: string, handoverId: string): Promise<{ sampleCode: string; labStatus: LabStatus }[]> =>
  readRows(
    tx,
    sql`select s.sample_code, s.lab_status from sample_item i join sample s on s.id = i.sample_id and s.tenant_id = i.tenant_id where i.tenant_id = ${tenantId} and i.handover_id = ${handoverId} order by s.sample_code`,
  );

interface LoadedSign extends SignHandoverState {
  /** A row stands under the key, removed or not. */
  readonly isKnown: boolean;
}

async function loadSign(tx: Tx, input: SignHandoverInput, user: ActingUser, checkSigner: SignerCheck): Promise<LoadedSign> {
  const { tenantId } = user;
  const [row] = await lockHandovers<HandoverRow>(tx, user, sql`h.handover_key = ${input.handoverKey}`, handoverColumns);
  const signer = await checkSigner(tx, {
    tenantId,
    account: input.signAccount,
    sealed: input.signPassword,
    nonce: input.handoverKey,
    permission: signerPermission,
  });
  const living = row && row.isDeleted === 0 ? row : null;
  return {
    isKnown: row !== undefined,
    handover: living && {
      handoverId: living.id,
      handoverStatus: living.handoverStatus,
      actionUserId: living.actionUserId,
      signUserId: living.signUserId,
      signedBy: living.signUserName,
      signTime: living.signTime,
    },
    signer,
    items: living ? await tubesOf(tx, tenantId, living.id) : [],
  };
}

/** `handover.sign`, with whoever knows how to check a signer. */
export function servedSignHandover(checkSigner: SignerCheck): ServedCommand {
  return serveCommand(signHandover, {
    load: (tx, input: SignHandoverInput, { user }) => loadSign(tx, input, user, checkSigner),
    async write(tx, { input, change, acting, opId }) {
      const { tenantId } = acting.user;
      const signed =
        await tx.execute(sql`update handover set handover_status = ${change.handoverStatus}, sign_user_id = ${change.signUserId}, sign_user_name = ${change.signUserName}, sign_time = ${change.signTime}, update_time = ${acting.now}, version = version + 1
        where tenant_id = ${tenantId} and id = ${change.handoverId} and handover_status = ${handoverStatus.pending}`);
      if (signed.rowCount !== 1) throw new Error('the handover was no longer pending');
      await handItemsOver(tx, tenantId, change.handoverId);
      await noteActs(tx, tenantId, [{ mark: markOf(signHandover, { acting, opId }), whose: { handoverId: change.handoverId } }]);
      return { ...change, handoverKey: input.handoverKey };
    },
    answerRepeat: ({ input, change }) => ({ ...change, handoverKey: input.handoverKey }),
  });
}

/**
 * What a signature would say, by the rule itself, so that a wrong password is told where it was typed and no refused act
 * stands before the handover. Nothing is signed; a wrong password counts towards the lock-out as anywhere. A handover that
 * has not arrived yet is the asking person's own.
 */
export function signCheckCalls(checkSigner: SignerCheck): readonly Call[] {
  return serveCalls(signCheckContracts, {
    'POST sample/sample-handover/sign-check': {
      async handle({ database, body: input, user, now, request }) {
        const outcome = await database.transaction(async (tx) => {
          const { isKnown, ...state } = await loadSign(tx, input, user, checkSigner);
          const own = {
            handoverId: '',
            handoverStatus: handoverStatus.pending,
            actionUserId: user.id,
            signUserId: null,
            signedBy: null,
            signTime: null,
          };
          const acting = { user, now, occurredAt: null, deviceId: null };
          return signHandover.decide(isKnown ? state : { ...state, handover: own }, input, acting);
        });
        if (outcome.accepted) return true;
        const text = refusalText(signHandover, outcome.code, outcome.params, languageOf(request));
        throw new UserError(outcome.kind === 'conflict' ? 409 : 400, [text, text], { refusal: outcome.code });
      },
    },
  });
}
