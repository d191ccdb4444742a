import { sql } from 'drizzle-orm';
import { smsConfigContracts } from '#domain/base/senderContracts.ts';
import { emailManage } from '#domain/base/emailManage.ts';
import { smsConfig, smsConfigType } from '#domain/base/smsConfig.ts';
import { unknownPlaces } from '#domain/base/smsContent.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { pageOf, problemsError } from '#server/kernel/core/answers.ts';
import { pagingOf, type Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type CallContext, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';

const { sendSampleClientId, smsContent } = smsConfig.fields;

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

/** Stands in for the described save: a custom rule names its client, a default one none; every place of the text can be filled. */
export const smsConfigCalls: readonly Call[] = serveCalls(smsConfigContracts, {
  'GET base/smsConfig/page': { handle: pageOfRules },
  'POST base/smsConfig/saveOrUpdate': {
    async write(tx, { body, user, writing }) {
      const { id } = await saveRow(tx, smsConfig, body, writing);
      await judgeRule(tx, user.tenantId, id);
      return { id };
    },
  },
});

async function judgeRule(tx: Tx, tenantId: string, id: string): Promise<void> {
  const row = await readRow<{ kind: number; clientId: string | null; smsContent: string }>(
    tx,
    sql`select sms_config_type::int as kind, send_sample_client_id::text as client_id, sms_content from sms_config where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a rule was saved and is not there');
  const unknown = unknownPlaces(row.smsContent);
  const isCustom = row.kind === smsConfigType.custom;
  const problems = [
    ...(isCustom && !row.clientId ? [problemOf('sendSampleClientId', sendSampleClientId, 'requiredChoice')] : []),
    ...(!isCustom && row.clientId
      ? [problemOf('sendSampleClientId', sendSampleClientId, 'rule', { text: ['默认配置不限送检单位', 'A default rule is of no client'] })]
      : []),
    ...(unknown.length > 0
      ? [
          problemOf('smsContent', smsContent, 'rule', {
            text: [`短信内容有未知的占位: ${unknown.join('、')}`, `The text has places nothing fills: ${unknown.join(', ')}`],
          }),
        ]
      : []),
  ];
  if (problems.length > 0) throw problemsError(problems);
}
