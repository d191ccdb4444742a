import { sql } from 'drizzle-orm';
import { isMailAddress } from '#domain/base/destination.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { addDays } from '#domain/kernel/dates.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { configType, reportConfig } from '#domain/report/reportConfig.ts';
import { criterionState, releaseCriterion } from '#domain/report/releaseCriterion.ts';
import { reportReceiver } from '#domain/report/reportReceiver.ts';
import { reportChannel, reportStrategy, usualStrategy } from '#domain/report/reportStrategy.ts';
import { sameRank } from '#domain/report/rules/configChoice.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { configsOf } from '#server/spine/reports/configs.ts';

type Sent = Readonly<Record<string, unknown>>;
/** A year in which a criterion may be relied upon. */
const reviewDays = 366;

/** What is wrong with a field, in words of this place. */
const fault = (fields: Readonly<Record<string, Field>>, name: string, text: Label): Problem => problemOf(name, fields[name]!, 'rule', { text });
function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw problemsError(problems);
}

/** Saves a configuration; throws UserError 400 for one without the clients its kind needs, that ends before it begins, or that another stands against. */
export async function saveConfig(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const { id } = await saveRow(tx, reportConfig, sent, writing);
  await judgeConfig(tx, writing.user.tenantId, id);
  return { id };
}

/** The same rule for one that is saved or enabled again. */
export async function judgeConfig(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [own] = await configsOf(tx, tenantId, { configId: id });
  if (!own) throw new Error('a configuration was saved and is not there');
  // Two saves of one laboratory wait for each other at its row.
  await tx.execute(sql`select 1 from laboratory where tenant_id = ${tenantId} and id = ${own.laboratoryId} for update`);
  const row = await readRow<{ configType: number }>(
    tx,
    sql`select config_type::int as config_type from report_config where tenant_id = ${tenantId} and id = ${id}`,
  );
  const isCustom = row?.configType === configType.custom;
  const hasClients = own.sendSampleClientIds.length > 0;
  const { fields } = reportConfig;
  refuse([
    ...(isCustom && !hasClients ? [problemOf('sendSampleClientIds', fields.sendSampleClientIds, 'requiredChoice')] : []),
    ...(!isCustom && hasClients ? [fault(fields, 'sendSampleClientIds', ['默认配置不限送检单位', 'A default configuration is of no client'])] : []),
    ...(own.validTo !== null && own.validTo < own.validFrom
      ? [fault(fields, 'validTo', ['失效日期不能早于生效日期', 'It would end before it begins'])]
      : []),
    ...(own.templateLaboratoryId !== null && own.templateLaboratoryId !== own.laboratoryId
      ? [fault(fields, 'templateId', ['模板属于其他检验所', 'The template is another laboratory’s'])]
      : []),
  ]);
  if (own.isDisable !== 0) return;
  const other = sameRank(own, await configsOf(tx, tenantId, { laboratoryId: own.laboratoryId }));
  if (other)
    refuse([
      fault(fields, 'configName', [
        `与“${other.configName}”适用于同一报告, 请缩小其中之一`,
        `It and “${other.configName}” would be for the same report: narrow one`,
      ]),
    ]);
}

/** Saves a strategy; throws UserError 400 where what it promises needs what it does not say. */
export async function saveStrategy(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const isNew = parameter(sent, 'strategyId') === '' && parameter(sent, 'id') === '';
  const usual = Object.entries(usualStrategy).filter(([name]) => (name in sent ? parameter(sent, name) === '' : isNew));
  const { id } = await saveRow(tx, reportStrategy, { ...sent, ...Object.fromEntries(usual) }, writing);
  const row = await readRow<{
    isAutoRelease: number | null;
    criterionId: string | null;
    channels: number[] | null;
    mailMode: number | null;
    paperCopies: number;
  }>(
    tx,
    sql`select is_auto_release::int as is_auto_release, criterion_id::text as criterion_id, channels, mail_mode::int as mail_mode, coalesce(paper_copies, 0)::int as paper_copies
      from report_strategy where tenant_id = ${writing.user.tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a strategy was saved and is not there');
  const channels = row.channels ?? [];
  const { fields } = reportStrategy;
  refuse([
    ...(row.isAutoRelease === 1 && row.criterionId === null ? [problemOf('criterionId', fields.criterionId, 'requiredChoice')] : []),
    ...(channels.includes(reportChannel.mail) && row.mailMode === null ? [problemOf('mailMode', fields.mailMode, 'requiredChoice')] : []),
    ...(channels.includes(reportChannel.link) && !channels.includes(reportChannel.sms)
      ? [fault(fields, 'channels', ['患者链接随短信发送, 请同时选择短信', 'A patient’s link goes with the text message: choose that, too'])]
      : []),
    ...(channels.includes(reportChannel.paper) && row.paperCopies === 0 ? [problemOf('paperCopies', fields.paperCopies, 'required')] : []),
    ...(!channels.includes(reportChannel.paper) && row.paperCopies > 0
      ? [fault(fields, 'channels', ['有纸质份数, 请同时选择纸质', 'It has paper copies: choose paper, too'])]
      : []),
  ]);
  return { id };
}

/** Saves a criterion as a draft of its next version: what was changed was approved by nobody. */
export async function saveCriterion(tx: Tx, sent: Sent, writing: Writing, now: string): Promise<{ id: string }> {
  const { tenantId, id: userId } = writing.user;
  const known = parameter(sent, 'criterionId') || parameter(sent, 'id');
  const before = await readRow<{ version: number }>(
    tx,
    sql`select version from release_criterion where tenant_id = ${tenantId} and id::text = ${known}`,
  );
  const { id } = await saveRow(tx, releaseCriterion, sent, writing);
  const row = await readRow<{
    ageFrom: number | null;
    ageTo: number | null;
    reviewDate: string;
    versionNo: number | null;
    state: number | null;
    version: number;
  }>(
    tx,
    sql`select age_from::int as age_from, age_to::int as age_to, review_date::text as review_date, version_no::int as version_no, state::int as state, version
      from release_criterion where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a criterion was saved and is not there');
  const { fields } = releaseCriterion;
  refuse([
    ...(row.ageFrom !== null && row.ageTo !== null && row.ageTo < row.ageFrom
      ? [fault(fields, 'ageTo', ['年龄上限不能小于下限', 'It would end before it begins'])]
      : []),
    ...(row.reviewDate > addDays(now, reviewDays) ? [fault(fields, 'reviewDate', ['复审日期须在 12 个月以内', 'Within twelve months'])] : []),
  ]);
  const versionNo = row.state === criterionState.draft ? row.versionNo : (row.versionNo ?? 0) + 1;
  if (row.version !== before?.version)
    await tx.execute(sql`update release_criterion set state = ${criterionState.draft}, version_no = ${versionNo}, author_id = ${userId}, approver_id = null,
      approve_time = null where tenant_id = ${tenantId} and id = ${id}`);
  return { id };
}

/** Saves a receiver; throws UserError 400 where the way it is reached by has no address. */
export async function saveReceiver(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const { id } = await saveRow(tx, reportReceiver, sent, writing);
  const row = await readRow<{ channel: number; email: string | null; address: string | null }>(
    tx,
    sql`select channel::int as channel, email, address from report_receiver where tenant_id = ${writing.user.tenantId} and id = ${id}`,
  );
  if (!row) throw new Error('a receiver was saved and is not there');
  const { fields } = reportReceiver;
  const email = row.email ?? '';
  refuse([
    ...(row.channel === reportChannel.mail && email === '' ? [problemOf('email', fields.email, 'required')] : []),
    ...(email !== '' && !isMailAddress(email) ? [fault(fields, 'email', ['邮箱格式不正确', 'No mail address'])] : []),
    ...(row.channel === reportChannel.paper && (row.address ?? '') === '' ? [problemOf('address', fields.address, 'required')] : []),
  ]);
  return { id };
}
