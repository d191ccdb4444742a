import { sql } from 'drizzle-orm';
import { addressProblem, isWebAddress } from '#domain/base/destination.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { biContracts, biPage, tokenMinutes, type BoardRow } from '#domain/op/biPage.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { BiFault, type BiLimit } from '#server/ports/bi.ts';
import { nowMs } from '#server/storage/clock.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

interface StoredPage extends BoardRow {
  readonly biPageId: string;
  readonly apiUrl: string;
  readonly secretId: string | null;
  readonly urlTemplate: string;
  readonly laboratoryParam: string | null;
}
type Asking = Pick<CallContext<unknown>, 'db' | 'user'>;

/** The pages that are on and shown to one of the person's roles, or to every role. */
const pagesOf = ({ db, user }: Asking): Promise<StoredPage[]> =>
  readRows<StoredPage>(
    db,
    sql`select p.id::text as bi_page_id, p.project_id, p.page_id, p.page_name, p.api_url, p.secret_id, p.url_template, p.laboratory_param from bi_page p
      where p.tenant_id = ${user.tenantId} and p.is_deleted = 0 and p.is_disable = 0 and (coalesce(array_length(p.role_ids, 1), 0) = 0
        or p.role_ids && (select u.role_ids from user_account u where u.tenant_id = p.tenant_id and u.id = ${user.id}))
      order by p.page_name, p.id`,
  );

const unavailable = (): UserError => new UserError(503, ['数据看板暂不可用', 'The data board is not available now']);

/** The page of a call with its key. Throws UserError 404 where there is none for this person. */
async function openPage(asking: Asking, { projectId, pageId }: { readonly projectId: string; readonly pageId: string }) {
  const page = (await pagesOf(asking)).find((one) => one.projectId === projectId && one.pageId === pageId);
  if (!page) throw new UserError(404, ['没有此数据看板,或未对您的角色开放', 'No such data board, or none for your roles']);
  const { secretKey } = await openSecrets(asking.db, biPage, asking.user.tenantId, page.biPageId);
  const { apiUrl, secretId } = page;
  return { page, account: { apiUrl, secretId: secretId ?? '', secretKey: secretKey ?? '' } };
}

/** What a person who is limited to laboratories is shown; null: everything. Throws UserError 403 where the page cannot be limited. */
async function limitOf({ db, user }: Asking, parameter: string | null): Promise<BiLimit | null> {
  const limited = await laboratoriesOf(db, user);
  if (limited === null) return null;
  if (!parameter)
    throw new UserError(403, ['此看板不能按检验所筛选,限定检验所的用户不能查看', 'This board cannot be limited to laboratories: it is not for you']);
  const rows = await readRows<{ name: string }>(
    db,
    sql`select laboratory_name as name from laboratory where tenant_id = ${user.tenantId} and id = ${anyId(limited)} order by laboratory_name`,
  );
  return { parameter, values: rows.map(({ name }) => name) };
}

/** The address of a page, its places filled. */
export const boardAddress = (template: string, values: Readonly<Record<'token' | 'projectId' | 'pageId', string>>): string =>
  template.replace(/\$\{(token|projectId|pageId)\}/g, (_place, name: keyof typeof values) => encodeURIComponent(values[name]));

/** An https address whose host holds no place: a token goes nowhere else. */
function isBoardTemplate(template: string): boolean {
  const host = /^https:\/\/([^/?#]+)/.exec(template)?.[1];
  return host !== undefined && !host.includes('$') && URL.canParse(boardAddress(template, { token: 't', projectId: '1', pageId: '1' }));
}

const asked = async <Answer>(work: Promise<Answer>, request: CallContext<unknown>['request']): Promise<Answer> =>
  work.catch((error: unknown) => {
    request.log.warn({ fault: error instanceof BiFault ? error.message : 'not reached' }, 'the BI gave no token');
    throw unavailable();
  });

/** A token lives so long from a moment on. `now`: ms. */
const expiryOf = (now: number): string => formatDateTime(new Date(now + tokenMinutes * 60_000));

export const biCalls: readonly Call[] = serveCalls(biContracts, {
  'POST op/bi-page/save': {
    async write(tx, { body, writing }) {
      const { id } = await saveRow(tx, biPage, body, writing);
      const row = await readRow<{ apiUrl: string; urlTemplate: string }>(
        tx,
        sql`select api_url, url_template from bi_page where tenant_id = ${writing.user.tenantId} and id = ${id}`,
      );
      const { urlTemplate } = biPage.fields;
      const problems = [
        ...addressProblem(biPage.fields, 'apiUrl', row?.apiUrl ?? '', isWebAddress),
        ...(isBoardTemplate(row?.urlTemplate ?? '')
          ? []
          : [
              problemOf('urlTemplate', urlTemplate, 'rule', {
                text: ['看板地址须为 https, 主机名不含占位', 'An https address, with no place in its host'],
              }),
            ]),
      ];
      if (problems.length > 0) throw problemsError(problems);
      return { id };
    },
  },
  'GET op/tencent-api/boards': {
    handle: async (context) => (await pagesOf(context)).map(({ projectId, pageId, pageName }) => ({ projectId, pageId, pageName })),
  },
  'GET op/tencent-api/getBIToken': {
    async handle(context) {
      const { page, account } = await openPage(context, context.query);
      const limit = await limitOf(context, page.laboratoryParam);
      const now = nowMs();
      const token = await asked(
        context.ports.bi.createToken({ account, page, minutes: tokenMinutes, limit, timestamp: Math.floor(now / 1000) }),
        context.request,
      );
      const { projectId, pageId } = page;
      return { token, url: boardAddress(page.urlTemplate, { token, projectId, pageId }), expireTime: expiryOf(now) };
    },
  },
  'POST op/tencent-api/renewBIToken': {
    async handle(context) {
      const { page, account } = await openPage(context, context.body);
      const now = nowMs();
      await asked(context.ports.bi.renewToken({ account, page, token: context.body.token, timestamp: Math.floor(now / 1000) }), context.request);
      return { expireTime: expiryOf(now) };
    },
  },
});
