import { eq, inArray, sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { isDate, isDateTime } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { onlyDatasource, tenant } from '#domain/system/tenant.ts';
import { tenantChoice, tenantContracts, tenantReads } from '#domain/system/tenantCalls.ts';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls, type Once, type Written } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { hashPassword, oneTimePassword } from '#server/session/passwordHash.ts';
import { bringTenantMenus } from '#server/session/tenantMenus.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { tenantTable } from '#server/storage/sessionTables.ts';
import { nowDate } from '#server/storage/clock.ts';
import { furnishTenant, newTenantId } from './makeTenant.ts';
import { argumentOf, checkedRecord, ownRow, ownTableReads, requirePlatform, textIdsOf } from './ownTable.ts';
import { scalarText } from './scalarText.ts';
import { tenantRows } from './tenantRows.ts';

type Changes = Partial<typeof tenantTable.$inferInsert>;

const expiry = (value: unknown): Date | null => {
  const text = scalarText(value);
  return text === '' ? null : new Date(`${text.replace(' ', 'T')}+08:00`);
};

/** A package that exists. Throws UserError 400 naming the field. */
async function refuseUnknownPackage(tx: Tx, packageId: unknown): Promise<void> {
  const id = scalarText(packageId);
  if (id === '') return;
  const row = await readRow(
    tx,
    sql`select 1 as one from tenant_package where tenant_id = ${platformTenantId} and id = ${id} and is_deleted = 0 for share`,
  );
  if (!row) throw problemsError([problemOf('packageId', tenant.fields.packageId, 'notChoice')]);
}

/** Changes living tenants; each is locked, audited, and has its menus brought up to its package. */
async function change(tx: Tx, by: Writing, now: string, ids: readonly string[], changes: Changes, action: string): Promise<true> {
  if (ids.includes(platformTenantId))
    throw new UserError(400, ['平台租户不能停用、删除或限制', 'The platform itself cannot be limited, disabled or removed']);
  const rows = await tx
    .select()
    .from(tenantTable)
    .where(inArray(tenantTable.tenantId, [...ids]))
    .orderBy(tenantTable.tenantId)
    .for('update');
  const living = rows.filter(({ isDeleted }) => isDeleted === 0);
  if (living.length < ids.length) throw notFound(tenant);
  for (const row of living) {
    await tx
      .update(tenantTable)
      .set({ ...changes, version: row.version + 1, updateTime: nowDate() })
      .where(eq(tenantTable.tenantId, row.tenantId));
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, row[name as keyof typeof row] ?? null]));
    await writeAudit(tx, { ...by, action: `tenant.${action}`, subject: row.tenantId, before, after: changes, now });
    if ('packageId' in changes) await bringTenantMenus(tx, row.tenantId);
  }
  return true;
}

function columnsOf(values: Readonly<Record<string, unknown>>) {
  const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  return {
    tenantName: text('tenantName') ?? '',
    linkman: text('linkman'),
    contactNumber: text('contactNumber'),
    address: text('address'),
    domainUrl: text('domainUrl')?.toLowerCase() ?? null,
    backgroundUrl: text('backgroundUrl'),
    accountNumber: typeof values['accountNumber'] === 'number' ? values['accountNumber'] : -1,
    packageId: text('packageId'),
    expireTime: expiry(values['expireTime']),
  };
}

async function refuseTakenHost(tx: Tx, domainUrl: string | null, tenantId: string): Promise<void> {
  if (domainUrl === null) return;
  const other = await readRow(tx, sql`select 1 as one from tenant where domain_url = ${domainUrl} and tenant_id <> ${tenantId} and is_deleted = 0`);
  if (other) throw problemsError([problemOf('domainUrl', tenant.fields.domainUrl, 'taken', { value: domainUrl })]);
}

/** Saves a tenant. A new one is furnished; the answer tells its administrator's password, once and nowhere else. */
async function saveTenant(context: CallContext<unknown, Readonly<Record<string, unknown>>> & { readonly once: Once }) {
  requirePlatform(context.user);
  const { db, body: sent, now } = context;
  const id = scalarText(sent['id']) || scalarText(sent['tenantId']);
  const known = id === '' ? undefined : await ownRow(db, tenantRows, id);
  const columns = columnsOf(checkedRecord(tenant, known, sent));
  if (known) {
    const isOwn = id === platformTenantId;
    if (isOwn && (columns.expireTime !== null || columns.packageId !== null || columns.accountNumber !== -1))
      throw new UserError(400, ['平台租户不能停用、删除或限制', 'The platform itself cannot be limited, disabled or removed']);
    return context.once(async (tx, by) => {
      await refuseUnknownPackage(tx, columns.packageId);
      await refuseTakenHost(tx, columns.domainUrl, id);
      if (isOwn) {
        const { tenantName, linkman, contactNumber, address, domainUrl, backgroundUrl } = columns;
        await tx
          .update(tenantTable)
          .set({ tenantName, linkman, contactNumber, address, domainUrl, backgroundUrl, version: sql`version + 1`, updateTime: nowDate() })
          .where(eq(tenantTable.tenantId, id));
        await writeAudit(tx, { ...by, action: 'tenant.save', subject: id, before: known, after: columns, now });
      } else await change(tx, by, now, [id], columns, 'save');
      return { id, tenantId: id };
    });
  }
  const password = oneTimePassword();
  const passwordHash = await hashPassword(password);
  let isMade = false;
  const saved = await context.once(async (tx, by) => {
    await refuseUnknownPackage(tx, columns.packageId);
    const tenantId = await newTenantId(tx);
    await refuseTakenHost(tx, columns.domainUrl, tenantId);
    await tx.insert(tenantTable).values({ tenantId, ...columns });
    await furnishTenant(tx, { tenantId, tenantName: columns.tenantName, passwordHash, now });
    await writeAudit(tx, { ...by, action: 'tenant.save', subject: tenantId, before: null, after: columns, now });
    isMade = true;
    return { id: tenantId, tenantId, account: 'admin' };
  });
  // The ledger of acts keeps the answer of a key: the password is no part of it.
  return isMade ? { ...saved, oneTimePassword: password } : saved;
}

type Asked = Written<unknown>;
const act = (verb: string, changes: Changes) => async (tx: Tx, context: Asked) => {
  requirePlatform(context.user);
  return change(tx, context.writing, context.now, textIdsOf(context, 'tenantId'), changes, verb);
};

export const tenantCalls: readonly Call[] = [
  ...ownTableReads(tenantRows, tenantReads),
  ...serveCalls(tenantContracts, {
    'POST system/tenant/submit': { handle: saveTenant },
    'POST system/tenant/remove': { write: act('remove', { isDeleted: 1 }) },
    'POST system/tenant/enable': { write: act('enable', { isDisable: 0 }) },
    'POST system/tenant/disable': { write: act('disable', { isDisable: 1 }) },
    'POST system/tenant/setting': {
      async write(tx, context) {
        requirePlatform(context.user);
        const [account, expire] = [argumentOf(context, 'accountNumber'), argumentOf(context, 'expireTime')];
        const changes: Changes = {};
        if (account !== undefined) {
          if (!/^(-1|\d{1,7})$/.test(account)) throw problemsError([problemOf('accountNumber', tenant.fields.accountNumber, 'notInteger')]);
          changes.accountNumber = Number(account);
        }
        if (expire !== undefined) {
          const moment = isDate(expire) ? `${expire} 00:00:00` : expire;
          if (moment !== '' && !isDateTime(moment)) throw problemsError([problemOf('expireTime', tenant.fields.expireTime, 'notDateTime')]);
          changes.expireTime = expiry(moment);
        }
        return act('setting', changes)(tx, context);
      },
    },
    'POST system/tenant/datasource': {
      async write(tx, context) {
        requirePlatform(context.user);
        const asked = argumentOf(context, 'datasourceId') ?? '';
        if (asked !== onlyDatasource) throw problemsError([problemOf('datasourceId', tenant.fields.datasourceId, 'notChoice')]);
        return act('datasource', { datasourceId: asked })(tx, context);
      },
    },
    'POST system/tenant/package-setting': {
      async write(tx, context) {
        requirePlatform(context.user);
        const packageId = argumentOf(context, 'packageId') || null;
        if (packageId !== null && !isId(packageId)) throw problemsError([problemOf('packageId', tenant.fields.packageId, 'notChoice')]);
        await refuseUnknownPackage(tx, packageId);
        return act('packageSetting', { packageId })(tx, context);
      },
    },
    'GET system/tenant/select': {
      async handle({ db, user, request }) {
        const isOwnAlone = (await authenticate(request)).isPublicFlavour;
        if (!isOwnAlone) {
          requirePermission(user, 'tenant_view');
          requirePlatform(user);
        }
        const own = isOwnAlone ? sql`and tenant_id = ${user.tenantId}` : sql``;
        return readRows(
          db,
          sql`select tenant_id as id, tenant_id, tenant_name from tenant where is_deleted = 0 ${own} order by tenant_id`,
          tenantChoice,
        );
      },
    },
    'GET system/tenant/package-detail': {
      async handle({ db, query, user }) {
        requirePlatform(user);
        const { packageId } = await ownRow(db, tenantRows, neededParameter(query, 'tenantId'));
        if (typeof packageId !== 'string') return {};
        return (await resourceReader(db, tenantPackage, user, new Map()).detail(packageId)) ?? {};
      },
    },
    'GET system/tenant/datasource-select': {
      async handle({ database, user }) {
        requirePlatform(user);
        return [{ id: onlyDatasource, name: database.kind === 'embedded' ? '内置数据库' : 'PostgreSQL' }];
      },
    },
  }),
];
