import { sql } from 'drizzle-orm';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { audienceList, longestNotice, notice, noticeAudience, noticeContent, noticeState } from '#domain/notice/notice.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { notFound, saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { nowText } from '#server/storage/clock.ts';
import { cleanHtml, htmlWords } from './cleanHtml.ts';

interface Known {
  readonly version: number;
  readonly title: string;
  readonly mustConfirm: number | null;
  readonly noticeState: number | null;
  readonly releaseNo: number;
  readonly releaseTime: string | null;
  readonly audience: number | null;
  readonly deptIds: readonly string[] | null;
  readonly roleIds: readonly string[] | null;
  readonly userIds: readonly string[] | null;
  readonly content: string | null;
}
const known = (reader: Reader, tenantId: string, id: string): Promise<Known | undefined> =>
  readRow<Known>(
    reader,
    sql`select n.version, n.title, n.must_confirm, n.notice_state, coalesce(n.release_no, 0)::int as release_no, n.release_time, n.audience, n.dept_ids, n.role_ids, n.user_ids, c.content
    from notice n left join notice_content c on c.tenant_id = n.tenant_id and c.notice_id = n.id
    where n.tenant_id = ${tenantId} and n.id::text = ${id} and n.is_deleted = 0 for update of n`,
  );

function contentProblem(content: string): Problem | null {
  if (htmlWords(content) === '') return problemOf('content', noticeContent, 'required');
  return content.length > longestNotice ? problemOf('content', noticeContent, 'tooLong') : null;
}

/** The row's own problems together with those of its text: all that is wrong is said at once. */
async function saveFields(tx: Tx, sent: Readonly<Record<string, unknown>>, more: readonly (Problem | null)[], writing: Writing): Promise<string> {
  const own = more.filter((problem) => problem !== null);
  const { id } = await saveRow(tx, notice, sent, writing).catch((error: unknown) => {
    throw error instanceof UserError && error.problems ? problemsError([...error.problems, ...own]) : error;
  });
  if (own.length > 0) throw problemsError(own);
  return id;
}

/**
 * Saves a notice and, unless `isDraft` is sent, publishes it. A published one with other words is a new release: who
 * confirmed the old one is asked again. Throws UserError 400 with what is missing, 409 for a draft of what is out.
 */
export async function saveNotice(tx: Tx, body: Readonly<Record<string, unknown>>, writing: Writing): Promise<{ id: string }> {
  const { tenantId } = writing.user;
  const isDraft = ['1', 'true'].includes(plainText(body['isDraft']));
  const given = plainText(body['id']);
  const before = given ? await known(tx, tenantId, given) : undefined;
  if (isDraft && before?.noticeState === noticeState.published)
    throw new UserError(409, ['通知已发布, 请先撤回再存为草稿', 'It is published; revoke it before keeping it as a draft'], {
      refusal: 'notice.published',
    });
  const content = body['content'] === undefined && before ? (before.content ?? '') : cleanHtml(plainText(body['content']));
  const sent = before ? body : { ...body, audience: plainText(body['audience']) || noticeAudience.all, mustConfirm: body['mustConfirm'] ?? 0 };
  const id = await saveFields(tx, sent, [contentProblem(content)], writing);
  await tx.execute(sql`insert into notice_content (tenant_id, notice_id, content) values (${tenantId}, ${id}, ${content})
    on conflict (tenant_id, notice_id) do update set content = excluded.content`);
  const saved = await known(tx, tenantId, id);
  if (!saved) throw new Error('a notice was saved and is not there');
  const list = audienceList[saved.audience as keyof typeof audienceList] as (typeof audienceList)[keyof typeof audienceList] | undefined;
  if (list && (saved[list] ?? []).length === 0) throw problemsError([problemOf(list, notice.fields[list], 'requiredChoice')]);

  const isNewText = before !== undefined && content !== before.content;
  // For whom and of which kind it is may change without asking those again who have read the same words.
  const isNewRelease =
    before?.noticeState !== noticeState.published || isNewText || saved.title !== before.title || saved.mustConfirm !== before.mustConfirm;
  const now = nowText();
  const set = [sql`version = version + ${isNewText && saved.version === before.version ? 1 : 0}`];
  if (isDraft) set.push(sql`notice_state = ${saved.noticeState ?? noticeState.draft}`, sql`release_no = coalesce(release_no, 0)`);
  else if (isNewRelease) {
    const isTimeMeant = saved.releaseTime !== null && saved.releaseTime !== (before?.releaseTime ?? null);
    const releaseTime = isTimeMeant || (saved.releaseTime ?? '') > now ? saved.releaseTime : now;
    set.push(
      sql`notice_state = ${noticeState.published}`,
      sql`release_no = coalesce(release_no, 0) + 1`,
      sql`release_time = ${releaseTime}`,
      sql`publish_time = ${now}`,
    );
    await writeAudit(tx, { ...writing, action: 'notice.publish', subject: id, before: null, after: { releaseNo: saved.releaseNo + 1 }, now });
  }
  await tx.execute(sql`update notice set ${sql.join(set, sql`, `)} where tenant_id = ${tenantId} and id = ${id}`);
  return { id };
}

/** Takes published notices back: nobody sees or is asked for them any more. What was confirmed stays on record. */
export async function revokeNotices(tx: Tx, ids: readonly string[], writing: Writing): Promise<true> {
  const { tenantId } = writing.user;
  const { rows } = await tx.execute(
    sql`select id::text as id, notice_state from notice where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0 order by id for update`,
  );
  if (rows.length < ids.length) throw notFound(notice);
  if (rows.some((row) => Number(row['notice_state']) === noticeState.draft))
    throw new UserError(409, ['草稿尚未发布, 无需撤回', 'A draft is not published; there is nothing to revoke'], { refusal: 'notice.draft' });
  const now = nowText();
  for (const row of rows) {
    if (Number(row['notice_state']) === noticeState.revoked) continue;
    const id = plainText(row['id']);
    await tx.execute(sql`update notice set notice_state = ${noticeState.revoked}, version = version + 1, update_user = ${writing.user.id}, update_time = ${now}
      where tenant_id = ${tenantId} and id = ${id}`);
    await writeAudit(tx, { ...writing, action: 'notice.revoke', subject: id, before: null, after: null, now });
  }
  return true;
}
