import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ok, pageOf, registerAnswers } from '#server/kernel/core/answers.ts';
import { registerCompression } from './compression.ts';
import { jsonInTurns, jsonRows, registerLongAnswers } from './longAnswers.ts';

const rows = Array.from({ length: 2_345 }, (_value, index) => ({
  id: String(index),
  name: index % 2 ? `王"小\n明${index}` : null,
  left: undefined,
  at: new Date(index * 86_400_000),
  more: { list: [index, [index]] },
}));

describe('a long answer', () => {
  const app = Fastify();
  beforeAll(async () => {
    registerAnswers(app);
    registerLongAnswers(app);
    registerCompression(app);
    app.get('/list', async () => ok(rows));
    app.get('/page', async () => ok(pageOf(rows, rows.length, 1, 5_000)));
    app.get('/portions', async () => ok({ counts: { ok: 3 }, rows: jsonRows(['[1,2]', '[]', '["三"]']), last: 1 }));
    app.get('/short', async () => ok(rows.slice(0, 3)));
    await app.ready();
  });
  afterAll(() => app.close());
  const textOf = async (url: string, language = 'zh'): Promise<string> => {
    const answer = await app.inject({ url, headers: { 'accept-language': language } });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    return answer.payload;
  };

  it('is what it would be if it were written at once', async () => {
    expect(await textOf('/list')).toBe(JSON.stringify(ok(rows)));
    expect(await textOf('/page')).toBe(JSON.stringify(ok(pageOf(rows, rows.length, 1, 5_000))));
    expect(await textOf('/short')).toBe(JSON.stringify(ok(rows.slice(0, 3))));
    expect(JSON.parse(await textOf('/list', 'en'))).toMatchObject({ msg: 'Done', data: { length: rows.length } });
  });

  it('takes rows that are JSON already as they are', async () => {
    expect(JSON.parse(await textOf('/portions')).data).toEqual({ counts: { ok: 3 }, rows: [1, 2, '三'], last: 1 });
    expect(JSON.stringify(jsonRows(['[1,2]', '[]', '["三"]']))).toBe('[1,2,"三"]');
  });

  it('goes compressed to who takes it', async () => {
    const { headers, rawPayload } = await app.inject({ url: '/list', headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toBe(JSON.stringify(ok(rows)));
  });

  const portion = JSON.stringify(rows.slice(0, 50));
  it.each([
    ['it is written', Array.from({ length: 40 }, () => rows).flat()],
    ['its rows, JSON already, become bytes', jsonRows(Array.from({ length: 1_000 }, () => portion))],
  ])('lets others have their turn while %s', async (_what, long) => {
    // Each look at the clock a millisecond later: how many turns there are does not hang on how fast the machine is.
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      if (isDone) return;
      turns += 1;
      setImmediate(count);
    };
    setImmediate(count);
    await jsonInTurns(long).finally(() => clock.mockRestore());
    isDone = true;
    expect(turns).toBeGreaterThan(100);
  });
});
