import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import {
  markSmsNotSent,
  markSmsSent,
  sendSms,
  unmarkSms,
  type SmsActState,
  type SmsFacts,
  type SmsMarkChange,
  type SmsSendState,
} from '#domain/report/sms/smsActs.ts';
import { markStatus, smsState } from '#domain/report/sms/smsState.ts';
import type { Command } from '#domain/kernel/command.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { smsPersonOf, smsRulesOf, smsTextOf, type StoredSmsRule } from '#server/spine/sms/smsRules.ts';
import { sentFrom, smsHoursOf } from '#server/spine/sms/writeSms.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { isStanding } from './smsStanding.ts';

interface Loaded extends SmsFacts {
  readonly ownerId: string;
  readonly isResampling: number;
  readonly requisitionId: string;
  readonly commodityId: string | null;
  readonly contractLaboratoryId: string;
  readonly sendSampleClientId: string | null;
  readonly telephone: string;
  readonly smsContent: string;
  readonly notBefore: string | null;
  readonly reportTime: string | null;
}

/** A message within the actor's laboratories, locked; behind what it tells of, as sending and withdrawing lock them. */
async function lockSms(tx: Tx, user: ActingUser, id: string): Promise<{ sms: Loaded | null; isStanding: boolean }> {
  const meant = allOf([
    sql`m.tenant_id = ${user.tenantId}`,
    sql`m.id = ${id}`,
    inLaboratories(sql`m.contract_laboratory_id`, await laboratoriesOf(tx, user)),
  ]);
  const named = await readRow<{ ownerId: string; isResampling: number }>(
    tx,
    sql`select m.owner_id::text as owner_id, m.is_resampling::int as is_resampling from sms_message m where ${meant}`,
  );
  if (!named) return { sms: null, isStanding: false };
  const stands = await isStanding(tx, user.tenantId, named);
  const sms = await readRow<Loaded>(
    tx,
    sql`select m.id::text as sms_message_id, m.sample_code, m.state::int as state, m.mark_status::int as mark_status, m.is_held::int as is_held, nullif(m.sms_config_id, 0)::text as sms_config_id,
        m.claim_time, m.owner_id::text as owner_id, m.is_resampling::int as is_resampling, m.requisition_id::text as requisition_id, m.commodity_id::text as commodity_id,
        m.contract_laboratory_id::text as contract_laboratory_id, m.send_sample_client_id::text as send_sample_client_id, m.telephone, m.sms_content, m.not_before, m.report_time
      from sms_message m where ${meant} for update of m`,
  );
  return { sms: sms ?? null, isStanding: stands };
}

/** The rule a person may send a message by: its own, or one of the same laboratory, occasion and client. */
async function ruleFor(tx: Tx, tenantId: string, sms: Loaded, chosenId: string | null | undefined): Promise<StoredSmsRule | null> {
  const smsConfigId = sms.smsConfigId ?? chosenId;
  if (!smsConfigId) return null;
  const [rule] = await smsRulesOf(tx, tenantId, { smsConfigId });
  if (!rule || sms.smsConfigId !== null) return rule ?? null;
  const isOfIt =
    rule.contractLaboratoryId === sms.contractLaboratoryId &&
    rule.isResampling === (sms.isResampling === 1) &&
    (rule.sendSampleClientId === null || rule.sendSampleClientId === sms.sendSampleClientId);
  return isOfIt ? rule : null;
}

/** What was written stays as it was read; what could not be written is tried with what rule and requisition say now. */
async function sendState(
  tx: Tx,
  user: ActingUser,
  id: string,
  chosenId: string | null | undefined,
): Promise<SmsSendState & { readonly sms: Loaded | null }> {
  const { sms, isStanding: stands } = await lockSms(tx, user, id);
  if (!sms) return { sms, isStanding: false, rule: null, telephone: null, content: null };
  const rule = await ruleFor(tx, user.tenantId, sms, chosenId);
  const { requisitionId, sampleCode, commodityId, reportTime } = sms;
  const person = await smsPersonOf(tx, user.tenantId, { requisitionId, sampleCode, commodityIds: commodityId ? [commodityId] : [], reportTime });
  const content = sms.smsContent !== '' ? sms.smsContent : rule ? smsTextOf(rule.smsContent, person.values) : null;
  return { sms, isStanding: stands, rule, telephone: sms.telephone || person.telephone, content };
}

const noted = (tx: Tx, tenantId: string, mark: Mark, sampleCode: string): Promise<void> =>
  noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: [sampleCode] } }]);

/** `smsMessage.send`. */
const servedSend = serveCommand(sendSms, {
  load: (tx, { id, smsConfigId }, { user }) => sendState(tx, user, id, smsConfigId),
  async write(tx, { change, state, input, acting, opId }) {
    const { user, now } = acting;
    const { sms, rule } = state as Awaited<ReturnType<typeof sendState>>;
    if (!sms || !rule) throw new Error('sent a message that was not loaded');
    const { smsPlatformId, isSign } = rule as StoredSmsRule;
    const { smsMessageId, smsConfigId, telephone, content } = change;
    await tx.execute(sql`update sms_message set state = ${smsState.queued}, why = null, sms_config_id = ${smsConfigId}, sms_platform_id = ${smsPlatformId}, is_sign = ${isSign},
        telephone = ${telephone}, sms_content = ${content}, not_before = ${sentFrom(now, sms.notBefore, await smsHoursOf(tx))}, tries = 0, answer = null, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${smsMessageId}`);
    await noted(tx, user.tenantId, markOf(sendSms, { acting, opId }, input.reason || null), sms.sampleCode);
    return { smsMessageId, state: smsState.queued, markStatus: markStatus.none };
  },
});

type MarkCommand = Command<{ readonly id: string; readonly reason: string }, SmsActState, SmsMarkChange, any, any, SmsMarkChange>;
/** A mark put on or taken off. */
const servedMark = (command: MarkCommand): ServedCommand =>
  serveCommand(command, {
    load: (tx, { id }, { user }) => lockSms(tx, user, id),
    async write(tx, { change, state: { sms }, input: { reason }, acting, opId }) {
      const { user, now } = acting;
      const { smsMessageId, state, markStatus: mark } = change;
      await tx.execute(sql`update sms_message set state = ${state}, mark_status = ${mark}, mark_user_id = ${user.id}, mark_user_name = ${user.name}, mark_reason = ${reason},
          mark_time = ${now}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${smsMessageId}`);
      await noted(tx, user.tenantId, markOf(command, { acting, opId }, reason), sms?.sampleCode ?? '');
      return { smsMessageId, state, markStatus: mark };
    },
  });

/** `smsMessage.send`, `markSent`, `markNotSent`, `unmark`. */
export const smsActs: readonly ServedCommand[] = [
  servedSend,
  ...[markSmsSent, markSmsNotSent, unmarkSms].map((command) => servedMark(command as MarkCommand)),
];
