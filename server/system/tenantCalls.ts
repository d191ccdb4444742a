import { eq, inArray, sql } from 'drizzle-orm';
import { problemOf } from '#domain/kernel/check.ts';
import { isDate, isDateTime } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { onlyDatasource, tenant } from '#domain/system/tenant.ts';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { problemsError, UserError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { requirePermission } from '#server/kernel/permissions.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { notFound, type Writing } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext, type Tx } from '#server/kernel/serve.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { hashPassword, oneTimePassword } from '#server/session/passwordHash.ts';
import { bringTenantMenus } from '#server/session/tenantMenus.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { tenantTable } from '#server/storage/sessionTables.ts';
import { furnishTenant, newTenantId } from './makeTenant.ts';
import { argumentOf, checkedRecord, ownRow, ownTableReads, requirePlatform, textIdsOf } from './ownTable.ts';
import { scalarText } from './scalarText.ts';
import { tenantRows } from './tenantRows.ts';
import { writeOnce } from './writing.ts';

type Changes = Partial<typeof tenantTable.$inferInsert>;

/** A posting call on tenants: the platform's people alone, once per key. */
function writing(path: string, title: Call['title'], permission: string, handle: Call['handle']): Call {
  return defineCall({
    method: 'POST',
    service: 'system',
    path: `tenant/${path}`,
    title,
    permission,
    handle: async (context) => {
      requirePlatform(context.user);
      return handle(context);
    },
  });
}

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
async function change(tx: Tx, by: Writing, now: string, ids: readonly string[], changes: Changes, action: string): Promise<boolean> {
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
      .set({ ...changes, version: row.version + 1, updateTime: new Date() })
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
const submit = writing('submit', ['保存租户', 'Save a tenant'], 'tenant_save', async (context) => {
  const { db, body, now } = context;
  const sent = (body ?? {}) as Record<string, unknown>;
  const id = scalarText(sent['id']) || scalarText(sent['tenantId']);
  const known = id === '' ? undefined : await ownRow(db, tenantRows, id);
  const columns = columnsOf(checkedRecord(tenant, known, sent));
  if (known) {
    const isOwn = id === platformTenantId;
    if (isOwn && (columns.expireTime !== null || columns.packageId !== null || columns.accountNumber !== -1))
      throw new UserError(400, ['平台租户不能停用、删除或限制', 'The platform itself cannot be limited, disabled or removed']);
    return writeOnce(context, 'tenant.save', async (tx, by) => {
      await refuseUnknownPackage(tx, columns.packageId);
      await refuseTakenHost(tx, columns.domainUrl, id);
      if (isOwn) {
        const { tenantName, linkman, contactNumber, address, domainUrl, backgroundUrl } = columns;
        await tx
          .update(tenantTable)
          .set({ tenantName, linkman, contactNumber, address, domainUrl, backgroundUrl, version: sql`version + 1`, updateTime: new Date() })
          .where(eq(tenantTable.tenantId, id));
        await writeAudit(tx, { ...by, action: 'tenant.save', subject: id, before: known, after: columns, now });
      } else await change(tx, by, now, [id], columns, 'save');
      return { id, tenantId: id };
    });
  }
  const password = oneTimePassword();
  const passwordHash = await hashPassword(password);
  let isMade = false;
  const saved = await writeOnce(context, 'tenant.save', async (tx, by) => {
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
});

const act = (path: string, title: Call['title'], permission: string, changes: Changes): Call =>
  writing(path, title, permission, (context) =>
    writeOnce(context, `tenant.${path}`, (tx, by) => change(tx, by, context.now, textIdsOf(context, 'tenantId'), changes, path)),
  );

/** Accounts and expiry of several tenants at once; what is not named stays. */
const setting = writing('setting', ['租户授权', 'Limits of tenants'], 'tenant_save', (context) =>
  writeOnce(context, 'tenant.setting', (tx, by) => {
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
    return change(tx, by, context.now, textIdsOf(context, 'tenantId'), changes, 'setting');
  }),
);

/** All tenants lie in one database: another data source than it is refused, by name. */
const datasource = writing('datasource', ['租户数据源', 'Data source of a tenant'], 'tenant_save', (context) =>
  writeOnce(context, 'tenant.datasource', (tx, by) => {
    const asked = argumentOf(context, 'datasourceId') ?? '';
    if (asked !== onlyDatasource) throw problemsError([problemOf('datasourceId', tenant.fields.datasourceId, 'notChoice')]);
    return change(tx, by, context.now, textIdsOf(context, 'tenantId'), { datasourceId: asked }, 'datasource');
  }),
);

const packageSetting = writing('package-setting', ['租户产品包', 'Package of a tenant'], 'tenant_save', (context) =>
  writeOnce(context, 'tenant.packageSetting', async (tx, by) => {
    const packageId = argumentOf(context, 'packageId') || null;
    if (packageId !== null && !isId(packageId)) throw problemsError([problemOf('packageId', tenant.fields.packageId, 'notChoice')]);
    await refuseUnknownPackage(tx, packageId);
    return change(tx, by, context.now, textIdsOf(context, 'tenantId'), { packageId }, 'packageSetting');
  }),
);

const reading = (path: string, title: Call['title'], handle: (context: CallContext<Record<string, string>>) => Promise<unknown>): Call =>
  defineCall<Record<string, string>>({
    method: 'GET',
    service: 'system',
    path: `tenant/${path}`,
    title,
    permission: 'tenant_view',
    handle: async (context) => {
      requirePlatform(context.user);
      return handle(context);
    },
  });

/** Every house, for who may look at them; forms of the public flavour are filled for the caller's own alone. */
const select = defineCall({
  method: 'GET',
  service: 'system',
  path: 'tenant/select',
  title: ['租户选择', 'Tenant choices'],
  permission: null,
  handle: async ({ db, user, request }) => {
    const isOwnAlone = (await authenticate(request)).isPublicFlavour;
    if (!isOwnAlone) {
      requirePermission(user, 'tenant_view');
      requirePlatform(user);
    }
    const own = isOwnAlone ? sql`and tenant_id = ${user.tenantId}` : sql``;
    return readRows(db, sql`select tenant_id as id, tenant_id, tenant_name from tenant where is_deleted = 0 ${own} order by tenant_id`);
  },
});

/** The package of a tenant; an empty record where it has every menu. */
const packageDetail = reading('package-detail', ['租户产品包', 'Package of a tenant'], async ({ db, query, user }) => {
  const { packageId } = await ownRow(db, tenantRows, neededParameter(query, 'tenantId'));
  if (typeof packageId !== 'string') return {};
  return (await resourceReader(db, tenantPackage, user, new Map()).detail(packageId)) ?? {};
});

/** The data sources a tenant may lie in. */
const datasources = reading('datasource-select', ['数据源选择', 'Data source choices'], async ({ database }) => [
  { id: onlyDatasource, name: database.kind === 'embedded' ? '内置数据库' : 'PostgreSQL' },
]);

export const tenantCalls: readonly Call[] = [
  ...ownTableReads(tenantRows),
  submit,
  act('remove', ['删除租户', 'Remove tenants'], 'tenant_remove', { isDeleted: 1 }),
  act('enable', ['启用租户', 'Enable tenants'], 'tenant_enable', { isDisable: 0 }),
  act('disable', ['停用租户', 'Disable tenants'], 'tenant_disable', { isDisable: 1 }),
  setting,
  datasource,
  datasources,
  packageSetting,
  select,
  packageDetail,
];
