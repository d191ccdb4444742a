import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { BiFault, tc3Authorization } from '#server/ports/bi.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';

const ports = openPorts(join(tmpdir(), `accession-bi-${process.pid}`), openOutgoing({ allow: '127.0.0.1' }));
const [secretId, secretKey] = ['AKIDexample', 'a key of the BI'];
interface Heard {
  readonly action: string;
  readonly authorization: string;
  readonly timestamp: number;
  readonly body: any;
  readonly text: string;
  readonly host: string;
}
const heard: Heard[] = [];
let says: object = {};
const tokens = new Set<string>();
/** Speaks as the BI does: a token for who signs right, and renewal of what it gave. */
const bi: Server = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => (text += piece));
  request.on('end', () => {
    const { host = '', authorization = '', 'x-tc-action': action = '', 'x-tc-timestamp': timestamp = '' } = request.headers as Record<string, string>;
    const body = JSON.parse(text);
    heard.push({ action, authorization, timestamp: Number(timestamp), body, text, host });
    const made = randomUUID();
    if (action === 'CreateEmbedToken') tokens.add(made);
    const fault = { ErrorInfo: { ErrorMsg: `no such token for ${secretKey}` } };
    const answer = action === 'CreateEmbedToken' ? { Data: { BIToken: made } } : tokens.has(body.BIToken) ? { Data: { Result: 'ok' } } : fault;
    response.writeHead(200).end(JSON.stringify({ Response: { RequestId: 'r', ...answer, ...says } }));
  });
});
let url = '';
let desk: Desk;
beforeAll(async () => {
  await new Promise<void>((done) => bi.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(bi.address() as AddressInfo).port}`;
  desk = await openDesk({ ports });
});
afterAll(async () => {
  bi.close();
  await desk.close();
});

it('signs as the published example of signature v3 does', () => {
  const stars = '*'.repeat(32);
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  const said = tc3Authorization(
    { secretId: `AKID${stars}`, secretKey: stars },
    { host: 'cvm.tencentcloudapi.com', service: 'cvm', action: 'DescribeInstances', body, timestamp: 1_551_113_065 },
  );
  expect(said).toBe(
    `TC3-HMAC-SHA256 Credential=AKID${stars}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
  );
});

describe.each(['the BI', 'the stand-in'])('%s', (which) => {
  const asked = () => ({
    account: { apiUrl: which === 'the BI' ? url : 'local', secretId, secretKey },
    page: { projectId: '11', pageId: '7' },
    timestamp: 1_764_000_000,
  });
  it('gives tokens, another each time, and renews those it gave alone', async () => {
    const limit = { parameter: 'lab', values: ['上海检验所'] };
    const [one, other] = [
      await ports.bi.createToken({ ...asked(), minutes: 240, limit }),
      await ports.bi.createToken({ ...asked(), minutes: 240, limit: null }),
    ];
    expect(one).not.toBe(other);
    await ports.bi.renewToken({ ...asked(), token: one });
    const fault: unknown = await ports.bi.renewToken({ ...asked(), token: 'nobody-s' }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BiFault);
    expect((fault as Error).message).not.toContain(secretKey);
  });
});

it('is asked as it is published: signed, the page, the time, and what a person is limited to', async () => {
  heard.length = 0;
  const account = { apiUrl: url, secretId, secretKey };
  const limit = { parameter: 'lab', values: ['上海检验所', '北京检验所'] };
  await ports.bi.createToken({ account, page: { projectId: '11', pageId: '0' }, minutes: 240, limit, timestamp: 1_764_000_000 });
  const [{ body, authorization, text, host, action, timestamp }] = heard as [Heard];
  expect(body).toMatchObject({ ProjectId: 11, PageId: 0, Scope: 'panel', Intention: 'embed', ExpireTime: '240' });
  expect(JSON.parse(body.GlobalParam)).toEqual([{ ParamKey: 'lab', JoinType: 'AND', WhereList: [{ Operator: '-is', Value: limit.values }] }]);
  expect(authorization).toBe(tc3Authorization(account, { host, service: 'bi', action, body: text, timestamp }));
});

const get = async (account: Account, path: string, query: Record<string, string> = {}) => {
  const said = await (await desk.as(account)).get(callPath('op', path, 'accession'), query);
  return { status: said.statusCode, ...said.json<{ data: any; msg: string }>() };
};
const post = async (account: Account, path: string, body: object) => {
  const said = await (await desk.as(account)).post(callPath('op', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  return { status: said.statusCode, ...said.json<{ data: any; msg: string; problems?: { field: string }[] }>() };
};
const page = (more: object = {}) => ({
  pageName: '月度看板',
  projectId: '11',
  pageId: '7',
  apiUrl: url,
  secretId,
  secretKey,
  urlTemplate: 'https://bi.example.com/embed?token=${token}&page=${pageId}',
  laboratoryParam: 'lab',
  ...more,
});

it('shows a page to the roles it is for, limited to their laboratories, and renews its token without another one', async () => {
  expect((await post('admin', 'bi-page/save', page({ urlTemplate: 'https://${token}.example.com/' }))).problems?.map(({ field }) => field)).toEqual([
    'urlTemplate',
  ]);
  expect((await post('admin', 'bi-page/save', page({ urlTemplate: 'http://bi.example.com/' }))).status).toBe(400);
  const saved = await post('admin', 'bi-page/save', page());
  expect(saved.status, saved.msg).toBe(200);
  expect(await post('lab', 'bi-page/save', page({ pageId: '8' }))).toMatchObject({ status: 403 });
  const which = { projectId: '11', pageId: '7' };
  expect((await get('lab', 'tencent-api/boards')).data).toEqual([{ ...which, pageName: '月度看板' }]);

  const { id: userId } = await desk.me('lab');
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${userId}, 'laboratory', array[${desk.master.laboratoryId}::bigint])`,
  );
  heard.length = 0;
  const { data } = await get('lab', 'tencent-api/getBIToken', which);
  expect(data.url).toBe(`https://bi.example.com/embed?token=${data.token}&page=7`);
  const [laboratory] = await desk.rows<{ name: string }>(sql`select laboratory_name as name from laboratory where id = ${desk.master.laboratoryId}`);
  expect(JSON.parse(heard[0]!.body.GlobalParam)[0].WhereList[0].Value).toEqual([laboratory!.name]);
  expect(await post('lab', 'tencent-api/renewBIToken', { ...which, token: data.token })).toMatchObject({ status: 200 });
  expect(heard.map(({ action }) => action)).toEqual(['CreateEmbedToken', 'ApplyEmbedInterval']);

  // A page that cannot be limited is not for who is.
  await desk.orm.execute(sql`update bi_page set laboratory_param = null`);
  expect(await get('lab', 'tencent-api/getBIToken', which)).toMatchObject({ status: 403, msg: expect.stringContaining('检验所') });
  await desk.orm.execute(sql`delete from user_scope where user_id = ${userId} and kind = 'laboratory'`);
  expect(await get('lab', 'tencent-api/getBIToken', which)).toMatchObject({ status: 200 });

  await desk.orm.execute(sql`update bi_page set role_ids = array[1::bigint]`);
  expect(await get('lab', 'tencent-api/getBIToken', which)).toMatchObject({ status: 404 });
  expect((await get('lab', 'tencent-api/boards')).data).toEqual([]);
  await desk.orm.execute(sql`update bi_page set role_ids = null`);
});

it('says that it is not available where the BI gives none, and tells nothing of our key', async () => {
  says = { Error: { Code: 'AuthFailure', Message: `bad ${secretKey}` }, Data: null };
  const said = await get('lab', 'tencent-api/getBIToken', { projectId: '11', pageId: '7' });
  says = {};
  expect(said).toMatchObject({ status: 503, msg: '数据看板暂不可用' });
  expect(JSON.stringify(said)).not.toContain(secretKey);
});
