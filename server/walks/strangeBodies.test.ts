import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlinePaths, type Receipt } from '#domain/kernel/offlineWire.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { callPath } from '#domain/kernel/services.ts';
import { everyContract } from '#domain/listings.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { openHouse, product, routesOf, type House } from './house.ts';

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const strange: readonly (readonly [what: string, text: string, isRefused: boolean])[] = [
  ['lists in lists', deep(100_000), true],
  ['objects in objects', `${'{"id":'.repeat(20_000)}1${'}'.repeat(20_000)}`, true],
  ['a deep part', `{"id":"1","ids":${deep(5_000)},"children":${deep(40)}}`, true],
  ['half a character', String.raw`{"id":"\ud83d","name":"\udc4d","ids":["\ud800"]}`, true],
  ['half a character as a name', String.raw`{"\ud83d":1}`, true],
  ['NUL', String.raw`{"id":"a\u0000b","keyword":"\u0000"}`, true],
  ['a huge text', JSON.stringify({ id: 'x'.repeat(400_000), ids: 'y'.repeat(400_000), name: '名'.repeat(200_000) }), false],
  ['a number', '5', false],
  ['a text', '"text"', false],
  ['a list of nothing', '[null, [], {}, 1e308]', false],
  ['wrong kinds', '{"id":{"a":[1]},"ids":[{}],"name":["x"],"status":{"$gt":0},"list":5,"ops":{"length":3}}', false],
];

describe('strange bodies', () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse()));
  afterAll(() => house.close());

  it.each(strange)('make nothing fall over, wherever they are sent: %s', async (_what, payload, isRefused) => {
    // Signing out would end the walk; a batch of acts is looked at below.
    const routes = routesOf(house.app).filter(({ method, url }) => (method === 'POST' || method === 'PUT') && !url.endsWith('/logout'));
    expect(routes.length).toBeGreaterThan(250);
    const token = await house.token('admin');
    const fallen: string[] = [];
    for (const { method, url } of routes) {
      const said = await house.app.inject({
        method: method as 'POST',
        url: url.replace(/:\w+/g, '1'),
        payload,
        headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
      });
      if (said.statusCode >= 500 || (isRefused && said.statusCode < 400))
        fallen.push(`${method} ${url}: ${said.statusCode} ${said.body.slice(0, 120)}`);
    }
    expect(fallen).toEqual([]);
  });

  it('make nothing fall over as the parts and file names of a form', async () => {
    const boundary = 'strange-boundary';
    const field = (name: string, value: string): string => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = (named: string, text: string): string =>
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; ${named}\r\ncontent-type: application/octet-stream\r\n\r\n${text}\r\n`;
    const names = ['id', 'ids', 'requisitionCode', 'sampleCode', 'reason', 'remark', 'laboratoryId', 'panelGroupId', 'userId', 'clientId', 'name'];
    const odd = names.map((name) => field(name, 'a\u0000b'));
    const csv = '申请单条码,样本条码\nA\u0000B,C\u0000\n';
    const forms = [
      [...odd, file('filename="list.csv"', csv)],
      [file(`filename*=utf-8''a%00b.csv`, csv), ...odd],
      [file(`filename*=utf-8''a%00b.csv`, '%PDF-1.7\u0000')],
      [...odd.map((part) => part.replace('name="', 'name="__proto__.')), file('filename="x"', '')],
    ];
    const taking = Object.entries<Contract>(everyContract).flatMap(([name, { isUpload }]) => (isUpload ? [partsOf(name as CallName)] : []));
    expect(taking.length).toBeGreaterThan(15);
    const token = await house.token('admin');
    const fallen: string[] = [];
    for (const url of taking.map(({ service, path }) => callPath(service, path, product)))
      for (const parts of forms) {
        const said = await house.app.inject({
          method: 'POST',
          url,
          payload: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
          headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        });
        if (said.statusCode >= 500) fallen.push(`${url}: ${said.statusCode} ${said.body.slice(0, 160)}`);
      }
    expect(fallen).toEqual([]);
  });

  it('are refused with a sentence that says why', async () => {
    const path = callPath('base', 'client/save', product);
    const send = async (payload: string) => {
      const token = await house.token('admin');
      const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' };
      const said = await house.app.inject({ method: 'POST', url: path, payload, headers });
      return [said.statusCode, said.json<{ msg: string }>().msg];
    };
    expect(await send(`{"x":${deep(40)}}`)).toEqual([400, 'The content is nested deeper than 32 levels']);
    expect(await send(String.raw`{"x":"\ud800"}`)).toEqual([400, 'The content has characters that cannot be kept (NUL, or half of a character)']);
    // A whole character beyond the basic plane is nothing strange.
    expect((await send(String.raw`{"x":"\ud83d\udc4d"}`))[1]).not.toContain('characters');
  });

  it('of one act take no neighbour along: each act of a batch has its own answer', async () => {
    const token = await house.token('reception');
    const reception = (await house.call('reception', 'GET', '/api/blade-user/info')).body.data as { id: string };
    const act = (changes: object): Record<string, unknown> => {
      const payload = { code: 'S0000000000' };
      return {
        opId: `strange-${randomUUID()}`,
        seq: 1,
        authorId: reception.id,
        type: 'no.such',
        typeVersion: 1,
        payload,
        payloadHash: payloadHashOf(payload),
        lanes: [],
        dependsOn: [],
        occurredAt: new Date().toISOString(),
        clockOffsetMs: 0,
        appVersion: 'walk',
        ...changes,
      };
    };
    const sound = [act({ seq: 1 }), act({ seq: 100 })];
    const odd = [
      act({ seq: 2, payload: 'DEEP' }),
      act({ seq: 3, payload: { a: '\ud800' } }),
      act({ seq: 4, type: 'x\u0000' }),
      act({ seq: 5, roleId: '\ud800' }),
      act({ seq: 6, lanes: 'none' }),
      act({ seq: 7, clockOffsetMs: 'soon' }),
      act({ seq: -8 }),
      act({ seq: 9, typeVersion: 1.5 }),
      act({ seq: 10, blobs: [{ sha256: '../../etc', size: 1, mime: 'image/png' }] }),
      act({ seq: 11, authorId: { a: 1 } }),
      act({ seq: 12, sealed: 5 }),
      act({ seq: 13, sealed: { alg: 'x', kid: '\u0000', epk: '', iv: '', ct: '' } }),
      act({ seq: 14, sig: '\ud800', keyId: 'key-of-nobody' }),
    ];
    const text = JSON.stringify({ deviceId: 'strange-walk', maxSeq: 0, epoch: 9, ops: [...odd, ...sound] }).replace('"DEEP"', deep(50_000));
    const said = await house.app.inject({
      method: 'POST',
      url: callPath('sample', offlinePaths.ops, product),
      payload: text,
      headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(said.statusCode, said.body).toBe(200);
    const answers = new Map(said.json<{ data: { results: Receipt[] } }>().data.results.map((receipt) => [receipt.opId, receipt]));
    for (const { opId } of sound) expect(answers.get(String(opId))).toMatchObject({ status: 'refused', code: 'command.unknown' });
    for (const { opId, seq } of odd) expect(answers.get(String(opId)), `act ${String(seq)}`).toMatchObject({ status: 'refused' });
  });
});
