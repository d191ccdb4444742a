import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn as id, momentColumn } from './columns.ts';

/** A moment of the machinery, to the millisecond; what people see uses momentColumn. */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const tenantId = () => text('tenant_id').notNull();

/** A tenant; an expired one cannot sign in. */
export const tenantTable = pgTable('tenant', {
  tenantId: text('tenant_id').primaryKey(),
  tenantName: text('tenant_name').notNull(),
  expireTime: moment('expire_time'),
  isDisable: integer('is_disable').notNull().default(0),
  createTime: moment('create_time').notNull().defaultNow(),
  linkman: text('linkman'),
  contactNumber: text('contact_number'),
  address: text('address'),
  /** The host name under which its people sign in, and the picture behind their login page. */
  domainUrl: text('domain_url'),
  backgroundUrl: text('background_url'),
  /** Most living accounts; -1: as many as it likes. */
  accountNumber: integer('account_number').notNull().default(-1),
  /** The product package whose menus it has; null: all there are. */
  packageId: id('package_id'),
  datasourceId: text('datasource_id').notNull().default('default'),
  updateTime: moment('update_time').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  isDeleted: integer('is_deleted').notNull().default(0),
});

/** Apart from the account's own row, so that no listing can carry a hash. */
export const userCredentialTable = pgTable(
  'user_credential',
  {
    userId: id('user_id').notNull(),
    tenantId: tenantId(),
    passwordHash: text('password_hash').notNull(),
    /** 1: every call but changing it answers 423. */
    mustChange: integer('must_change').notNull().default(0),
    changedTime: moment('changed_time').notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'user_credential_pk', columns: [table.userId, table.tenantId] })],
);

/** Second factors of accounts: an authenticator's secret, sealed, and what is left of the recovery codes. */
export const secondFactorTable = pgTable(
  'second_factor',
  {
    userId: id('user_id').notNull(),
    tenantId: tenantId(),
    sealedSecret: text('sealed_secret').notNull(),
    /** SHA-256, hex; each leaves with its use. */
    recoveryHashes: text('recovery_hashes').array().notNull(),
    /** The newest half minute whose code was taken: none is taken twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Null while it is only begun. */
    confirmedTime: moment('confirmed_time'),
    createTime: moment('create_time').notNull(),
  },
  (table) => [primaryKey({ name: 'second_factor_pk', columns: [table.userId, table.tenantId] })],
);

/** Menus (category 1) and buttons (category 2); a button's code is the permission code, and may stand under several menus. */
export const menuTable = pgTable(
  'menu',
  {
    id: id('id').notNull(),
    tenantId: tenantId(),
    parentId: id('parent_id').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    nameEn: text('name_en').notNull(),
    alias: text('alias').notNull().default('menu'),
    path: text('path').notNull().default(''),
    source: text('source').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    category: integer('category').notNull(),
    action: integer('action').notNull().default(0),
    isOpen: integer('is_open').notNull().default(1),
    remark: text('remark').notNull().default(''),
    /** Aliases of the roles it is shown to, as a comma list; empty: to everybody who was granted it. */
    roleAliases: text('role_aliases').notNull().default(''),
    /** 1: put there by the programme, found again by code at each start; 2: so, but since changed by its people, who keep it as they made it. */
    isShipped: integer('is_shipped').notNull().default(0),
    isDeleted: integer('is_deleted').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'menu_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('menu_code_uq').on(table.tenantId, table.parentId, table.code),
  ],
);

export const roleMenuTable = pgTable(
  'role_menu',
  {
    tenantId: tenantId(),
    roleId: id('role_id').notNull(),
    menuId: id('menu_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.roleId, table.menuId] })],
);

/** A row limits its user to these rows of master data; without one they see all (docs/contract.md#roles). */
export const userScopeTable = pgTable(
  'user_scope',
  {
    tenantId: tenantId(),
    userId: id('user_id').notNull(),
    /** laboratory, commodity or panelGroup. */
    kind: text('kind').notNull(),
    targetIds: id('target_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.kind] })],
);

/** A row limits everybody who holds the role to these laboratories (data scope); several limited roles add up, an unlimited one lifts it. */
export const roleScopeTable = pgTable(
  'role_scope',
  {
    tenantId: tenantId(),
    roleId: id('role_id').notNull(),
    laboratoryIds: id('laboratory_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.roleId] })],
);

/** Programmes that may ask for tokens (Basic authorization). A browser's secret is no secret: it names the client. */
export const authClientTable = pgTable('auth_client', {
  clientId: text('client_id').primaryKey(),
  /** SHA-256, hex. */
  secretHash: text('secret_hash').notNull(),
  /** Comma list. */
  grantTypes: text('grant_types').notNull(),
  accessSeconds: integer('access_seconds').notNull(),
  refreshSeconds: integer('refresh_seconds').notNull(),
  isDisable: integer('is_disable').notNull().default(0),
  scope: text('scope').notNull().default('all'),
  /** Where an authorization code may be sent; comma list. */
  redirectUri: text('redirect_uri'),
  remark: text('remark'),
  createTime: moment('create_time').notNull().defaultNow(),
  updateTime: moment('update_time').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
});

/** Regions of the country, the same for every tenant; the root's code is 00. */
export const regionTable = pgTable(
  'region',
  {
    code: text('code').primaryKey(),
    parentCode: text('parent_code').notNull(),
    name: text('name').notNull(),
    /** 1 province, 2 city, 3 district, 4 town, 5 village. */
    level: integer('level').notNull(),
    sort: integer('sort').notNull().default(0),
    remark: text('remark'),
  },
  (table) => [index('region_parent_ix').on(table.parentCode)],
);

/** One sign-in and all tokens that came of it: a token family. */
export const refreshSessionTable = pgTable(
  'refresh_session',
  {
    id: id('id').notNull(),
    tenantId: tenantId(),
    userId: id('user_id').notNull(),
    clientId: text('client_id').notNull(),
    /** Counts rotations; the current refresh token carries it. */
    generation: bigint('generation', { mode: 'number' }).notNull(),
    /** The newest generation whose access token was seen in use: until then its answer may have been lost. */
    confirmedGeneration: bigint('confirmed_generation', { mode: 'number' }).notNull(),
    /** SHA-256 of the current and of the previous refresh token, hex. */
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedTime: moment('rotated_time').notNull(),
    expireTime: moment('expire_time').notNull(),
    /** Comma lists of what the user switched to; null: everything they own. */
    roleIds: text('role_ids'),
    deptIds: text('dept_ids'),
    /** What the current refresh token says: it can be made again letter for letter. */
    issuedRoleIds: text('issued_role_ids').notNull().default(''),
    issuedDeptIds: text('issued_dept_ids').notNull().default(''),
    /** Where the user works now; null: nobody chose. */
    laboratoryId: id('laboratory_id'),
    deviceId: text('device_id'),
    userAgent: text('user_agent'),
    remoteIp: text('remote_ip'),
    revokedTime: moment('revoked_time'),
    /** logout, reuse, password, user. */
    revokedReason: text('revoked_reason'),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'refresh_session_pk', columns: [table.id, table.tenantId] }),
    index('refresh_session_user_ix').on(table.tenantId, table.userId),
    index('refresh_session_expire_ix').on(table.expireTime),
  ],
);

/** Failures in a row of an account or from an address. */
export const loginFailureTable = pgTable(
  'login_failure',
  {
    tenantId: tenantId(),
    /** account or address. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    failures: integer('failures').notNull(),
    lastTime: moment('last_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.subject] })],
);

export const captchaTable = pgTable('captcha', {
  key: text('key').primaryKey(),
  answer: text('answer').notNull(),
  expireTime: moment('expire_time').notNull(),
});

export const loginLogTable = pgTable(
  'login_log',
  {
    id: id('id').notNull(),
    tenantId: tenantId(),
    userId: id('user_id'),
    account: text('account').notNull(),
    realName: text('real_name').notNull().default(''),
    grantType: text('grant_type').notNull(),
    remoteIp: text('remote_ip').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    /** The browser and system of it, in words. */
    client: text('client').notNull().default(''),
    clientId: text('client_id').notNull().default(''),
    deviceId: text('device_id'),
    /** 0: signed in; else the error code answered. */
    errorCode: integer('error_code').notNull(),
    loginTime: momentColumn('login_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'login_log_pk', columns: [table.id, table.tenantId] }),
    index('login_log_time_ix').on(table.tenantId, table.loginTime.desc().nullsFirst()),
  ],
);

/** Faults that clients reported of themselves. */
export const clientErrorTable = pgTable(
  'client_error',
  {
    id: id('id').notNull(),
    tenantId: tenantId(),
    userId: id('user_id'),
    reported: jsonb('reported').notNull(),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'client_error_pk', columns: [table.id, table.tenantId] }),
    index('client_error_time_ix').on(table.tenantId, table.createTime),
  ],
);

/** Every call of the programme and the right it asks for, written anew at each start: what /system/api lists. */
export const menuInterfaceTable = pgTable('menu_interface', {
  id: id('id').primaryKey(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  /** '': everybody who is signed in. */
  permission: text('permission').notNull().default(''),
  interfaceName: text('interface_name').notNull(),
  interfaceNameEn: text('interface_name_en').notNull(),
  sort: integer('sort').notNull(),
  /** 1- and 2-grams of name and path. */
  grams: text('grams').array().notNull(),
});

/** Codes sent to phones: each good for one login, a few minutes and a few tries. Neither number nor digits stand in the open. */
export const smsCodeTable = pgTable(
  'sms_code',
  {
    id: text('id').notNull(),
    tenantId: tenantId(),
    /** SHA-256, hex. */
    phoneHash: text('phone_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    remoteIp: text('remote_ip').notNull(),
    tries: integer('tries').notNull().default(0),
    usedTime: moment('used_time'),
    createTime: moment('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sms_code_pk', columns: [table.id, table.tenantId] }),
    index('sms_code_phone_ix').on(table.phoneHash, table.createTime),
    index('sms_code_address_ix').on(table.remoteIp, table.createTime),
  ],
);

/**
 * Numbers that bring an account in: each proven by a code sent to it. The number of the account's own row is typed by
 * people and proves nothing; it counts while the two agree.
 */
export const loginPhoneTable = pgTable(
  'login_phone',
  {
    tenantId: tenantId(),
    phone: text('phone').notNull(),
    userId: id('user_id').notNull(),
    provenTime: moment('proven_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.phone] }), uniqueIndex('login_phone_user_uq').on(table.userId, table.tenantId)],
);

/** Logins under way at a third party: what we asked with, and which browser asked. */
export const loginStateTable = pgTable(
  'login_state',
  {
    /** SHA-256 of the state, hex. */
    stateHash: text('state_hash').notNull(),
    tenantId: tenantId(),
    source: text('source').notNull(),
    /** PKCE. */
    verifier: text('verifier').notNull(),
    browserHash: text('browser_hash').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    expireTime: moment('expire_time').notNull(),
  },
  (table) => [primaryKey({ name: 'login_state_pk', columns: [table.stateHash, table.tenantId] })],
);

/** Persons of third parties: which account is theirs; null while none is bound. */
export const userOauthTable = pgTable(
  'user_oauth',
  {
    /** Not to be guessed: who knows it may ask for an account for this person. */
    id: text('id').notNull(),
    tenantId: tenantId(),
    source: text('source').notNull(),
    subject: text('subject').notNull(),
    nickName: text('nick_name').notNull().default(''),
    userId: id('user_id'),
    seenTime: moment('seen_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'user_oauth_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('user_oauth_subject_uq').on(table.tenantId, table.source, table.subject),
    index('user_oauth_user_ix').on(table.userId),
  ],
);
