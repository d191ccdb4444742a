import { sql, type SQL } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { userAccount, userStatus, userType } from '#domain/user/userAccount.ts';
import { notFound, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import type { Once } from '#server/kernel/verbs/serveCalls.ts';
import { accountOf } from '#server/session/accounts.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { endIfStopped } from '#server/session/endIfStopped.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { refuseForAdministrators } from './accountReach.ts';
import { scalarText } from './scalarText.ts';
import { resetPasswords, saveAccount } from './userCalls.ts';

export type Asked = Pick<CallContext<unknown>, 'db' | 'user'>;
type Body = Readonly<Record<string, unknown>>;

/** A list of accounts of people outside the tenant's staff, and which rows of `user_account` stand in it. */
export interface ExternalAccounts {
  readonly resource: Resource;
  readonly isListed: SQL;
  /** What is saved in place of what was sent; `id` is '' for a new one. */
  readonly record?: (context: Asked, body: Body, id: string) => Promise<Body>;
}

type Writes<Body = unknown> = CallContext<unknown, Body> & { readonly once: Once };

/** What writes such accounts, all under the rules of every account. This door leads to no others: 404. */
export function externalAccounts({ resource, isListed, record }: ExternalAccounts) {
  async function refuseOthers(reader: Reader, tenantId: string, ids: readonly string[]): Promise<void> {
    if (!ids.every(isId)) throw notFound(resource);
    const { rows } = await reader.execute(
      sql`select 1 from user_account where tenant_id = ${tenantId} and id = ${anyId(ids)} and is_deleted = 0 and ${isListed}`,
    );
    if (rows.length < ids.length) throw notFound(resource);
  }
  /** `ids`, `userIds` or `id`, in the query or the body. */
  function askedIds({ query, body }: Pick<CallContext<unknown>, 'query' | 'body'>): string[] {
    const given: Record<string, unknown> = { ...(query as Body | null), ...(body as Body | null) };
    return idsOf({ query: { ids: given['ids'] ?? given['userIds'] ?? given[resource.id] ?? given['id'] }, body: null }, 'ids');
  }

  /** Lets accounts in or keeps them out; whoever is signed in with one that is kept out is so no longer. */
  const change = (status: number) => async (context: Writes) => {
    const acting = await authenticate(context.request);
    return context.once(async (tx, writing) => {
      const { tenantId } = context.user;
      const ids = askedIds(context);
      await refuseOthers(tx, tenantId, ids);
      for (const id of ids) {
        await refuseForAdministrators(tx, acting, (await accountOf(tx, tenantId, id))?.roleIds ?? []);
        await saveRow(tx, userAccount, { id, status, userType: userType.third }, writing);
        await endIfStopped(tx, tenantId, id);
      }
      return true as const;
    });
  };

  return {
    /** Roles given to one that awaits let it in. */
    save: {
      async handle(context: Writes<Body>) {
        const { body } = context;
        const id = scalarText(body[resource.id]) || scalarText(body['id']);
        if (id !== '') await refuseOthers(context.db, context.user.tenantId, [id]);
        const wanted = record ? await record(context, body, id) : body;
        return saveAccount({
          ...context,
          body: { status: userStatus.active, ...wanted, id: id === '' ? undefined : id, userType: userType.third },
        });
      },
    },
    enable: { handle: change(userStatus.active) },
    disable: { handle: change(userStatus.stopped) },
    reset: {
      async handle(context: CallContext<unknown>) {
        const ids = askedIds(context);
        await refuseOthers(context.db, context.user.tenantId, ids);
        return resetPasswords({ ...context, query: { userIds: ids.join() }, body: null });
      },
    },
  };
}
