import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { tenant } from '#domain/system/tenant.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Caller } from '#server/testing.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';

/** One described resource that refers to another whose rows can be removed. */
interface Pair {
  readonly pair: string;
  readonly user: Resource;
  readonly name: string;
  readonly field: Field;
  readonly used: Resource;
}
const pairs: readonly Pair[] = [...resources, tenant].flatMap((user) =>
  Object.entries<Field>(user.fields).flatMap(([name, field]) => {
    if (!field.ref) return [];
    const used = resourceByName(field.ref);
    return wireVerbs(used, 'remove').length === 0 ? [] : [{ pair: `${user.name}.${name} -> ${used.name}`, user, name, field, used }];
  }),
);

/** What a refusal says of one kind of user. */
interface Used {
  readonly by: readonly [zh: string, en: string];
  readonly names: readonly string[];
}
interface FormFile {
  readonly field?: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
type Values = Readonly<Record<string, unknown>>;
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('what is in use cannot be removed, and the refusal names what uses it', () => {
  let desk: Desk;
  let admin: Caller;
  let seed = 100;
  beforeAll(async () => {
    desk = await openDesk();
    admin = await desk.as('admin');
  });
  afterAll(() => desk.close());

  const at = (resource: Resource, verb: Verb): string =>
    callPath(resource.service, `${resource.path}/${wireVerbs(resource, verb)[0] ?? ''}`, 'accession');
  const wireOf = (field: Field, name: string): string => field.wire ?? name;

  /** The form a picture or sheet comes with. */
  async function sendForm(url: string, fields: Values, file: FormFile) {
    const boundary = 'walk-boundary';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    );
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
    return admin.post(url, Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
  }

  /** What some resources need beside or instead of an example of each field. */
  const made: Readonly<Record<string, (given: Values) => Promise<Values> | Values>> = {
    dict: () => ({ code: `walk${seed}`, dictKey: String(seed) }),
    dictBiz: () => ({ code: `walk${seed}`, dictKey: String(seed) }),
    parameterMapping: () => ({ code: `walk${seed}`, dictKey: String(seed) }),
    tenantPackage: async () => ({ menuId: String((await desk.rows(sql`select id from menu where path = '/basic/panel'`))[0]?.['id']) }),
    notice: () => ({ category: 1, content: '<p>正文</p>', audience: 1, isDraft: 1 }),
    // Groups of every laboratory go with any.
    panelGroup: () => ({ laboratoryId: undefined }),
    laboratoryPanelGroup: () => ({ segmentId: undefined }),
    userAccount: () => ({ sendSampleClientId: undefined }),
    clientAccount: () => ({ buildType: 2, status: 1 }),
    userThird: () => ({ status: 1 }),
    role: () => ({ roleAlias: `walk${seed}` }),
    // A template of every laboratory goes with any configuration.
    reportTemplate: () => ({ laboratoryId: undefined }),
    // A default one is of no client.
    reportConfig: ({ sendSampleClientIds }) => (sendSampleClientIds ? { configType: 2 } : {}),
  };
  async function recordOf(resource: Resource, given: Values): Promise<Values> {
    seed += 1;
    const example = exampleRecord(resource, seed, await refIds(desk.database, resource));
    return { ...example, ...(await made[resource.name]?.(given)), ...given };
  }
  async function save(resource: Resource, record: Values): Promise<string> {
    const url = at(resource, 'save');
    const answer =
      resource.name === 'signature'
        ? await sendForm(url, { userId: record['userId'], validFrom: '2026-01-01' }, { name: 's.png', type: 'image/png', bytes: png })
        : resource.name === 'resultTemplate'
          ? await sendForm(
              url,
              { templateName: `模板${seed}`, disable: '0', panelGroupId: record['panelGroupId'] },
              await sheetOf(record['panelGroupId']),
            )
          : await admin.post(url, resource.name === 'reportTemplate' ? { ...record, disable: false } : record);
    const { data, msg } = answer.json<{ data: Record<string, unknown> | null; msg: string }>();
    expect(answer.statusCode, `${resource.name}: ${msg} ${JSON.stringify(record)}`).toBe(200);
    return String(data?.[resource.id] ?? data?.['id'] ?? data?.['tenantId']);
  }
  /** A sheet that names an item of the group: one is put there for it. */
  async function sheetOf(panelGroupId: unknown) {
    const item = resourceByName('item');
    const record = await recordOf(item, {});
    await save(resourceByName('panel'), await recordOf(resourceByName('panel'), { panelGroupId, itemIds: [await save(item, record)] }));
    return { name: 't.csv', type: 'text/csv', bytes: Buffer.from(`实验室编号,${String(record['itemName'])}\nL1,1\n`) };
  }
  const create = async (resource: Resource, given: Values = {}): Promise<string> => save(resource, await recordOf(resource, given));
  const remove = async (resource: Resource, id: string, language = 'zh-CN') => {
    const answer = await admin.post(`${at(resource, 'remove')}?ids=${id}`, undefined, { 'accept-language': language });
    return { status: answer.statusCode, ...answer.json<{ msg: string; refusal?: string; params?: { uses: readonly Used[] } }>() };
  };
  const isLiving = async (resource: Resource, id: string): Promise<boolean> =>
    (await admin.get(at(resource, 'detail'), { [resource.id]: id, id })).statusCode === 200;

  async function expectRefused(used: Resource, id: string, by: Resource | null): Promise<void> {
    for (const [language, which] of [
      ['zh-CN', 0],
      ['en', 1],
    ] as const) {
      const said = await remove(used, id, language);
      expect(said, `removed in spite of its use: ${used.name}`).toMatchObject({ status: 409, refusal: 'resource.inUse' });
      const uses = said.params?.uses ?? [];
      if (by) expect(uses.map((use) => use.by)).toContainEqual(by.title);
      for (const use of uses) {
        expect(said.msg).toContain(use.by[which]);
        expect(use.names.length).toBeGreaterThan(0);
        for (const name of use.names) {
          expect(said.msg).toContain(name);
          expect(name, 'a name, not a number of ours').not.toMatch(/^(\d{15,})?$/);
        }
      }
    }
    expect(await isLiving(used, id)).toBe(true);
  }

  describe.each(pairs.filter(({ user, field }) => user.verbs.save && !field.readOnly))('$pair', ({ user, name, field, used }) => {
    it(field.unheld ? 'lets it go: by design' : 'holds it until it is gone or points elsewhere', async () => {
      const [id, spare] = [await create(used), await create(used)];
      const value = (one: string): unknown => (field.kind === 'refList' ? [one] : one);
      // Other references to the same kind of row point elsewhere.
      const others = Object.entries<Field>(user.fields).filter(([other, { ref }]) => ref === used.name && other !== name);
      const given = {
        ...Object.fromEntries(
          others.map(([other, one]) => [wireOf(one, other), one.required ? (one.kind === 'refList' ? [spare] : spare) : undefined]),
        ),
        [wireOf(field, name)]: value(id),
      };
      const userId = await create(user, given);
      if (field.unheld) {
        expect(await remove(used, id)).toMatchObject({ status: 200 });
        return;
      }
      await expectRefused(used, id, user.view ? null : user);
      if (wireVerbs(user, 'remove').length > 0) expect(await remove(user, userId)).toMatchObject({ status: 200 });
      // A template stays with its group: its sheet is the group's.
      else if (user.name === 'resultTemplate') return;
      else await save(user, { [user.id]: userId, [wireOf(field, name)]: value(spare) });
      expect(await remove(used, id)).toMatchObject({ status: 200 });
    });
  });

  /** Rows of listings come about by acts: one that shows what is to be removed, for each of them. */
  async function like(resource: Resource, id: string, given: Values): Promise<string> {
    const { data } = (await admin.get(at(resource, 'detail'), { [resource.id]: id })).json<{ data: Values }>();
    const known = Object.entries<Field>(resource.fields).map(([name, field]) => wireOf(field, name));
    const fresh = await recordOf(resource, {});
    const own = Object.entries<Field>(resource.fields).flatMap(([name, field]) => (field.unique ? [wireOf(field, name)] : []));
    return save(resource, {
      ...Object.fromEntries([...known.map((wire) => [wire, data[wire]]), ...own.map((wire) => [wire, fresh[wire]])]),
      ...given,
    });
  }
  const client = (given: Values = {}): Promise<string> => like(resourceByName('sendSampleClient'), desk.master.clientId, given);
  const code = async (path: string, body: object, account: 'reception' | 'admin' = 'reception'): Promise<any> => {
    const answer = await (await desk.as(account)).post(callPath('code', path, 'accession'), body, { 'idempotency-key': randomUUID() });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: any }>().data;
  };
  async function receive(change: Record<string, unknown>): Promise<string> {
    const summary = summaryPayload(desk, desk.master.single, change);
    const said = await desk.act('online', 'reception', 'summary.enter', summary);
    expect(said.status, JSON.stringify(said)).toBe('applied');
    return summary.requisitionCode;
  }
  async function commodity(given: Values): Promise<string> {
    const id = await like(resourceByName('commodity'), desk.master.single, given);
    const { laboratoryId } = desk.master;
    await create(resourceByName('laboratoryCommodity'), { laboratoryId, commodityId: id, executeLaboratoryId: laboratoryId });
    return id;
  }
  async function imageOf(change: Record<string, unknown>): Promise<void> {
    const url = `${callPath('sample', 'requisition-image/upload', 'accession')}?requisitionCode=${await receive(change)}`;
    const answer = await sendForm(url, {}, { field: 'imageFile', name: 'page.png', type: 'image/png', bytes: png });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  /** A criterion that operations wrote and the second auditor approved. */
  async function criterion(): Promise<void> {
    const record = await recordOf(resourceByName('releaseCriterion'), { reviewDate: addDays(nowText(), 30) });
    const report = (path: string): string => callPath('report', `release-criterion/${path}`, 'accession');
    const saved = await (await desk.as('ops')).post(report('save'), record);
    const criterionId = saved.json<{ data: { id: string } | null }>().data?.id;
    const approved = await (await desk.as('audit2')).post(report('approve'), { criterionId, state: 2, reason: '验证充分' });
    expect(approved.statusCode, approved.body).toBe(200);
  }
  /** A guidance that the laboratory wrote and the second auditor checked. */
  async function guidance(): Promise<void> {
    const record = await recordOf(resourceByName('cancerGuidance'), { ageFrom: 1, ageTo: 2 });
    const cancer = (path: string): string => callPath('analyse', `cancer/${path}`, 'accession');
    const saved = await (await desk.as('lab')).post(cancer('save'), record);
    const checked = await (await desk.as('audit2')).post(cancer('review'), { id: saved.json<{ data: { id: string } | null }>().data?.id });
    expect(checked.statusCode, checked.body).toBe(200);
  }
  const acts: Readonly<Record<string, () => Promise<string>>> = {
    'cancerGuidance.authorId': async () => {
      await guidance();
      return (await desk.me('lab')).id;
    },
    'cancerGuidance.reviewerId': async () => {
      await guidance();
      return (await desk.me('audit2')).id;
    },
    'sendSampleClientLog.clientId': () => client(),
    'releaseCriterion.authorId': async () => {
      await criterion();
      return (await desk.me('ops')).id;
    },
    'releaseCriterion.approverId': async () => {
      await criterion();
      return (await desk.me('audit2')).id;
    },
    'sampleCodeApply.sendSampleClientId': async () => {
      const clientId = await client();
      await code('sample-code-apply/apply', { clientId, quantity: 1 });
      return clientId;
    },
    'sampleCodeReprint.sendSampleClientId': async () => {
      const clientId = await client();
      const { applyId, printId, firstCode } = await code('sample-code-apply/apply', { clientId, quantity: 1 });
      await code('print/begin', { printId });
      await code('print/complete', { printId });
      await code('sample-code-apply/reprint', { applyId, codes: [firstCode], reason: '标签破损' });
      return clientId;
    },
    'thirdpartyBind.sendSampleClientId': async () => {
      const [rule, sendSampleClientId] = [resourceByName('thirdpartyRule'), await client()];
      const id = await create(rule, { thirdpartyCode: 'WALK', codeLength: 8, sendSampleClientId });
      const [barCode, thirdpartyBarCode] = ['880000250', 'WALK0001'];
      const answer = await admin.post(callPath('base', 'code-thirdparty-bind/save', 'accession'), { barCode, thirdpartyBarCode, sendSampleClientId });
      expect(answer.statusCode, answer.body).toBe(200);
      await save(rule, { [rule.id]: id, sendSampleClientId: desk.master.clientId });
      return sendSampleClientId;
    },
    'requisitionImage.sendSampleClientId': async () => {
      const sendSampleClientId = await client();
      await imageOf({ sendSampleClientId });
      return sendSampleClientId;
    },
    'requisitionImage.commodityIds': async () => {
      const id = await commodity({});
      await imageOf({ commodityIds: [id] });
      return id;
    },
    'sampleReceipt.sendSampleClientId': async () => {
      const sendSampleClientId = await client();
      await receive({ sendSampleClientId });
      return sendSampleClientId;
    },
    'sampleReceipt.agentId': async () => {
      const agentCustomerId = await create(resourceByName('client'));
      await receive({ sendSampleClientId: await client({ agentCustomerId }) });
      return agentCustomerId;
    },
    'sampleReceipt.commodityIds': async () => {
      const id = await commodity({});
      await receive({ commodityIds: [id] });
      return id;
    },
    'sampleReceipt.panelIds': async () => {
      const id = await create(resourceByName('panel'));
      await receive({ commodityIds: [await commodity({ panelIds: [id] })] });
      return id;
    },
    'sampleReceipt.sampleClassId': async () => {
      const id = await create(resourceByName('sampleClass'));
      const commodityId = await commodity({ sampleClassIds: [id] });
      const summary = summaryPayload(desk, commodityId);
      await receive({ commodityIds: [commodityId], tubes: summary.tubes.map((tube) => ({ ...tube, sampleClassId: id })) });
      // The kind of sample is held by the tubes, also when nobody sells anything for it any more.
      await save(resourceByName('commodity'), { commodityId, sampleClassIds: [desk.master.blood] });
      return id;
    },
  };

  describe.each(pairs.filter(({ user, field }) => !user.verbs.save || field.readOnly))('$pair', ({ user, name, field, used }) => {
    it(field.unheld ? 'lets it go: by design' : 'holds it', async () => {
      const act = acts[`${user.name}.${name}`];
      if (!act) throw new Error(`say in \`acts\` how a row of ${user.name} comes about that shows a ${used.name}`);
      const id = await act();
      const shown = (await admin.get(at(user, 'page'), { [wireOf(field, name)]: id })).json<{ data: { total: number } }>().data.total;
      expect(shown, `${user.name} shows it`).toBeGreaterThan(0);
      if (field.unheld) expect(await remove(used, id)).toMatchObject({ status: 200 });
      else await expectRefused(used, id, null);
    });
  });
});
