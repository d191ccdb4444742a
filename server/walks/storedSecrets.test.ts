import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#domain/kernel/fields.ts';
import { verbPermission, wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { authClient } from '#domain/system/authClient.ts';
import { hasSecretName, secretNames } from '#domain/kernel/wireNames.ts';
import { demoUsers } from '#server/session/demoUsers.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';
import { openHouse, product, type Answered, type House } from './house.ts';

/** Every described record that keeps a secret. */
const keepers: readonly Resource[] = [...resources, authClient].filter((resource) => secretNames(resource).length > 0);

/** Fields beside a secret that say nothing of where it goes or as whom, and why. Every other one is marked `isDestination`. */
const beside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  loginProvider: {
    source: 'our own word for it',
    providerName: 'shown on the login page',
    providerNameEn: 'as above',
    providerKind: 'what a person may do who comes back; an administrator is not let in by it either way',
    secretStyle: 'header or body of the same call',
    scope: 'what is asked of the same house',
    subjectField: 'how its answer is read',
    nameField: 'as above',
    accountField: 'as above',
    sort: 'order of the login page',
    remark: 'a note',
  },
  smsPlatform: {
    platformName: 'our own word for it',
    signature: 'stands before the text',
    format: 'form or JSON of the same call',
    successText: 'how its answer is read',
    status: 'whether it is used',
    remark: 'a note',
  },
  erpAccount: {
    laboratoryId: 'whose documents go out by it',
    accountName: 'our own word for it',
    organisation: 'a field of what is sent, within the same account',
    taxRate: 'how amounts are parted',
    remark: 'a note',
  },
  biPage: {
    pageName: 'our own word for it',
    projectId: 'which page is asked for',
    pageId: 'as above',
    laboratoryParam: 'what a person who is limited is shown',
    roleIds: 'who sees it',
    remark: 'a note',
  },
  courierAccount: {
    accountName: 'our own word for it',
    phoneTail: 'four digits that a question is asked with',
    remark: 'a note',
  },
  opInterface: {
    interfaceName: 'our own word for it',
    interfaceEncoding: 'our own word for it in an address of ours',
    interfaceType: 'an interface that is called calls nobody; the other way it has an address of its own',
    thirdManufacturer: 'a note',
    operations: 'what a partner may ask of us',
    bodyFormat: 'how the same call is written',
    timeoutSeconds: 'how long an answer is waited for',
    perMinute: 'how often it is called',
    burst: 'as above',
    maxParallel: 'as above',
    ipAllowList: 'who may call us; it gives nobody the secret',
    laboratoryId: 'whose interface it is',
    sendSampleClientIds: 'whose samples a partner may speak of',
    payloadDays: 'how long payloads are kept',
    testedTime: 'when it was tried out',
    remark: 'a note',
  },
  emailManage: {
    laboratoryId: 'whose mail goes out by it',
    deptName: 'the name before the sender',
    email: 'the sender a letter names',
    sendRange: 'whose mail goes out by it',
    remark: 'a note',
  },
  reportReceiver: {
    sendSampleClientId: 'whose reports are sent; the password opens them where the mail goes',
    receiverName: 'our own word for it',
    channel: 'another way than mail takes no password',
    address: 'where paper goes, which has no password',
    commodityIds: 'which reports are sent',
    laboratoryId: 'which reports are sent',
    remark: 'a note',
  },
  authClient: {
    clientId: 'a client keeps its id',
    authorizedGrantTypes: 'what it may ask for',
    scope: 'what it may ask for',
    accessTokenValidity: 'how long its tokens live',
    refreshTokenValidity: 'as above',
    additionalInformation: 'a note',
  },
};

const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  authClient: { clientId: 'walked', authorizedGrantTypes: 'password,refresh_token', accessTokenValidity: 600, refreshTokenValidity: 900 },
};
/** Another good value of a destination. */
function elsewhere(field: Field, before: unknown): unknown {
  if (field.kind === 'integer') return Number(before) + 1;
  if (field.kind === 'choice') return field.choices?.options.find(({ code }) => code !== before)?.code;
  if (field.label[1] === 'Mail address') return 'else@elsewhere.example';
  return field.label[1] === 'Server' ? 'smtp.elsewhere.example' : 'https://elsewhere.example/take';
}

describe('a stored secret', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const at = (resource: Resource, verb: Verb): string =>
    callPath(resource.service, `${resource.path}/${wireVerbs(resource, verb)[0] ?? ''}`, product);
  const save = (resource: Resource, body: object): Promise<Answered> => house.call('admin', 'POST', at(resource, 'save'), { body });
  async function exampleOf(resource: Resource, seed: number): Promise<Record<string, unknown>> {
    const words = secretNames(resource).map((name) => [name, `Kept-Word-${seed}`]);
    return { ...exampleRecord(resource, seed, await refIds(house.database, resource)), ...own[resource.name], ...Object.fromEntries(words) };
  }

  it('is kept by the records this walk knows', () => {
    expect(keepers.map(({ name }) => name).toSorted()).toEqual(Object.keys(beside).toSorted());
  });

  it.each(keepers)('of $name: each field beside it says whether it leads elsewhere', (resource) => {
    const open = Object.entries<Field>(resource.fields).filter(([, field]) => !field.isSecret && !field.isDestination);
    expect(open.map(([name]) => name).toSorted()).toEqual(Object.keys(beside[resource.name] ?? {}).toSorted());
    expect(Object.values<Field>(resource.fields).some(({ isDestination }) => isDestination)).toBe(true);
  });

  it.each(keepers)('of $name is asked for again by whoever leads it elsewhere', async (resource) => {
    const record = await exampleOf(resource, 61);
    const made = await save(resource, record);
    expect(made.status, made.body.msg).toBe(200);
    const { id } = made.body.data;
    const names = secretNames(resource);
    const shown = async (): Promise<Record<string, unknown>> =>
      (await house.call('admin', 'GET', at(resource, 'detail'), { query: { id, [resource.id]: id } })).body.data;
    const words = Object.fromEntries(names.map((name) => [name, 'Other-Word-62']));
    for (const [name, field] of Object.entries<Field>(resource.fields).filter(([, { isDestination }]) => isDestination)) {
      const before = await shown();
      expect(names.map((secret) => [before[secret], before[hasSecretName(secret)]])).toEqual(names.map(() => [null, 1]));
      const change = { id, [resource.id]: id, [name]: elsewhere(field, before[name]) };
      // A record saved whole by its form, and one that says no more than what changes.
      for (const sent of [{ ...record, ...change, ...Object.fromEntries(names.map((secret) => [secret, ''])) }, change]) {
        const moved = await save(resource, sent);
        expect([moved.status, moved.body.problems?.map((one) => one.field).toSorted()], `${name} ${moved.body.msg}`).toEqual([400, names.toSorted()]);
      }
      // One of several typed again is not enough.
      if (names.length > 1) expect((await save(resource, { ...change, [names[0]!]: 'Other-Word-62' })).status, name).toBe(400);
      expect((await shown())[name], name).toEqual(before[name]);
      const proven = await save(resource, { ...change, ...words });
      expect(proven.status, `${name} ${proven.body.msg}`).toBe(200);
      expect((await shown())[name], name).not.toEqual(before[name]);
    }
    // What leads nowhere asks for nothing.
    const note = resource.name === 'authClient' ? 'additionalInformation' : 'remark';
    expect((await save(resource, { id, [resource.id]: id, [note]: '改' })).status).toBe(200);
  });

  it.each(keepers)('of $name is an administrator’s alone to write, whatever a role was given', async (resource) => {
    const verbs = (['save', 'enable', 'disable', 'remove'] as const).filter((verb) => resource.verbs[verb] !== undefined);
    const codes = verbs.map((verb) => verbPermission(resource, verb));
    // As an older installation left it: each role has the buttons.
    await house.database.orm.execute(sql`insert into role_menu (tenant_id, role_id, menu_id)
      select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id and r.role_alias <> 'administrator'
      where m.tenant_id = '000000' and m.code = any(${sql.param(codes)}::text[]) and m.category = 2 on conflict do nothing`);
    const record = await exampleOf(resource, 71);
    for (const { account } of demoUsers.filter(({ roles }) => !roles.includes('administrator'))) {
      for (const verb of verbs) {
        const { status } = await house.call(account, 'POST', at(resource, verb), { body: verb === 'save' ? record : {}, query: { ids: '1' } });
        expect(status, `${account} ${verb}`).toBe(403);
      }
      const buttons = JSON.stringify((await house.call(account, 'GET', '/api/blade-system/menu/buttons')).body.data);
      for (const code of codes) expect(buttons, `${account} ${code}`).not.toContain(`"${code}"`);
    }
    const { body: trees } = await house.call('admin', 'GET', '/api/blade-system/menu/grant-tree');
    const { rows } = await house.database.orm.execute<{ id: string; roleId: string }>(sql`select m.id::text as id, r.id::text as "roleId"
      from menu m, role r where m.tenant_id = '000000' and r.tenant_id = '000000' and r.role_alias = 'sales' and m.code = ${codes[0]} and m.category = 2`);
    for (const { id, roleId } of rows) {
      expect(JSON.stringify(trees.data.menu)).not.toContain(`"${id}"`);
      const given = await house.call('admin', 'POST', '/api/blade-system/role/grant', { body: { roleIds: [roleId], menuIds: [id] } });
      expect(given.status, given.body.msg).toBe(400);
    }
    expect(rows.length).toBeGreaterThan(0);
  });
});
