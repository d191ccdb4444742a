import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Label } from '#domain/kernel/label.ts';
import { drawReport, unaudited } from '#domain/report/drawReport.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { isOuterKey, isWholeKey, reportState, reportVersionState, versionSource, type ReportState } from '#domain/report/reportState.ts';
import { reportKind, type paperSize } from '#domain/report/reportTemplate.ts';
import { chooseConfig } from '#domain/report/rules/configChoice.ts';
import { changesBetween, printedBy } from '#domain/report/rules/amendment.ts';
import { questionOf } from '#domain/report/rules/reportGroup.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { bindBlob, looseBlob, lockBlob, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { renderReport } from '#server/report/engine/reportEngine.ts';
import { factImages } from '#server/report/facts/factImages.ts';
import { readFacts } from '#server/report/facts/readFacts.ts';
import { faultWords } from '#server/report/config/faultWords.ts';
import { factsHash } from './factsHash.ts';
import { isForNow, isReportDamaged } from './reportBytes.ts';
import { verifyAddressOf } from '../links/linkOf.ts';
import { configsOf, conversionOf, orderOf, type StoredConfig } from '#server/spine/reports/configs.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportVersionTable } from '#server/storage/reportTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { nowText } from '#server/storage/clock.ts';

/** A report that could not be made so often waits for a person. */
const mostTries = 3;

/** What became of a report that was to be made. */
export type Made = { readonly outcome: 'done'; readonly versionId: string } | { readonly outcome: 'skipped' | 'refused'; readonly message: Label };

interface Maker {
  readonly tenantId: string;
  /** null: the house itself. */
  readonly makerId: string | null;
  readonly makerName: string;
}
interface Claimed {
  readonly reportId: string;
  readonly reportNo: string;
  readonly requisitionId: string;
  readonly reportKind: CodeOf<typeof reportKind>;
  readonly state: ReportState;
  readonly currentVersionNo: number;
  readonly tries: number;
  readonly groupKey: string;
}
/** A result a version is made of, as it stood. */
interface Basis {
  readonly taskId: string;
  readonly round: number;
  readonly resultVersion: number;
}

const skippedWords = {
  unknown: ['没有此报告', 'No such report'],
  state: ['报告当前不能生成', 'The report is not where it could be made'],
  outer: ['外送报告由上传产生, 请上传文件', 'A report of another house comes as a file: upload it'],
  same: ['内容未变', 'Nothing has changed'],
  changed: ['内容已变,请重新生成', 'Content changed; generate again'],
} as const satisfies Readonly<Record<string, Label>>;

/** Made again by a job whose first run died: what stands as being made is taken up. */
const claimable: readonly ReportState[] = [reportState.waiting, reportState.making, reportState.toAudit, reportState.failed];

/**
 * Makes the next version of a report (docs/report.md#states): claimed, set and stored, then bound, each in its own transaction, so that whatever
 * dies between leaves nothing half made: files come before rows, and versions are unique. What a person can mend is answered and stands on the
 * report; any other fault is thrown, and stands there after the third.
 */
export async function makeReport(database: Database, blobs: BlobStore, reportId: string, maker: Maker): Promise<Made> {
  const { tenantId } = maker;
  const claimed = await database.transaction((tx) => claim(tx, tenantId, reportId));
  if (!claimed) return { outcome: 'skipped', message: skippedWords.unknown };
  if (isOuterKey(claimed.groupKey)) return { outcome: 'skipped', message: skippedWords.outer };
  if (!claimable.includes(claimed.state)) return { outcome: 'skipped', message: skippedWords.state };
  try {
    const drawn = await draw(database.orm, tenantId, claimed);
    if ('fault' in drawn) return await fail(database, tenantId, claimed, drawn.fault, 'refused');
    if (await isSame(database.orm, blobs, tenantId, claimed, drawn)) {
      await database.transaction((tx) => back(tx, tenantId, claimed));
      return { outcome: 'skipped', message: skippedWords.same };
    }
    const images = await factImages(blobs, tenantId, drawn.facts);
    const { pdf, pages, engineVersion } = await renderReport({ report: drawReport({ ...drawn, watermark: unaudited }), images });
    const { sha256 } = await blobs.putWhole(tenantId, pdf, { isPaper: true });
    return await database.transaction((tx) => bind(tx, maker, claimed, drawn, { sha256, pages, engineVersion }));
  } catch (error) {
    if (isForNow(error)) {
      const waits = claimed.state === reportState.making ? reportState.waiting : claimed.state;
      await database.transaction((tx) => back(tx, tenantId, { ...claimed, state: waits }));
      throw error;
    }
    if (error instanceof UserError && error.status < 500) return fail(database, tenantId, claimed, error.label, 'refused');
    return fail(database, tenantId, claimed, ['生成失败,请重试', 'It could not be made; try again'], 'failed', error);
  }
}

async function claim(tx: Tx, tenantId: string, reportId: string): Promise<Claimed | undefined> {
  const row = await readRow<Claimed>(
    tx,
    sql`select id::text as report_id, report_no, requisition_id::text as requisition_id, report_kind::int as report_kind, state::int as state, current_version_no, tries, group_key
      from report where tenant_id = ${tenantId} and id = ${reportId} for update`,
  );
  if (row && !isOuterKey(row.groupKey) && claimable.includes(row.state) && row.state !== reportState.making)
    await tx.execute(
      sql`update report set state = ${reportState.making}, update_time = ${nowText()}, version = version + 1 where tenant_id = ${tenantId} and id = ${reportId}`,
    );
  return row;
}

interface Drawn {
  readonly content: ReportContent;
  readonly paper: CodeOf<typeof paperSize>;
  readonly facts: ReportFacts;
  readonly factsSha256: string;
  readonly basis: readonly Basis[];
  readonly config: StoredConfig;
  readonly templateVersionNo: number;
  readonly verifyToken: string;
  readonly versionNo: number;
}

/** What its next version prints, or why there can be none. */
async function draw(reader: Database['orm'], tenantId: string, report: Claimed): Promise<Drawn | { readonly fault: Label }> {
  const tasks = await readRows<Basis & { readonly panelGroupId: string; readonly commodityIds: readonly string[] }>(
    reader,
    sql`select t.id::text as task_id, t.round, t.result_version, t.panel_group_id::text as panel_group_id, t.commodity_ids::text[] as commodity_ids
      from report_task r join lab_task t on t.tenant_id = r.tenant_id and t.id = r.task_id
      where r.tenant_id = ${tenantId} and r.report_id = ${report.reportId} and t.task_state in (${taskState.audited}, ${taskState.issued}) order by t.id`,
  );
  const order = (await orderOf(reader, tenantId, [report.requisitionId])).get(report.requisitionId);
  if (!order || tasks.length === 0) return { fault: skippedWords.changed };
  const configs = await configsOf(reader, tenantId, { laboratoryId: order.laboratoryId });
  const { chosen, fault } = chooseConfig(configs, questionOf(order, tasks, report.reportKind, nowText().slice(0, 10)));
  if (!chosen) return { fault: faultWords[fault ?? 'reportConfig.none'] };
  const template = await readRow<{ versionNo: number; content: ReportContent; paper: CodeOf<typeof paperSize> }>(
    reader,
    sql`select version_no, content, paper from report_template_version where tenant_id = ${tenantId} and template_id = ${chosen.templateId} and version_no = ${chosen.liveNo}`,
  );
  if (!template) return { fault: faultWords['reportConfig.templateOff'] };
  const conversion = await conversionOf(reader, tenantId, chosen.configId);
  const read = await readFacts(
    reader,
    tenantId,
    tasks.map(({ taskId }) => taskId),
    conversion,
  );
  // A tube that has not come yet belongs to what is reported as a whole, and has no task so far.
  const isPartial = (isWholeKey(report.groupKey) && order.awaitedTubes > 0) || (await hasOthers(reader, tenantId, report));
  const [verifyToken, versionNo] = [randomBytes(16).toString('hex'), report.currentVersionNo + 1];
  const printed: ReportFacts = {
    ...read,
    isPartial,
    values: {
      ...read.values,
      reportNo: report.reportNo,
      versionNo: String(versionNo),
      verifyAddress: await verifyAddressOf(reader, verifyToken),
    },
  };
  const facts = { ...printed, amendment: await amendmentOf(reader, tenantId, report.reportId, printed, template.content) };
  return {
    content: template.content,
    paper: template.paper,
    facts,
    factsSha256: factsHash(facts),
    basis: tasks.map(({ taskId, round, resultVersion }) => ({ taskId, round, resultVersion })),
    config: chosen,
    templateVersionNo: template.versionNo,
    verifyToken,
    versionNo,
  };
}

/** What a version says of the one that was issued before it; null: none was (docs/report.md#amendments). */
async function amendmentOf(
  reader: Reader,
  tenantId: string,
  reportId: string,
  facts: ReportFacts,
  content: ReportContent,
): Promise<ReportFacts['amendment']> {
  const former = await readRow<{ facts: ReportFacts; issueTime: string; withdrawReason: string | null }>(
    reader,
    sql`select facts, issue_time, withdraw_reason from report_version where tenant_id = ${tenantId} and report_id = ${reportId} and issue_time is not null order by version_no desc limit 1`,
  );
  if (!former) return null;
  return {
    versionNo: Number(facts.values.versionNo),
    replacedTime: former.issueTime.slice(0, 16),
    reason: former.withdrawReason ?? '未记录',
    changes: changesBetween(former.facts, facts, printedBy(content)).map(([zh]) => zh),
  };
}
/** Results of the same group are still on their way: the report says that it is a part. */
async function hasOthers(reader: Reader, tenantId: string, { reportId }: Claimed): Promise<boolean> {
  const row = await readRow<{ isPartial: boolean }>(
    reader,
    sql`select exists (select 1 from report_task r join lab_task t on t.tenant_id = r.tenant_id and t.id = r.task_id
      where r.tenant_id = ${tenantId} and r.report_id = ${reportId} and t.task_state not in (${taskState.audited}, ${taskState.issued}, ${taskState.stopped}, ${taskState.voided})) as is_partial`,
  );
  return row?.isPartial ?? false;
}

/** A version that waits for its audit says the very same, by the same template, and can be issued: one whose file or facts are not what they were is made anew. */
async function isSame(reader: Reader, blobs: BlobStore, tenantId: string, { reportId }: Claimed, drawn: Drawn): Promise<boolean> {
  const row = await readRow<{ facts: ReportFacts; draftSha256: string }>(
    reader,
    sql`select facts, draft_sha256 from report_version where tenant_id = ${tenantId} and report_id = ${reportId} and state = ${reportVersionState.toAudit} and facts_sha256 = ${drawn.factsSha256}
      and template_id = ${drawn.config.templateId} and template_version_no = ${drawn.templateVersionNo} and config_id = ${drawn.config.configId} and conversion_no = ${drawn.config.conversionNo}`,
  );
  return row !== undefined && factsHash(row.facts) === drawn.factsSha256 && !(await isReportDamaged(blobs, tenantId, row.draftSha256));
}

/** The version that was there stays; the report is where it was. */
async function back(tx: Tx, tenantId: string, { reportId, state }: Claimed): Promise<void> {
  await tx.execute(sql`update report set state = ${state === reportState.making ? reportState.toAudit : state}, update_time = ${nowText()}, version = version + 1
    where tenant_id = ${tenantId} and id = ${reportId} and state = ${reportState.making}`);
}

interface Stored {
  readonly sha256: string;
  readonly pages: number;
  readonly engineVersion: string;
}
/** Binds what was set, unless the report or one of its results moved meanwhile. */
async function bind(tx: Tx, { tenantId, makerId, makerName }: Maker, { reportId }: Claimed, drawn: Drawn, stored: Stored): Promise<Made> {
  const now = nowText();
  const row = await readRow<{ state: ReportState; currentVersionNo: number }>(
    tx,
    sql`select state::int as state, current_version_no from report where tenant_id = ${tenantId} and id = ${reportId} for update`,
  );
  const standing = await readRows<Basis>(
    tx,
    sql`select t.id::text as task_id, t.round, t.result_version from lab_task t where t.tenant_id = ${tenantId} and t.id = ${anyId(drawn.basis.map(({ taskId }) => taskId))}
      and t.task_state in (${taskState.audited}, ${taskState.issued}) order by t.id`,
  );
  if (row?.state !== reportState.making || row.currentVersionNo !== drawn.versionNo - 1) return { outcome: 'skipped', message: skippedWords.state };
  if (canonicalJson(standing) !== canonicalJson(drawn.basis)) {
    await moveReport(tx, tenantId, { reportId, from: reportState.making, to: reportState.waiting }, now);
    return { outcome: 'skipped', message: skippedWords.changed };
  }
  await lockBlob(tx, tenantId, stored.sha256);
  await bindBlob(tx, tenantId, stored.sha256, blobOwner.report);
  const former = await readRows<{ draftSha256: string }>(
    tx,
    sql`update report_version set state = ${reportVersionState.void}, update_time = ${now} where tenant_id = ${tenantId} and report_id = ${reportId}
      and state = ${reportVersionState.toAudit} returning draft_sha256`,
  );
  for (const { draftSha256 } of former) if (draftSha256 !== stored.sha256) await looseBlob(tx, tenantId, draftSha256);
  const versionId = newId();
  await tx.execute(
    insertMany(reportVersionTable, [
      {
        id: versionId,
        tenantId,
        reportId,
        versionNo: drawn.versionNo,
        state: reportVersionState.toAudit,
        source: versionSource.made,
        templateId: drawn.config.templateId,
        templateVersionNo: drawn.templateVersionNo,
        configId: drawn.config.configId,
        conversionNo: drawn.config.conversionNo,
        facts: drawn.facts,
        factsSha256: drawn.factsSha256,
        basis: drawn.basis,
        draftSha256: stored.sha256,
        pages: stored.pages,
        engineVersion: stored.engineVersion,
        signatures: await audits(tx, tenantId, drawn.basis),
        verifyToken: drawn.verifyToken,
        amendReason: drawn.facts.amendment?.reason ?? null,
        isAuto: Number(drawn.config.isAutoRelease),
        makerId,
        makerName,
        createTime: now,
        updateTime: now,
      },
    ]),
  );
  const advised = drawn.facts.guidance.flatMap(({ id }) => id ?? []);
  // What stands in a version is never changed after it.
  if (advised.length > 0)
    await tx.execute(
      sql`update cancer_guidance set print_time = ${now} where tenant_id = ${tenantId} and id = ${anyId(advised)} and print_time is null`,
    );
  await moveReport(tx, tenantId, { reportId, from: reportState.making, to: reportState.toAudit }, now);
  // What a client's own configuration makes is a custom report (docs/report.md#kinds).
  const kind = drawn.config.sendSampleClientIds.length > 0 ? reportKind.custom : reportKind.regular;
  await tx.execute(sql`update report set current_version_no = ${drawn.versionNo}, tries = 0, report_kind = case when report_kind in (${reportKind.regular}, ${reportKind.custom}) then ${kind} else report_kind end
    where tenant_id = ${tenantId} and id = ${reportId}`);
  return { outcome: 'done', versionId };
}

/** Who audited the results a version prints, by which signature and authority, each level's audits in their order. */
const audits = (tx: Tx, tenantId: string, basis: readonly Basis[]): Promise<object[]> =>
  readRows(
    tx,
    sql`select case a.level when 1 then 'tested' else 'reviewed' end as slot, a.user_id::text as user_id, a.user_name as name, a.signature_version as signature_id,
        a.sign_user_id::text as sign_user_id, a.create_time as time, a.task_id::text as task_id
      from result_audit a where a.tenant_id = ${tenantId} and a.task_id = ${anyId(basis.map(({ taskId }) => taskId))} and a.is_void = 0 order by a.level, a.id`,
  );

/** The report says why it could not be made. What a person has to mend is not tried again by itself. */
async function fail(
  database: Database,
  tenantId: string,
  { reportId, tries }: Claimed,
  message: Label,
  outcome: 'refused' | 'failed',
  cause?: unknown,
): Promise<Made> {
  const isOver = outcome === 'refused' || tries + 1 >= mostTries;
  await database.transaction((tx) =>
    tx.execute(sql`update report set state = ${isOver ? reportState.failed : reportState.waiting}, fault = ${JSON.stringify(message)}::jsonb, tries = tries + 1, update_time = ${nowText()},
      version = version + 1 where tenant_id = ${tenantId} and id = ${reportId} and state = ${reportState.making}`),
  );
  if (outcome === 'failed') throw cause;
  return { outcome, message };
}
