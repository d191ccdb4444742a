import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { bodyShape, payloadsOfMany } from '#domain/kernel/many.ts';
import { everyContract as contracts } from '#domain/listings.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { canImport, importPath } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { servedCommands } from '#server/steps.ts';
import { examplesOf } from './exampleCall.ts';
import { openHouse, product, routesOf, type House } from './house.ts';

/** Writing routes that do not pass the idempotency gate, and why a repeat does no harm there. */
const excluded: Record<string, string> = {
  '/api/blade-auth/oauth/token': 'a sign-in is not an act on data; renewal has its own grace for a repeat',
  '/api/blade-auth/oauth/logout': 'ending a sign-in twice ends it',
  '/api/blade-auth/token': 'as above, by the public flavour',
  '/api/blade-auth/logout': 'as above, by the public flavour',
  '/api/user/send-logs': 'as below, by the public flavour',
  '/api/blade-system/topmenu/submit': 'refuses always: top menus are the product’s own',
  '/api/blade-system/topmenu/remove': 'as above',
  '/api/blade-system/topmenu/grant': 'as above',
  '/api/blade-system/data-scope/submit': 'refuses always: laboratories are given in the grants of a role',
  '/api/blade-system/data-scope/remove': 'as above',
  '/api/blade-system/api-scope/submit': 'refuses always: interfaces are granted with their buttons',
  '/api/blade-system/api-scope/remove': 'as above',
  '/api/blade-auth/oauth/send-logs': 'error reports of clients; answered, not kept as acts',
  '/api/blade-auth/oauth/sms/send-validate': 'sends a code, at most one a minute and number',
  '/api/blade-user/phone/send-code': 'as above',
  '/api/blade-system/user/register-guest': 'as below',
  '/api/blade-user/register-guest': 'asked by somebody without an account; the second time his third-party login is used up',
  '/api/blade-system/user/reset-password': 'the answer is a password, and the ledger of acts must keep none',
  '/api/blade-user/user-third/reset-password': 'as above',
  [callPath('base', 'client-account/reset-password', product)]: 'as above',
  '/api/blade-system/user/import-user': 'each row is saved by its account: the same again changes nothing; the answer tells passwords',
  '/api/blade-user/import-user': 'as above, under its other path',
  '/api/blade-system/user/update-password': 'the hash of the arguments would be a hash of passwords; a repeat fails on the old one',
  '/api/blade-user/update-password': 'as above, under its other path',
  '/api/blade-system/user/second-factor-begin': 'the answer is a secret, and the ledger of acts must keep none; what is begun again replaces it',
  '/api/blade-system/user/second-factor-confirm': 'a code is good once; a repeat is told that it is on',
  '/api/blade-system/user/second-factor-remove': 'as above',
  [callPath('op', 'sms-receipt/:platformKey', product)]: 'what a platform says of a message counts once: it is delivered, or it is not',
  [callPath('op', 'partner/:interfaceEncoding/:operation', product)]:
    'each row is known by the partner’s own code, the whole call by its key, and no nonce is good twice',
  [callPath('sample', 'shunFeng/push/:accountId/:pushKey', product)]:
    'an event that is told again is one event: time, operation and words are its key',
  [callPath('report', 'report-link/:token/open', product)]:
    'answers bytes to who has the code; a right code counts for nothing, a wrong one has to count',
  [callPath('report', 'report-link/:token/send-code', product)]: 'sends a code, at most one a minute and number',
  [callPath('sample', 'offline/ops', product)]: 'each act of the batch carries its own key',
  [callPath('sample', 'offline/device', product)]: 'a key is registered once, whatever repeats it; the answer is derived and always the same',
  ...Object.fromEntries(
    resources
      .filter(canImport)
      .map((resource) => [
        callPath(resource.service, importPath(resource), product),
        'each row is saved by what tells its record: the same again changes nothing',
      ]),
  ),
  [callPath('system', 'region/import', product)]: 'as above, by its code',
};

/** Declared calls say themselves why a repeat does no harm. */
for (const [name, { repeats }] of Object.entries<Contract>(contracts)) {
  const { service, path } = partsOf(name as CallName);
  if (repeats) excluded[callPath(service, path, product)] = repeats[1];
}

/** What a call asks for before it opens its transaction; the ids are filled in below. */
const asks: Readonly<Record<string, { readonly query?: Record<string, string>; readonly body?: unknown }>> = {
  '/api/blade-system/role/remove': { query: { ids: 'ROLE' } },
  '/api/blade-system/role/grant': { body: { roleIds: ['ROLE'], menuIds: [] } },
  '/api/blade-system/user/remove': { query: { ids: 'USER' } },
  '/api/blade-system/user/grant': { query: { userIds: 'USER', roleIds: 'ROLE' } },
  '/api/blade-system/user/unlock': { query: { userIds: 'USER' } },
  '/api/blade-system/user/reset-second-factor': { query: { userIds: 'USER' } },
  '/api/blade-system/dict/submit': { body: { code: 'x', dictKey: '1', dictValue: 'y' } },
  '/api/blade-system/dict-biz/submit': { body: { code: 'x', dictKey: '1', dictValue: 'y' } },
  '/api/blade-system/tenant/submit': { body: { tenantName: '步测' } },
  '/api/blade-system/region/submit': { body: { code: '99', name: '步测' } },
  '/api/blade-system/client/submit': {
    body: { clientId: 'walk', clientSecret: 'walk-secret', authorizedGrantTypes: 'password', accessTokenValidity: 600, refreshTokenValidity: 600 },
  },
  [callPath('system', 'my-export/start', product)]: { body: { resource: 'laboratory', query: {} } },
  [callPath('code', 'number-block/close', product)]: { body: { blockId: '1', reason: '遗失' } },
  [callPath('base', 'client-account/submit', product)]: { body: { sendSampleClientId: '1' } },
};

/** Commands that one request does to many: each of them under a key of its own. */
const ofMany = commands.filter(({ many }) => many !== undefined);
/** What declared calls are asked with, made from their declarations. */
const examples = new Map([
  ...Object.entries<Contract>(contracts).map(([name, contract]) => {
    const { service, path } = partsOf(name as CallName);
    return [callPath(service, path, product), examplesOf(contract)] as const;
  }),
  ...ofMany.map((command) => {
    const { body } = examplesOf({ body: bodyShape(command) });
    return [callPath(command.service, command.path, product), { query: {}, body }] as const;
  }),
]);

const boundary = 'walk-boundary';
const form = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="walk.csv"\r\ncontent-type: text/csv\r\n\r\nA,B\r\n1,2\r\n\r\n--${boundary}--\r\n`,
);
/** Declared calls that take a file. */
const uploads: ReadonlySet<string> = new Set(
  Object.entries<Contract>(contracts).flatMap(([name, { isUpload }]) => {
    const { service, path } = partsOf(name as CallName);
    return isUpload ? [callPath(service, path, product)] : [];
  }),
);

describe('every writing route', () => {
  let house: House;
  let routes: readonly string[] = [];
  let ids: Record<string, string> = {};
  beforeAll(async () => {
    house = await openHouse();
    routes = routesOf(house.app).flatMap(({ method, url }) => (method === 'POST' ? [url] : []));
    const idOf = async (query: ReturnType<typeof sql>): Promise<string> =>
      String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id ?? '');
    ids = {
      ROLE: await idOf(sql`select id from role where role_alias = 'sales'`),
      USER: await idOf(sql`select id from user_account where account = 'sales'`),
    };
    // A key that an act of somebody else holds.
    await house.database.orm
      .execute(sql`insert into client_op (op_id, tenant_id, author_id, courier_id, type, type_version, payload_hash, status, result)
      values ('walk-taken-key', '000000', 1, 1, 'walk.other', 1, 'x', 'applied', '{"result":true}'::jsonb)`);
    for (const { many, service, path } of ofMany) {
      const [first] = many ? (payloadsOfMany(many, examples.get(callPath(service, path, product))?.body) ?? []) : [];
      if (!first) throw new Error(`no example of ${path}`);
      await house.database.orm
        .execute(sql`insert into client_op (op_id, tenant_id, author_id, courier_id, type, type_version, payload_hash, status, result)
        values (${`walk-taken-key.${first.id}`}, '000000', 1, 1, 'walk.other', 1, 'x', 'applied', '{"result":true}'::jsonb) on conflict do nothing`);
    }
  });
  afterAll(() => house.close());

  it('is known here: commands are served, exclusions exist', () => {
    expect(routes.length).toBeGreaterThan(70);
    expect(
      servedCommands({ jobs: null })
        .map(({ command }) => command.name)
        .toSorted(),
    ).toEqual(commands.map(({ name }) => name).toSorted());
    for (const { service, path } of commands) expect(routes).toContain(callPath(service, path, product));
    expect(Object.keys(excluded).filter((path) => !routes.includes(path))).toEqual([]);
  });

  it('passes the idempotency gate, or stands on the list above with a reason', async () => {
    const whole = (value: unknown): any => JSON.parse(JSON.stringify(value ?? {}).replace(/ROLE|USER/g, (name) => ids[name] ?? ''));
    const open: string[] = [];
    for (const path of routes.filter((route) => !(route in excluded))) {
      const { query, body } = asks[path] ?? examples.get(path) ?? {};
      const key = { 'idempotency-key': 'walk-taken-key' };
      const { status, body: said } = await house.call('admin', 'POST', path, {
        query: whole(query),
        ...(uploads.has(path)
          ? { body: form, headers: { ...key, 'content-type': `multipart/form-data; boundary=${boundary}` } }
          : { body: whole(body), headers: key }),
      });
      const isOfMany = ofMany.some((command) => callPath(command.service, command.path, product) === path);
      if (isOfMany && said.data?.[0]?.code === 'command.keyReused') continue;
      if (status !== 422) open.push(`${path} answers ${status} ${said.msg} to a key that another act holds`);
    }
    expect(open).toEqual([]);
  });
});
