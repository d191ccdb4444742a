import { sql, type SQL } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { wireVerbs, type Resource } from '#domain/kernel/resource.ts';
import { userAccount, userStatus, userType } from '#domain/user/userAccount.ts';
import { notFound, saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { accountOf } from '#server/session/accounts.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { endIfStopped } from '#server/session/endIfStopped.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsOf } from '#server/kernel/idList.ts';
import { refuseForAdministrators } from './accountReach.ts';
import { scalarText } from './scalarText.ts';
import { resetPasswords, submitUser } from './userCalls.ts';
import { writeOnce } from './writing.ts';

export type Asked = CallContext<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

/** A list of accounts of people outside the house, and which rows of `user_account` stand in it. */
export interface ExternalAccounts {
  readonly resource: Resource;
  readonly isListed: SQL;
  /** What is saved in place of what was sent; `id` is '' for a new one. */
  readonly record?: (context: Asked, body: Body, id: string) => Promise<Body>;
}

/** The calls that write such accounts, all under the rules of every account. This door leads to no others: 404. */
export function externalAccountCalls({ resource, isListed, record }: ExternalAccounts): readonly Call[] {
  async function refuseOthers(reader: Reader, tenantId: string, ids: readonly string[]): Promise<void> {
    if (!ids.every(isId)) throw notFound(resource);
    const { rows } = await reader.execute(
      sql`select 1 from user_account where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0 and ${isListed}`,
    );
    if (rows.length < ids.length) throw notFound(resource);
  }
  /** `ids`, `userIds` or `id`, in the query or the body. */
  function askedIds({ query, body }: Asked): string[] {
    const given: Record<string, unknown> = { ...query, ...(body as Record<string, unknown> | null) };
    return idsOf({ query: { ids: given['ids'] ?? given['userIds'] ?? given[resource.id] ?? given['id'] }, body: null }, 'ids');
  }
  const at = (verb: string): string => `${resource.path}/${verb}`;
  const [zh, en] = resource.title;

  /** Saves an account; roles given to one that awaits let it in. */
  const save = (verb: string): Call =>
    defineCall<Record<string, unknown>>({
      method: 'POST',
      service: resource.service,
      path: at(verb),
      title: [`保存${zh}`, `Save: ${en}`],
      permission: `${resource.name}_save`,
      async handle(context) {
        const body = context.body ?? {};
        const id = scalarText(body[resource.id]) || scalarText(body['id']);
        if (id !== '') await refuseOthers(context.db, context.user.tenantId, [id]);
        const wanted = record ? await record(context, body, id) : body;
        return submitUser.handle({
          ...context,
          body: { status: userStatus.active, ...wanted, id: id === '' ? undefined : id, userType: userType.third },
        });
      },
    });

  /** Lets accounts in or keeps them out; whoever is signed in with one that is kept out is so no longer. */
  const change = (right: 'enable' | 'disable', verb: string): Call =>
    defineCall<Record<string, unknown>>({
      method: 'POST',
      service: resource.service,
      path: at(verb),
      title: right === 'enable' ? [`启用${zh}`, `Enable: ${en}`] : [`停用${zh}`, `Disable: ${en}`],
      permission: `${resource.name}_${right}`,
      handle: async (context) => {
        const acting = await authenticate(context.request);
        return writeOnce(context, `${resource.name}.${verb}`, async (tx, writing) => {
          const { tenantId } = context.user;
          const ids = askedIds(context);
          await refuseOthers(tx, tenantId, ids);
          const status = right === 'enable' ? userStatus.active : userStatus.stopped;
          for (const id of ids) {
            await refuseForAdministrators(tx, acting, (await accountOf(tx, tenantId, id))?.roleIds ?? []);
            await saveRow(tx, userAccount, { id, status, userType: userType.third }, writing);
            await endIfStopped(tx, tenantId, id);
          }
          return true;
        });
      },
    });

  const reset = defineCall<Record<string, unknown>>({
    method: 'POST',
    service: resource.service,
    path: at('reset-password'),
    title: [`重置${zh}密码`, `Reset passwords: ${en}`],
    permission: `${resource.name}_save`,
    async handle(context) {
      const ids = askedIds(context);
      await refuseOthers(context.db, context.user.tenantId, ids);
      return resetPasswords.handle({ ...context, query: { userIds: ids.join() }, body: null });
    },
  });

  return [
    ...wireVerbs(resource, 'save').map(save),
    ...(['enable', 'disable'] as const).flatMap((right) => wireVerbs(resource, right).map((verb) => change(right, verb))),
    reset,
  ];
}
