import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { outboxEpoch, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { canImport, exportPath, historyPath, importPath, verbPermission, wireVerbs, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { commands } from '#domain/commands.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { everyContract } from '#domain/listings.ts';
import { menu } from '#domain/menu.ts';
import { resources } from '#domain/resources.ts';
import { permissionCodes } from '#domain/system/menuNode.ts';
import { demoUsers } from '#server/session/demoUsers.ts';
import { isGranted, seedRoles } from '#server/session/seedRoles.ts';
import { calls } from '#server/steps.ts';
import { housePassword, openHouse, product, type House } from './house.ts';
import { tableStates } from './tableStates.ts';

interface Door {
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly permission: string;
}
const verbs: readonly Verb[] = ['page', 'list', 'detail', 'save', 'enable', 'disable', 'remove'];
const reads: ReadonlySet<Verb> = new Set(['page', 'list', 'detail']);

/** A desk's work lists and what each asks for. */
const worklists = { entry1: 'detail_enter', entry2: 'detail_enter', handover: 'handover_save', labReceive: 'lab_receive' };

/** Every door a permission guards: resources' verbs and exports, commands, hand-written calls, work lists. */
const doors: readonly Door[] = [
  ...resources.flatMap((resource) =>
    verbs.flatMap((verb) =>
      wireVerbs(resource, verb).map((segment): Door => ({
        what: `${resource.name}.${verb}`,
        method: reads.has(verb) ? 'GET' : 'POST',
        path: callPath(resource.service, `${resource.path}/${segment}`, product),
        permission: verbPermission(resource, verb),
      })),
    ),
  ),
  ...resources
    .filter(({ verbs: { page } }) => page !== undefined)
    .map((resource): Door => ({
      what: `${resource.name}.export`,
      method: 'GET',
      path: callPath(resource.service, exportPath(resource), product),
      permission: verbPermission(resource, 'page'),
    })),
  ...resources
    .filter(({ view }) => !view)
    .map((resource): Door => ({
      what: `${resource.name}.history`,
      method: 'GET',
      path: callPath(resource.service, historyPath(resource), product),
      permission: verbPermission(resource, 'detail'),
    })),
  ...resources.filter(canImport).map((resource): Door => ({
    what: `${resource.name}.import`,
    method: 'POST',
    path: callPath(resource.service, importPath(resource), product),
    permission: verbPermission(resource, 'save'),
  })),
  ...Object.entries(worklists).map(([name, permission]): Door => ({
    what: `work list ${name}`,
    method: 'GET',
    path: `${callPath('sample', 'offline/worklist', product)}?name=${name}`,
    permission,
  })),
  ...commands.map(({ name, service, path, permission }): Door => ({
    what: name,
    method: 'POST',
    path: callPath(service, path, product),
    permission,
  })),
  ...calls.flatMap(({ method, service, path, permission }): Door[] =>
    permission === null ? [] : [{ what: `call ${path}`, method, path: callPath(service, path, product), permission }],
  ),
];

const mayUse = (account: string, permission: string): boolean => {
  const aliases = demoUsers.find((user) => user.account === account)?.roles ?? [];
  return seedRoles.some((role) => aliases.includes(role.alias) && (role.alias === 'administrator' || isGranted(role, permission)));
};
const accounts = demoUsers.map(({ account }) => account);
/** A working role first: the administrator may everything. */
const whoMay = (permission: string): string | undefined => [...accounts].reverse().find((account) => mayUse(account, permission));
/** What every desk must read every seeded role may; then it is a person whose role gives nothing. */
const visitor = 'visitor';
const whoMayNot = (permission: string): string => accounts.find((account) => !mayUse(account, permission)) ?? visitor;

/** An account of a role without grants. */
async function openVisitor(house: House): Promise<void> {
  const system = '/api/blade-system';
  const role = await house.call('admin', 'POST', `${system}/role/submit`, { body: { roleName: '访客', roleAlias: visitor, sort: 1 } });
  expect(role.body).toMatchObject({ code: 200 });
  const found = await house.call('admin', 'GET', `${system}/role/list`, { query: { roleAlias: visitor } });
  const depts = await house.call('admin', 'GET', `${system}/dept/list`);
  const deptId = depts.body.data[0].id;
  const user = {
    account: visitor,
    password: housePassword,
    name: '访客',
    realName: '访客',
    tenantId: '000000',
    roleId: found.body.data[0].id,
    deptId,
  };
  expect((await house.call('admin', 'POST', `${system}/user/submit`, { body: user })).body).toMatchObject({ code: 200, msg: '操作成功' });
}

describe('roles', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
    const query = async <Row>(asked: SQL): Promise<Row[]> => (await house.database.orm.execute(asked)).rows as Row[];
    everything = tableStates(query, new Set(['refresh_session', 'login_failure', 'device']));
    await openVisitor(house);
    // Signing in writes; what follows may not.
    for (const account of [...accounts, visitor]) await house.call(account, 'GET', '/api/blade-auth/oauth/user-info');
  });
  afterAll(() => house.close());

  /** Every table but for what signing in leaves: a refused call leaves all of it alone. */
  let everything: ReturnType<typeof tableStates>;

  it('has a menu button for every permission a door asks for', () => {
    const codes = permissionCodes(menu);
    expect([...new Set(doors.map(({ permission }) => permission))].filter((permission) => !codes.includes(permission))).toEqual([]);
  });

  it('lets everybody in only where the declaration says why', () => {
    const said = new Map<string, Contract>(
      Object.entries<Contract>(everyContract).map(([name, contract]) => {
        const { method, service, path } = partsOf(name as CallName);
        return [`${method} ${service}/${path}`, contract] as const;
      }),
    );
    const open = calls.filter(({ permission }) => permission === null).map(({ method, service, path }) => `${method} ${service}/${path}`);
    expect(open.length).toBeGreaterThan(50);
    expect(open.filter((name) => !said.get(name)?.everybody)).toEqual([]);
    expect([...said].filter(([, { permission, everybody }]) => (permission === null) !== (everybody !== undefined)).map(([name]) => name)).toEqual(
      [],
    );
  });

  it.each(doors.map((door) => [`${door.what} (${door.method} ${door.path})`, door] as const))(
    '%s: one may, one may not',
    async (_name, { method, path, permission }) => {
      const may = whoMay(permission);
      const mayNot = whoMayNot(permission);
      expect(may, `no seeded role holds ${permission}: say in its roles who does`).toBeDefined();
      const body = method === 'POST' ? {} : undefined;

      const before = await everything();
      const refused = await house.call(mayNot, method, path, { body });
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ code: 403, success: false, msg: '请求被拒绝' });
      expect(await everything()).toEqual(before);

      const allowed = await house.answer(may ?? '', method, path, { body });
      expect([401, 403, 405, 500]).not.toContain(allowed.status);
      // A row that is not there is an answer, a path that is not there is none.
      expect(allowed.text).not.toContain('404 没找到请求');
    },
  );

  it.each(commands.filter(({ offline }) => offline))('$name is refused through the outbox, too', async ({ name, version, permission }) => {
    const account = whoMayNot(permission);
    const { body: who } = await house.call(account, 'GET', '/api/blade-auth/oauth/user-info');
    const payload = {};
    const op: SentOperation = {
      opId: `walk-${name}`,
      seq: commands.findIndex((command) => command.name === name) + 1,
      authorId: String(who.data.user_id ?? who.data.userId ?? who.data.id),
      type: name,
      typeVersion: version,
      payload,
      payloadHash: Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(payload)))).toString('hex'),
      lanes: [`walk:${name}`],
      dependsOn: [],
      occurredAt: new Date().toISOString(),
      clockOffsetMs: 0,
      appVersion: 'walk',
    };
    const samples = async (): Promise<unknown> =>
      (
        await house.database.orm.execute(
          sql`select (select count(*) from sample) as samples, (select sum(version) from sample) as versions, (select count(*) from entry_pass) as passes, (select count(*) from audit_entry) as audits`,
        )
      ).rows;
    const before = await samples();
    const answered = await house.call(account, 'POST', callPath('sample', 'offline/ops', product), {
      body: { deviceId: 'walk-device', maxSeq: op.seq, epoch: outboxEpoch, ops: [op] },
    });
    expect(answered.status, answered.body.msg).toBe(200);
    expect(answered.body.data.results).toMatchObject([{ opId: op.opId, status: 'refused', code: 'command.forbidden' }]);
    expect(await samples()).toEqual(before);
  });
});
