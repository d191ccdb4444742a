import { mkdtempSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { readApart } from '#server/kernel/import/sheetProcesses.ts';
import { hostileSheets, longestList } from '#server/proof/hostileSheets.ts';
import { openDesk, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function upload(bytes: Buffer) {
  const boundary = 'accession-test-boundary';
  const opening = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="清单.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const { token } = await desk.as('reception');
  const answer = await desk.app.inject({
    method: 'POST',
    url: callPath('sample', 'enter-info/import-summary', 'accession'),
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(opening), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, size: answer.rawPayload.length, ...answer.json<{ msg: string; refusal?: string }>() };
}

const refusals: Readonly<Record<string, string | RegExp>> = {
  'one text of ninety megabytes': /^$/,
  'every cell as long as a cell can be': 'sheet.tooMuchText',
  'two and a half million cells': 'sheet.tooManyCells',
  'merged cells over one another': 'sheet.tooManyCells',
  'a row of twenty million commas': /^$/,
  'headers of brackets': 'sheet.noHeader',
};

it('ends small files that mean very much soon, one by one and all at once, naming the limit and the row', async () => {
  const began = process.memoryUsage().rss;
  const sheets = [...hostileSheets()];
  for (const [what, bytes] of sheets) {
    const answer = await upload(bytes);
    expect([what, answer.refusal ?? '']).toEqual([what, expect.stringMatching(refusals[what] ?? /never/)]);
    expect(answer.size).toBeLessThan(200_000);
    if (answer.refusal?.includes('tooMany') || answer.refusal?.includes('tooMuch')) expect(answer.msg).toMatch(/第 \d+ 行.*\d{5}/);
  }
  const all = await Promise.all([...sheets, ...sheets].map(([, bytes]) => upload(bytes)));
  expect(all.map(({ status }) => status).filter((status) => status !== 200 && status !== 422)).toEqual([]);
  // Two threads of at most 384 MB and what they hand over; before, one list alone took two gigabytes.
  expect(process.memoryUsage().rss - began).toBeLessThan(1_500_000_000);
});

it('reads two at once at most, lets twenty wait, and tells the others to come again', async () => {
  const list = join(mkdtempSync(join(tmpdir(), 'accession-sheet-')), 'list.csv');
  writeFileSync(list, '申请单条码\nA1\n');
  const limits = { fileBytes: 1_000, unpackedBytes: 1_000, rows: 10, cells: 100, letters: 1_000 };
  // Asked for in one breath: none is done before the last is judged.
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => readApart(list, limits)));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as { status: number; refusal: string }] : []));
  expect(refused.map(({ status, refusal }) => [status, refusal])).toEqual(refused.map(() => [503, 'sheet.busy']));
  expect([18, 19]).toContain(refused.length);
  expect(asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.sheet.rows.length] : []))).toEqual(
    Array.from({ length: 40 - refused.length }, () => 2),
  );
});

it('takes a list of the longest kind, and answers others while it is read and judged', async () => {
  const times: number[] = [];
  let isDone = false;
  const list = upload(longestList()).finally(() => (isDone = true));
  const { get } = await desk.as('lab');
  while (!isDone) {
    const asked = performance.now();
    await get(callPath('system', 'menu/routes', 'accession'));
    times.push(performance.now() - asked);
  }
  expect((await list).status).toBe(200);
  expect(times.length).toBeGreaterThan(10);
});

it('refuses a file longer than a form may hold, and leaves nothing of it aside', async () => {
  const { status, msg } = await upload(Buffer.alloc(51 * 1024 * 1024, ','));
  expect([status, msg]).toEqual([413, expect.stringMatching(/过大/)]);
  expect(await readdir(dirname(await desk.blobs.draft()))).toEqual([]);
});
