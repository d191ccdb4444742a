import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { hashPassword } from '#server/session/passwordHash.ts';
import { openDatabase } from '#server/storage/database.ts';
import { openTestApp, testPassword, type Caller, type TestApp } from '#server/testing.ts';
import { leaveXml } from './leaveModel.ts';
import { nowSql } from '#server/storage/clock.ts';

const flow = (path: string): string => `/api/blade-flow/${path}`;
const leave = (path: string): string => `/api/blade-desk/process/leave/${path}`;
/** The leave process under another key and name. */
const ownXml = (key: string, name = '外出流程'): string =>
  leaveXml
    .replace('<process id="Leave" name="请假流程"', `<process id="${key}" name="${name}"`)
    .replaceAll('bpmnElement="Leave"', `bpmnElement="${key}"`);

describe('managing processes', () => {
  let app: TestApp;
  let admin: Caller;
  let entry: Caller;
  let decider = '';
  beforeAll(async () => {
    app = await openTestApp();
    [admin, entry] = [await app.as('admin'), await app.as('entry1')];
    decider = await idOf('audit1');
  });
  afterAll(() => app.close());

  const idOf = async (account: string): Promise<string> =>
    (await app.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where tenant_id = '000000' and account = ${account}`))
      .rows[0]?.id ?? '';
  const records = async (caller: Caller, path: string, query: Record<string, string> = {}): Promise<any[]> => {
    const said = (await caller.get(flow(path), { size: '100', ...query })).json();
    expect(said.code, said.msg).toBe(200);
    return said.data.records;
  };
  const act = async (caller: Caller, path: string, query: Record<string, string> = {}, body?: object): Promise<any> =>
    (await caller.post(`${flow(path)}?${new URLSearchParams(query)}`, body)).json();
  const ask = async (processDefinitionId: string): Promise<any> =>
    (
      await entry.post(leave('start-process'), {
        processDefinitionId,
        taskUser: decider,
        startTime: '2026-12-01 09:00:00',
        endTime: '2026-12-01 18:00:00',
        reason: '有事',
      })
    ).json();

  it('keeps a model in versions, deploys it, and starts the newest version', async () => {
    expect(await records(admin, 'model/list')).toMatchObject([{ modelKey: 'Leave', name: '请假流程', version: 1 }]);
    const saved = await act(admin, 'model/submit', {}, { modelEditorXml: ownXml('Outing') });
    expect(saved).toMatchObject({ code: 200, data: { modelKey: 'Outing', version: 1 } });
    expect(await act(admin, 'model/submit', {}, { modelEditorXml: ownXml('Outing') })).toMatchObject({ code: 400, refusal: 'flow.keyTaken' });
    const again = { id: saved.data.id, modelEditorXml: ownXml('Outing', '外出'), name: '外出申请', description: '半天以上' };
    expect(await act(admin, 'model/submit', {}, again)).toMatchObject({ code: 200, data: { version: 2 } });
    const detail = (await admin.get(flow('model/detail'), { id: saved.data.id })).json().data;
    expect(detail).toMatchObject({ name: '外出申请', version: 2, modelEditorXml: again.modelEditorXml, lastUpdatedBy: '陈立' });

    expect(await act(admin, 'model/deploy', { modelId: saved.data.id })).toMatchObject({ code: 400, problems: [{ field: 'category' }] });
    for (const version of [1, 2]) {
      expect(await act(admin, 'model/deploy', { modelId: saved.data.id, category: 'flow_1' })).toMatchObject({ code: 200 });
      expect((await records(entry, 'work/start-list')).filter(({ key }) => key === 'Outing')).toMatchObject([{ version, name: '外出' }]);
    }
    expect((await records(admin, 'manager/list', { key: 'Outing' })).map(({ version }) => version)).toEqual([2, 1]);
    expect(await act(admin, 'model/remove', { ids: saved.data.id })).toMatchObject({ code: 200 });
    expect((await records(admin, 'manager/list', { key: 'Outing' })).length).toBe(2);
  });

  it('refuses a model that would run a program, and keeps nothing of it', async () => {
    const evil = ownXml('Evil').replace(
      '<userTask id="hrTask"',
      '<scriptTask id="evil"><script>process.exit()</script></scriptTask><userTask id="hrTask"',
    );
    expect(await act(admin, 'model/submit', {}, { modelEditorXml: evil })).toMatchObject({
      code: 400,
      refusal: 'flow.badModel',
      msg: '不支持的元素: ScriptTask “evil”',
    });
    const english = await admin.post(flow('model/submit'), { modelEditorXml: evil }, { 'accept-language': 'en' });
    expect(english.json().msg).toBe('This element is not supported: ScriptTask “evil”');
    expect(await records(admin, 'model/list', { modelKey: 'Evil' })).toEqual([]);
  });

  it('deploys a file of the right kind', async () => {
    const upload = async (name: string, xml: string, category = 'flow_1'): Promise<any> => {
      const form = new FormData();
      form.append('category', category);
      form.append('files', new Blob([xml]), name);
      const packed = new Response(form);
      const said = await app.app.inject({
        method: 'POST',
        url: flow('manager/deploy-upload'),
        headers: { 'blade-auth': `bearer ${admin.token}`, 'content-type': packed.headers.get('content-type') ?? '' },
        payload: Buffer.from(await packed.arrayBuffer()),
      });
      return said.json();
    };
    expect(await upload('trip.bpmn20.xml', ownXml('Trip', '出差'))).toMatchObject({ code: 200 });
    expect(await records(admin, 'manager/list', { name: '出差' })).toMatchObject([
      { key: 'Trip', version: 1, mode: 1, resourceName: 'Trip.bpmn20.xml' },
    ]);
    expect(await upload('trip.docx', ownXml('Trip'))).toMatchObject({ code: 400, msg: '仅支持 bpmn20.xml 文件' });
    expect(await upload('trip.bpmn20.xml', '<x/>')).toMatchObject({ code: 400, refusal: 'flow.badModel' });
    expect(await upload('trip.bpmn20.xml', `${ownXml('Trip')}<!--${'x'.repeat(600 * 1024)}-->`)).toMatchObject({ code: 413 });
  });

  it('a suspended process is not started and its tasks wait; a removed one leaves what ran', async () => {
    const [process] = await records(admin, 'manager/list', { key: 'Trip' });
    const asked = (await ask(process.id)).data;
    expect(await act(admin, 'manager/change-state', { state: 'suspend', processId: process.id })).toMatchObject({ code: 200 });
    expect((await records(entry, 'work/start-list')).some(({ key }) => key === 'Trip')).toBe(false);
    expect(await ask(process.id)).toMatchObject({ code: 409, refusal: 'flow.suspended' });
    const audit = await app.as('audit1');
    const [task] = (await records(audit, 'work/todo-list')).filter(({ processInstanceId }) => processInstanceId === asked.processInstanceId);
    expect(await act(audit, 'work/complete-task', {}, { taskId: task.taskId, flag: 'ok', comment: '同意' })).toMatchObject({
      code: 400,
      refusal: 'flow.suspended',
    });
    expect(await act(admin, 'manager/delete-deployment', { deploymentIds: process.deploymentId })).toMatchObject({
      code: 409,
      refusal: 'flow.running',
    });

    expect(await act(admin, 'manager/change-state', { state: 'active', processId: process.id })).toMatchObject({ code: 200 });
    expect(await act(audit, 'work/complete-task', {}, { taskId: task.taskId, flag: 'ok', comment: '同意' })).toMatchObject({ code: 200 });
    expect(await act(admin, 'manager/delete-deployment', { deploymentIds: process.deploymentId })).toMatchObject({ code: 200 });
    expect(await records(admin, 'manager/list', { key: 'Trip' })).toEqual([]);
    expect((await entry.get(leave('detail'), { businessId: asked.id })).json().data).toMatchObject({ state: 2, outcome: '已批准' });
    expect((await entry.get(flow('process/model-view'), { processInstanceId: asked.processInstanceId })).json().data.xml).toContain('出差');
  });

  it('follows what runs, and ends it with a reason', async () => {
    const [process] = (await records(entry, 'work/start-list')).filter(({ key }) => key === 'Leave');
    const asked = (await ask(process.id)).data;
    const query = { processInstanceId: asked.processInstanceId };
    expect(await records(admin, 'follow/list', query)).toMatchObject([
      { startUser: '李倩', taskName: '主管审批', assigneeName: '周宁', suspensionState: 1 },
    ]);
    expect(await act(admin, 'follow/delete-process-instance', query)).toMatchObject({ code: 400, refusal: 'flow.noReason' });
    expect(await act(admin, 'follow/delete-process-instance', { ...query, deleteReason: '重复提交' })).toMatchObject({ code: 200 });
    expect(await act(admin, 'follow/delete-process-instance', { ...query, deleteReason: '重复提交' })).toMatchObject({
      code: 409,
      refusal: 'flow.ended',
    });
    expect(await records(admin, 'follow/list', query)).toEqual([]);
    expect((await entry.get(leave('detail'), { businessId: asked.id })).json().data).toMatchObject({ state: 3, outcome: '重复提交' });
    const { rows } = await app.database.orm.execute(sql`select action, reason, user_name from audit_entry where action = 'flowInstance.end'`);
    expect(rows).toEqual([{ action: 'flowInstance.end', reason: '重复提交', user_name: '陈立' }]);
  });

  it('keeps tenants apart, and gives a new one its own leave process', async () => {
    const hash = await hashPassword(testPassword);
    await app.database.orm.execute(sql`insert into tenant (tenant_id, tenant_name) values ('700700', '别家')`);
    await app.database.orm
      .execute(sql`insert into role (id, tenant_id, role_name, role_alias, sort, create_user, create_time, update_user, update_time, is_deleted, version, change_seq, is_disable)
      select 700001, '700700', role_name, role_alias, sort, create_user, create_time, update_user, update_time, 0, 1, 1, 0 from role where role_alias = 'administrator' and tenant_id = '000000'`);
    await app.database.orm
      .execute(sql`insert into user_account (id, tenant_id, account, real_name, role_ids, dept_ids, status, create_user, create_time, update_user, update_time, is_deleted, version, change_seq, is_disable)
      values (700002, '700700', 'boss', '别家管理员', array[700001], array[]::bigint[], 1, 0, ${nowSql}, 0, ${nowSql}, 0, 1, 1, 0)`);
    await app.database.orm.execute(sql`insert into user_credential (user_id, tenant_id, password_hash) values (700002, '700700', ${hash})`);
    await app.database.orm.execute(sql`insert into menu (id, tenant_id, parent_id, code, name, name_en, category)
      select 900000 + row_number() over (), '700700', parent_id, code, name, name_en, category from menu where tenant_id = '000000' and category = 2 and code like 'flow%'`);
    const boss = await signInAt('700700', 'boss');
    const own = await records(boss, 'manager/list');
    expect(own).toMatchObject([{ key: 'Leave', version: 1, tenantId: '700700' }]);
    expect(await records(boss, 'model/list')).toMatchObject([{ modelKey: 'Leave', tenantId: '700700' }]);

    const [process] = (await records(entry, 'work/start-list')).filter(({ key }) => key === 'Leave');
    const asked = (await ask(process.id)).data;
    const task = (await records(await app.as('audit1'), 'work/todo-list')).find(
      ({ processInstanceId }) => processInstanceId === asked.processInstanceId,
    );
    expect(await records(boss, 'follow/list')).toEqual([]);
    expect((await boss.get(flow('process/model-view'), { processInstanceId: asked.processInstanceId })).json()).toMatchObject({ code: 404 });
    expect((await boss.get(flow('process/resource-view'), { processDefinitionId: process.id })).json()).toMatchObject({ code: 404 });
    expect((await boss.get(leave('detail'), { businessId: asked.id })).json()).toMatchObject({ code: 404 });
    for (const [path, query, body] of [
      ['work/claim-task', { taskId: task.taskId }, undefined],
      ['work/complete-task', {}, { taskId: task.taskId, flag: 'ok', comment: 'x' }],
      ['work/delete-task', { taskId: task.taskId, reason: 'x' }, undefined],
      ['follow/delete-process-instance', { processInstanceId: asked.processInstanceId, deleteReason: 'x' }, undefined],
      ['manager/change-state', { state: 'suspend', processId: process.id }, undefined],
      ['manager/delete-deployment', { deploymentIds: process.deploymentId }, undefined],
    ] as const)
      expect(await act(boss, path, query, body), path).toMatchObject({ code: 404 });
    const model = (await records(boss, 'model/list'))[0];
    expect(await act(boss, 'model/deploy', { modelId: model.id, category: 'flow_1', tenantIds: '000000' })).toMatchObject({ code: 403 });
    // The first tenant's administrator may deploy for others; for them it is a custom process.
    const [mine] = await records(admin, 'model/list', { modelKey: 'Leave' });
    expect(await act(admin, 'model/deploy', { modelId: mine.id, category: 'flow_1', tenantIds: '700700' })).toMatchObject({ code: 200 });
    expect(await records(boss, 'manager/list', { mode: '2' })).toMatchObject([{ key: 'Leave', version: 2, mode: 2 }]);
    expect(await records(admin, 'manager/list', { mode: '2' })).toEqual([]);
  });

  async function signInAt(tenantId: string, account: string): Promise<Caller> {
    const { constants, createPublicKey, publicEncrypt } = await import('node:crypto');
    const { publicKey } = (await app.app.inject('/api/blade-auth/oauth/public-key')).json().data;
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const password = publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(encodeURIComponent(testPassword)),
    ).toString('base64');
    const said = await app.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', username: account, password, scope: 'all' },
      headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}`, 'tenant-id': tenantId },
    });
    const { access_token: token } = said.json();
    expect(token, said.body).toBeTruthy();
    const headers = { 'blade-auth': `bearer ${token}` };
    return {
      token,
      get: (url, query = {}) => app.app.inject({ method: 'GET', url, query, headers }),
      post: (url, body) => app.app.inject({ method: 'POST', url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    };
  }
});

describe('a run over a restart of server and database', () => {
  it('goes on where it waited', async () => {
    const app = await openTestApp();
    const restarted: { close: () => Promise<void> }[] = [];
    try {
      const entry = await app.as('entry1');
      const audit = await app.as('audit1');
      const { rows } = await app.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = 'audit1'`);
      const [process] = (await entry.get(flow('work/start-list'))).json().data.records;
      const body = {
        processDefinitionId: process.id,
        taskUser: rows[0]?.id,
        startTime: '2026-12-01 09:00:00',
        endTime: '2026-12-01 18:00:00',
        reason: '有事',
      };
      const { data: asked } = (await entry.post(leave('start-process'), body)).json();
      await app.app.close();
      await app.database.close();

      const database = await openDatabase({ dataDir: app.dataDir, ...(app.url ? { databaseUrl: app.url } : {}) });
      restarted.push(database);
      const again = await createApp({
        database,
        blobs: openBlobStore(database, app.dataDir || '/tmp'),
        isCaptchaOn: false,
        demoPassword: testPassword,
      });
      restarted.unshift(again);
      const headers = { 'blade-auth': `bearer ${audit.token}` };
      const [task] = (await again.inject({ url: flow('work/todo-list'), headers })).json().data.records;
      expect(task).toMatchObject({ processInstanceId: asked.processInstanceId, taskName: '主管审批' });
      const done = await again.inject({
        method: 'POST',
        url: flow('work/complete-task'),
        headers,
        payload: { taskId: task.taskId, flag: 'ok', comment: '同意' },
      });
      expect(done.json()).toMatchObject({ code: 200 });
      const detail = await again.inject({
        url: leave('detail'),
        query: { businessId: asked.id },
        headers: { 'blade-auth': `bearer ${entry.token}` },
      });
      expect(detail.json().data).toMatchObject({ state: 2, outcome: '已批准' });
    } finally {
      for (const one of restarted) await one.close();
      await app.close();
    }
  });
});
