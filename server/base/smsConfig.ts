import { sql } from 'drizzle-orm';
import { smsConfigContracts } from '#domain/base/senderContracts.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { emailManage } from '#domain/base/emailManage.ts';
import { sendType, smsConfig, smsConfigType } from '#domain/base/smsConfig.ts';
import { hasLinkPlace, tellingWords, unknownPlaces } from '#domain/base/smsContent.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { sameSmsRank } from '#domain/report/rules/smsChoice.ts';
import { pageOf, problemsError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { pagingOf, type Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { saveRow, setDisabled } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type CallContext, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { smsRulesOf, tellingNamesOf } from '#server/spine/sms/smsRules.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Which rows of type 2 a page asks for: the contract's second type means mailboxes in one place and clients' own rules in another. */
const onlyRules = 'isRule';

/** Stands in for the described page: what it answers as type 2 are the rules of clients and, for whoever may see them, the mailboxes. */
async function pageOfRules({ db, query, user }: CallContext<Query>) {
  const rules = resourceReader(db, smsConfig, user, new Map());
  const hasMailboxes =
    query['smsConfigType'] === String(smsConfigType.custom) && query[onlyRules] === undefined && user.permissions.has('emailManage_view');
  const page = await rules.page(query);
  if (!hasMailboxes) return page;
  const { current, size } = pagingOf(query);
  const mailboxes = resourceReader(db, emailManage, user, new Map());
  const skipped = Math.max(0, (current - 1) * size - page.total);
  const room = size - page.records.length;
  // Mailboxes go on where the rules end.
  const [first, last] = [Math.floor(skipped / size) + 1, Math.floor((skipped + Math.max(room, 1) - 1) / size) + 1];
  const read = [await mailboxes.page({ ...query, current: first })];
  if (last > first) read.push(await mailboxes.page({ ...query, current: last }));
  const from = skipped - (first - 1) * size;
  const records = read
    .flatMap((one) => one.records)
    .slice(from, from + room)
    .map((row) => ({ ...row, smsConfigType: smsConfigType.custom }));
  return pageOf([...page.records, ...records], page.total + (read[0]?.total ?? 0), current, size);
}

/** Stands in for the described save (docs/report.md#text-messages). */
export const smsConfigCalls: readonly Call[] = serveCalls(smsConfigContracts, {
  'GET base/smsConfig/page': { handle: pageOfRules },
  'POST base/smsConfig/saveOrUpdate': {
    async write(tx, { body, user, writing }) {
      const { id } = await saveRow(tx, smsConfig, body, writing);
      await judgeRule(tx, user.tenantId, id);
      return { id };
    },
  },
  'POST base/smsConfig/enable': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, 'smsConfigId', 'smsConfigIds', 'id', 'ids');
      await setDisabled(tx, smsConfig, ids, 0, writing);
      for (const id of ids) await judgeRule(tx, user.tenantId, id);
      return true as const;
    },
  },
});

/** What a rule of a field says, in words of this place. */
const fault = (name: keyof typeof smsConfig.fields, text: Label): Problem => problemOf(name, smsConfig.fields[name], 'rule', { text });

/**
 * A custom rule names its client, a default one none; a positive result is told by a person; the text tells no result, item or gene, and all its
 * places can be filled; no other rule would weigh the same for one message. The same for one that is saved or enabled again.
 */
async function judgeRule(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [rule] = await smsRulesOf(tx, tenantId, { smsConfigId: id });
  if (!rule) throw new Error('a rule was saved and is not there');
  // Two saves of one laboratory wait for each other at its row.
  await tx.execute(sql`select 1 from laboratory where tenant_id = ${tenantId} and id = ${rule.contractLaboratoryId} for update`);
  const row = await readRow<{ kind: number }>(
    tx,
    sql`select sms_config_type::int as kind from sms_config where tenant_id = ${tenantId} and id = ${id}`,
  );
  const unknown = unknownPlaces(rule.smsContent);
  const telling = tellingWords(rule.smsContent, await tellingNamesOf(tx, tenantId));
  const isCustom = row?.kind === smsConfigType.custom;
  const other = rule.isDisable === 0 ? sameSmsRank(rule, await smsRulesOf(tx, tenantId, { laboratoryId: rule.contractLaboratoryId })) : undefined;
  const problems = [
    ...(isCustom && !rule.sendSampleClientId ? [problemOf('sendSampleClientId', smsConfig.fields.sendSampleClientId, 'requiredChoice')] : []),
    ...(!isCustom && rule.sendSampleClientId ? [fault('sendSampleClientId', ['默认配置不限送检单位', 'A default rule is of no client'])] : []),
    ...(rule.qualitativeResult === qualitativeResult.positive && rule.sendType === sendType.system
      ? [fault('sendType', ['阳性结果只能手动发送', 'A positive result is sent by hand alone'])]
      : []),
    ...(unknown.length > 0
      ? [fault('smsContent', [`短信内容有未知的占位: ${unknown.join('、')}`, `The text has places nothing fills: ${unknown.join(', ')}`])]
      : []),
    ...(rule.isResampling && hasLinkPlace(rule.smsContent)
      ? [fault('smsContent', ['补采短信没有报告, 不能用 {链接}', 'A request for a new sample has no report to link to'])]
      : []),
    ...(telling.length > 0
      ? [
          fault('smsContent', [
            `短信内容不得写出结果、检测项或基因: ${telling.join('、')}`,
            `The text must name no result, item or gene: ${telling.join(', ')}`,
          ]),
        ]
      : []),
    ...(other
      ? [
          fault('smsConfigName', [
            `与“${other.smsConfigName}”适用于同样的短信且权重相同`,
            `“${other.smsConfigName}” speaks of the same messages and weighs the same`,
          ]),
        ]
      : []),
  ];
  if (problems.length > 0) throw problemsError(problems);
}
