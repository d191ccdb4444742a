import { sql } from 'drizzle-orm';
import { chooseSms, smsMisfits, type SmsQuestion } from '#domain/report/rules/smsChoice.ts';
import { readHours, smsDue, withinHours, type SmsHours } from '#domain/report/rules/smsTiming.ts';
import { markStatus, smsState, smsWhy, unsentStates, type SmsState, type SmsWhy } from '#domain/report/sms/smsState.ts';
import { policies } from '#domain/system/policies.ts';
import { policyValues } from '#server/kernel/core/policies.ts';
import { orderOf } from '#server/spine/reports/configs.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { smsMessageTable } from '#server/storage/smsTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { smsPersonOf, smsRulesOf, smsTextOf, type SmsSubject } from './smsRules.ts';

/** What a patient is to be told of. */
export interface SmsOccasion extends SmsSubject {
  /** The version of a report, or the record that asks for a new sample. */
  readonly ownerId: string;
  readonly question: SmsQuestion;
  readonly reportType: number | null;
  /** A former version was told of: a person says whether they are told again. */
  readonly isAmendment: boolean;
  readonly holdMinutes: number;
}
/** A request for a new sample can be taken back for so long before anybody is told. */
const resampleHoldMinutes = 10;

/** The hours of the policy. */
export async function smsHoursOf(reader: Parameters<typeof policyValues>[0]): Promise<SmsHours> {
  const { smsHours } = await policyValues(reader);
  const hours = readHours(smsHours) ?? readHours(policies.smsHours.usual);
  if (!hours) throw new Error('no hours of text messages');
  return hours;
}

/** Writes the message of an occasion down, with the choice of its rule kept (docs/report.md#text-messages); once for a rule and a telephone. */
export async function writeSms(tx: Tx, tenantId: string, occasion: SmsOccasion, now: string): Promise<void> {
  const { question } = occasion;
  const person = await smsPersonOf(tx, tenantId, occasion);
  const { chosen, isHeld, trace, why: none } = chooseSms(await smsRulesOf(tx, tenantId, { laboratoryId: question.contractLaboratoryId }), question);
  const content = chosen ? smsTextOf(chosen.smsContent, person.values) : null;
  const [state, why]: readonly [SmsState, SmsWhy | null] = !chosen
    ? [smsState.noRule, smsWhy.noRule]
    : content === null
      ? [smsState.toSend, smsWhy.text]
      : person.telephone === null
        ? [smsState.failed, smsWhy.noTelephone]
        : occasion.isAmendment
          ? [smsState.toSend, smsWhy.amendment]
          : isHeld
            ? [smsState.toSend, smsWhy.manual]
            : [smsState.queued, null];
  const row: typeof smsMessageTable.$inferInsert = {
    id: newId(),
    tenantId,
    ownerId: occasion.ownerId,
    isResampling: Number(question.isResampling),
    requisitionId: occasion.requisitionId,
    requisitionCode: person.requisitionCode,
    sampleCode: occasion.sampleCode,
    commodityId: question.commodityIds[0] ?? null,
    contractLaboratoryId: question.contractLaboratoryId,
    sendSampleClientId: question.sendSampleClientId,
    smsConfigId: chosen?.smsConfigId ?? '0',
    smsPlatformId: chosen?.smsPlatformId ?? null,
    isSign: chosen?.isSign ?? 0,
    telephone: person.telephone ?? '',
    personName: person.personName,
    smsContent: content ?? '',
    qualitativeResult: question.qualitativeResult,
    reportType: occasion.reportType,
    state,
    why,
    notBefore: smsDue(now, occasion.holdMinutes, await smsHoursOf(tx)),
    reportTime: occasion.reportTime,
    trace: {
      why: none,
      rules: trace.map(({ rule: { smsConfigId, smsConfigCode, smsConfigName }, rank, misfit }) => ({
        smsConfigId,
        smsConfigCode,
        smsConfigName,
        rank,
        misfit: misfit === null ? null : smsMisfits[misfit],
      })),
    },
    createTime: now,
    updateTime: now,
  };
  await tx.execute(sql`${insertMany(smsMessageTable, [row])} on conflict do nothing`);
}

/** A tube of which a new sample is asked for. */
export interface AskedSample {
  readonly recordId: string;
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly commodityIds: readonly string[];
}
/** Writes to who is to give a new sample; of several requests for one tube that nobody was told of yet, once. */
export async function writeResampleSms(tx: Tx, tenantId: string, asked: readonly AskedSample[], now: string): Promise<void> {
  const orders = await orderOf(tx, tenantId, [...new Set(asked.map(({ requisitionId }) => requisitionId))]);
  for (const { recordId, requisitionId, sampleCode, commodityIds } of asked) {
    const order = orders.get(requisitionId);
    if (!order) continue;
    const open = await readRow(
      tx,
      sql`select 1 as found from sms_message where tenant_id = ${tenantId} and sample_code = ${sampleCode} and is_resampling = 1 and state = ${openState} limit 1`,
    );
    if (open) continue;
    const { laboratoryId: contractLaboratoryId, sendSampleClientId, reportTitleId } = order;
    const question = { contractLaboratoryId, sendSampleClientId, commodityIds, reportTitleId, qualitativeResult: null, isResampling: true };
    await writeSms(
      tx,
      tenantId,
      {
        ownerId: recordId,
        requisitionId,
        sampleCode,
        commodityIds,
        question,
        reportTime: null,
        reportType: null,
        isAmendment: false,
        holdMinutes: resampleHoldMinutes,
      },
      now,
    );
  }
}
const openState = sql`any(${sql.param([smsState.toSend, smsState.queued, smsState.noRule])}::int[])`;

/** Takes back what was written of these versions or records and has not left; what somebody told in another way stays as it is marked. */
export async function withdrawSms(tx: Tx, tenantId: string, ownerIds: readonly string[], now: string): Promise<void> {
  if (ownerIds.length === 0) return;
  await tx.execute(sql`update sms_message set state = ${smsState.withdrawn}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and owner_id = ${anyId(ownerIds)}
    and state = any(${sql.param([...unsentStates])}::int[]) and mark_status <> ${markStatus.sent}`);
}

/** What was withdrawn with requests for new samples that are in force again stands where it stood, and is held anew before it leaves. */
export async function restoreSms(tx: Tx, tenantId: string, recordIds: readonly string[], now: string): Promise<void> {
  if (recordIds.length === 0) return;
  const byHand = [smsWhy.manual, smsWhy.amendment, smsWhy.text];
  await tx.execute(sql`update sms_message set state = case when why is null then ${smsState.queued}::int when why = ${smsWhy.noRule} then ${smsState.noRule}::int
        when why = any(${sql.param(byHand)}::int[]) then ${smsState.toSend}::int else ${smsState.failed}::int end,
      not_before = ${smsDue(now, resampleHoldMinutes, await smsHoursOf(tx))}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and owner_id = ${anyId(recordIds)} and state = ${smsState.withdrawn}`);
}

/** When a message may leave that somebody sends now: not before its report may be told of. */
export const sentFrom = (now: string, notBefore: string | null, hours: SmsHours): string =>
  withinHours(notBefore !== null && notBefore > now ? notBefore : now, hours);
