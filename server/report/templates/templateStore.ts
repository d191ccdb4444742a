import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import { reportTemplate, versionState, type paperSize, type reportKind } from '#domain/report/reportTemplate.ts';
import type { TemplateVersion } from '#domain/report/templateCalls.ts';
import { templateRefusals, type TemplateRefusal } from '#domain/report/templateMoves.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { notFound, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { maySeeLaboratory, type Whose } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { reportTemplateVersionTable } from '#server/storage/reportTables.ts';
import type { Tx } from '#server/storage/tx.ts';

export interface StoredTemplate {
  readonly id: string;
  readonly templateName: string;
  readonly panelGroupId: string | null;
  readonly panelGroupName: string | null;
  readonly laboratoryId: string | null;
  readonly laboratoryName: string | null;
  readonly reportKind: CodeOf<typeof reportKind>;
  readonly paper: CodeOf<typeof paperSize>;
  readonly liveNo: number | null;
  readonly draftNo: number | null;
  readonly remark: string | null;
  readonly isDisable: 0 | 1;
  readonly version: number;
  readonly actionUserName: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}
export interface StoredVersion {
  readonly versionNo: number;
  readonly state: CodeOf<typeof versionState>;
  readonly paper: CodeOf<typeof paperSize>;
  readonly content: ReportContent;
  readonly contentSha256: string;
  readonly editorIds: readonly string[];
}

/** A refusal of this area, with its sentence. */
export function refused(code: TemplateRefusal, params: Readonly<Record<string, string | Label>> = {}, status = 409): UserError {
  const label: Label = templateRefusals[code];
  return new UserError(status, [fillLabel(label, params, 'zh'), fillLabel(label, params, 'en')], { refusal: code, params });
}

/** A template's content and paper as one hash: equal ones are the same version. */
export const contentHash = (content: ReportContent, paper: string): string =>
  createHash('sha256').update(canonicalJson({ paper, content })).digest('hex');

/** A living template of the user's laboratories or of all, locked where it is to change. */
export const findTemplate = (reader: Reader, { tenantId, id: userId }: Whose, id: string, isLocking = false): Promise<StoredTemplate | undefined> =>
  readRow<StoredTemplate>(
    reader,
    sql`select t.id::text as id, t.template_name, t.panel_group_id::text as panel_group_id, t.laboratory_id::text as laboratory_id, t.report_kind::int as report_kind, t.paper,
        t.live_no::int as live_no, t.draft_no::int as draft_no, t.remark, t.is_disable::int as is_disable, t.version, t.create_time, t.update_time,
        (select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id) as panel_group_name,
        (select l.laboratory_name from laboratory l where l.tenant_id = t.tenant_id and l.id = t.laboratory_id) as laboratory_name,
        (select u.real_name from user_account u where u.tenant_id = t.tenant_id and u.id = t.update_user) as action_user_name
      from report_template t where t.tenant_id = ${tenantId} and t.id::text = ${id} and t.is_deleted = 0 and ${maySeeLaboratory(tenantId, userId, sql`t.laboratory_id`)} ${isLocking ? sql`for update of t` : sql``}`,
  );

/** The same; throws UserError 404 where there is none. */
export async function templateOf(reader: Reader, user: Whose, id: string, isLocking = false): Promise<StoredTemplate> {
  const row = await findTemplate(reader, user, id, isLocking);
  if (!row) throw notFound(reportTemplate);
  return row;
}

export const versionOf = (reader: Reader, tenantId: string, templateId: string, versionNo: number | null): Promise<StoredVersion | undefined> =>
  readRow<StoredVersion>(
    reader,
    sql`select version_no, state::int as state, paper, content, content_sha256, editor_ids::text[] as editor_ids from report_template_version
      where tenant_id = ${tenantId} and template_id = ${templateId} and version_no = ${versionNo}`,
  );

/** The versions of a template, newest first. */
export const versionsOf = (reader: Reader, tenantId: string, templateId: string): Promise<TemplateVersion[]> =>
  readRows<TemplateVersion>(
    reader,
    sql`select version_no, state::int as state, content_sha256, editor_name, update_time, releaser_name, release_time, reason from report_template_version
      where tenant_id = ${tenantId} and template_id = ${templateId} order by version_no desc`,
  );

/** Writes what was drawn as the draft; the same as what stands changes nothing. */
export async function writeDraft(tx: Tx, template: StoredTemplate, content: ReportContent, writing: Writing, now: string): Promise<void> {
  const { user } = writing;
  const contentSha256 = contentHash(content, template.paper);
  const standing = await versionOf(tx, user.tenantId, template.id, template.draftNo ?? template.liveNo);
  if (standing?.contentSha256 === contentSha256) return;
  const key = sql`tenant_id = ${user.tenantId} and template_id = ${template.id}`;
  let versionNo = template.draftNo;
  if (versionNo !== null)
    await tx.execute(sql`update report_template_version set content = ${JSON.stringify(content)}::jsonb, paper = ${template.paper}, content_sha256 = ${contentSha256},
      editor_ids = case when ${user.id}::bigint = any(editor_ids) then editor_ids else editor_ids || ${user.id}::bigint end, editor_name = ${user.name}, update_time = ${now}
      where ${key} and version_no = ${versionNo}`);
  else {
    const last = await readRow<{ no: number }>(tx, sql`select coalesce(max(version_no), 0)::int as no from report_template_version where ${key}`);
    versionNo = (last?.no ?? 0) + 1;
    await tx.execute(
      insertMany(reportTemplateVersionTable, [
        {
          tenantId: user.tenantId,
          templateId: template.id,
          versionNo,
          state: versionState.draft,
          paper: template.paper,
          content,
          contentSha256,
          editorIds: [user.id],
          editorName: user.name,
          createTime: now,
          updateTime: now,
        },
      ]),
    );
  }
  await touch(tx, template.id, sql`draft_no = ${versionNo}`, writing, now);
  await writeAudit(tx, { ...writing, action: 'reportTemplate.draft', subject: template.id, before: null, after: { versionNo, contentSha256 }, now });
}

/** The draft prints from now on; what printed is history. */
export async function writeRelease(
  tx: Tx,
  template: StoredTemplate,
  draft: StoredVersion,
  { reason, findings }: { readonly reason: string; readonly findings: unknown },
  writing: Writing,
  now: string,
): Promise<void> {
  const { user } = writing;
  const key = sql`tenant_id = ${user.tenantId} and template_id = ${template.id}`;
  await tx.execute(
    sql`update report_template_version set state = ${versionState.past}, update_time = ${now} where ${key} and state = ${versionState.live}`,
  );
  await tx.execute(sql`update report_template_version set state = ${versionState.live}, findings = ${JSON.stringify(findings)}::jsonb, releaser_id = ${user.id}, releaser_name = ${user.name},
    release_time = ${now}, reason = ${reason}, update_time = ${now} where ${key} and version_no = ${draft.versionNo}`);
  await touch(tx, template.id, sql`live_no = ${draft.versionNo}, draft_no = null, is_disable = 0`, writing, now);
  const before = { liveNo: template.liveNo, isDisable: template.isDisable };
  const after = { liveNo: draft.versionNo, contentSha256: draft.contentSha256, isDisable: 0 };
  await writeAudit(tx, { ...writing, action: 'reportTemplate.enable', subject: template.id, before, after, reason, now });
}

const touch = (tx: Tx, id: string, set: ReturnType<typeof sql>, { user }: Writing, now: string): Promise<unknown> =>
  tx.execute(
    sql`update report_template set ${set}, update_user = ${user.id}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${id}`,
  );
