import { sql } from 'drizzle-orm';
import { notice } from '#domain/notice/notice.ts';
import { noticeContracts, noticeReader, ownNotice, ownNoticeWithText } from '#domain/notice/noticeCalls.ts';
import { isId } from '#domain/kernel/ids.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { idFilter, neededParameter, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { containsPattern } from '#server/storage/grams.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId, keyHolds } from '#server/storage/sqlParts.ts';
import { isActive, isFor, isOut, receiptJoin } from './addressed.ts';
import { revokeNotices, saveNotice } from './saveNotice.ts';

const ownColumns = sql`n.id::text as id, n.title, n.category, n.release_time, coalesce(n.must_confirm, 0) as must_confirm,
  coalesce((select w.real_name from user_account w where w.tenant_id = n.tenant_id and w.id = n.create_user), '') as create_user_name, p.confirm_time`;
const contentColumn = sql`, (select c.content from notice_content c where c.tenant_id = n.tenant_id and c.notice_id = n.id) as content`;

const ownNotices = ({ user, now }: Pick<CallContext<unknown>, 'user' | 'now'>) => ({
  from: sql`notice n join user_account u on u.tenant_id = n.tenant_id and u.id = ${user.id} ${receiptJoin}`,
  where: [sql`n.tenant_id = ${user.tenantId}`, isOut(now), isFor],
});

export const noticeCalls: readonly Call[] = serveCalls(noticeContracts, {
  'GET desk/notice/list': {
    async handle({ db, query, user, request }) {
      // The public flavour's editor takes the text from the row, before the detail is there.
      const content = (await authenticate(request)).isPublicFlavour ? contentColumn : sql``;
      const page = await resourceReader(db, notice, user, new Map()).page(query);
      const ids = page.records.map((row) => String(row['id']));
      const counts = await readRows<{ id: string; confirmedCount: number; readerCount: number }>(
        db,
        sql`select n.id::text as id,
        (select count(*)::int from notice_receipt p where p.tenant_id = n.tenant_id and p.notice_id = n.id and p.release_no = n.release_no) as confirmed_count,
        (select count(*)::int from user_account u where ${isActive} and ${isFor}) as reader_count${content}
      from notice n where n.tenant_id = ${user.tenantId} and n.id = ${anyId(ids)}`,
      );
      const byId = new Map(counts.map(({ id, ...count }) => [id, count]));
      return { ...page, records: page.records.map((row) => ({ ...row, ...byId.get(String(row['id'])) })) };
    },
  },
  'GET desk/notice/my-list': {
    handle(context) {
      const { db, query } = context;
      const title = parameter(query, 'title');
      const { from, where } = ownNotices(context);
      const filters = [...where, title !== '' && sql`lower(n.title) like ${containsPattern(title)}`, idFilter(query, 'category', sql`n.category`)];
      if (parameter(query, 'mode') !== '2')
        return pageRows(db, query, { row: ownNotice, columns: ownColumns, from, where: filters, order: sql`n.release_time desc, n.id desc` });
      return pageRows(db, query, {
        row: ownNoticeWithText,
        columns: sql`${ownColumns}${contentColumn}`,
        from,
        where: [...filters, sql`p.confirm_time is null`],
        order: sql`coalesce(n.must_confirm, 0) desc, n.release_time, n.id`,
      });
    },
  },
  'GET desk/notice/detail': {
    async handle(context) {
      const { db, query, user } = context;
      const id = parameter(query, 'id');
      const { from, where } = ownNotices(context);
      const mine = isId(id)
        ? await readRow(
            db,
            sql`select ${ownColumns}${contentColumn} from ${from} where ${sql.join(where, sql` and `)} and n.id = ${id}`,
            ownNoticeWithText,
          )
        : undefined;
      if (mine && !user.permissions.has('notice_view')) return mine;
      requirePermission(user, 'notice_view');
      const row = isId(neededParameter(query, 'id')) ? await resourceReader(db, notice, user, new Map()).detail(id) : undefined;
      if (!row) throw notFound(notice);
      const text = await readRow<{ content: string }>(
        db,
        sql`select content from notice_content where tenant_id = ${user.tenantId} and notice_id = ${id}`,
      );
      return { ...row, content: text?.content ?? '', confirmTime: mine?.confirmTime ?? null };
    },
  },
  'POST desk/notice/submit': { write: (tx, { body, writing }) => saveNotice(tx, body, writing) },
  'POST desk/notice/revoke': { write: (tx, context) => revokeNotices(tx, idsOf(context, 'ids', 'id'), context.writing) },
  'POST desk/notice/confirm': {
    async write(tx, context) {
      const { user, now } = context;
      const ids = idsOf(context, 'ids', 'id');
      const { from, where } = ownNotices(context);
      const found = await readRows<{ id: string; releaseNo: number }>(
        tx,
        sql`select n.id::text as id, n.release_no::int as release_no from ${from} where ${sql.join(where, sql` and `)} and n.id = ${anyId(ids)}`,
      );
      if (found.length < ids.length)
        throw new UserError(404, ['通知已撤回或不存在', 'The notice was revoked or does not exist'], { refusal: 'resource.notFound' });
      for (const { id, releaseNo } of found)
        await tx.execute(sql`insert into notice_receipt (tenant_id, notice_id, release_no, user_id, confirm_time)
          values (${user.tenantId}, ${id}, ${releaseNo}, ${user.id}, ${now}) on conflict do nothing`);
      return true;
    },
  },
  'GET desk/notice/confirm-list': {
    async handle({ db, query, user }) {
      const id = neededParameter(query, 'id');
      if (!isId(id)) throw notFound(notice);
      const state = parameter(query, 'state');
      const name = parameter(query, 'keyword');
      return pageRows(db, query, {
        row: noticeReader,
        columns: sql`u.id::text as user_id, u.account, u.real_name, p.confirm_time,
        coalesce((select string_agg(d.dept_name, '、' order by d.id) from department d where d.tenant_id = u.tenant_id and d.id = any(u.dept_ids)), '') as dept_names`,
        from: sql`notice n join user_account u on u.tenant_id = n.tenant_id ${receiptJoin}`,
        where: [
          sql`n.tenant_id = ${user.tenantId} and n.id = ${id} and n.is_deleted = 0`,
          isActive,
          isFor,
          state === '1' && sql`p.confirm_time is not null`,
          state === '0' && sql`p.confirm_time is null`,
          name !== '' && keyHolds('u', name),
        ],
        order: sql`p.confirm_time desc nulls first, u.search_key, u.id`,
      });
    },
  },
});
