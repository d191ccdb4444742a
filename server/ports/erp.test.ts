import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf, type ErpAccount } from './erp.ts';
import { erpAccountOf, erpDocOf, openErpStandIn, type ErpStandIn } from './erpTesting.ts';
import { openOutgoing } from './outgoing.ts';
import { openPorts } from './ports.ts';

const dir = mkdtempSync(join(tmpdir(), 'accession-erp-'));
const { erp } = openPorts(dir, openOutgoing({ allow: '127.0.0.1' }));
let standIn: ErpStandIn;
beforeAll(async () => {
  standIn = await openErpStandIn();
});
beforeEach(() => {
  standIn.clear();
  rmSync(join(dir, 'erp.jsonl'), { force: true });
});
afterAll(() => {
  standIn.close();
  rmSync(dir, { recursive: true, force: true });
});
const pushedLines = (): number =>
  readFileSync(join(dir, 'erp.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"act":"push"')).length;

describe.each(['kingdee', 'yonyou', 'local'] as const)('%s', (kind) => {
  const account = (): ErpAccount => erpAccountOf(kind === 'local' ? 'kingdee' : kind, kind === 'local' ? 'local' : standIn.url);
  const madeCount = (): number => (kind === 'local' ? pushedLines() : standIn.made.length);
  const doc = erpDocOf();

  it('gets a document once however often it comes, says what it has, and gives it back', async () => {
    expect(await erp.find(account(), doc)).toMatchObject({ outcome: 'done', found: null });
    const first = await erp.push(account(), doc);
    expect(first).toMatchObject({ outcome: 'done', found: { number: expect.any(String), amount: 278_000, isAudited: true } });
    expect(await erp.push(account(), doc)).toMatchObject({ outcome: 'done', found: first.found });
    expect(await erp.find(account(), doc)).toMatchObject({ outcome: 'done', found: first.found });
    expect(madeCount()).toBe(1);
    // Another amount under the same number is nobody's to overwrite.
    const other = erpDocOf({ items: doc.items.slice(0, 1) });
    expect(await erp.push(account(), other)).toMatchObject({ outcome: 'refused', found: { amount: 278_000 } });
    expect(madeCount()).toBe(1);
    for (const _twice of [1, 2]) expect(await erp.void(account(), doc)).toMatchObject({ outcome: 'done', found: null });
    expect(await erp.find(account(), doc)).toMatchObject({ found: null });
    // The revision after it has the same number of ours and a key of its own.
    expect(await erp.push(account(), { ...other, key: 'order:1:r2' })).toMatchObject({ outcome: 'done', found: { amount: 236_000 } });
  });

  it('names the item it does not take, and keeps nothing of the document', async () => {
    const [good, bad] = doc.items;
    const answer = await erp.push(account(), erpDocOf({ items: [good!, { ...bad!, code: 'REFUSED' }] }));
    expect(answer).toMatchObject({ outcome: 'refused', found: null, items: [{ itemNo: 2, text: expect.any(String) }] });
    expect(await erp.find(account(), doc)).toMatchObject({ found: null });
  });

  it('gets a red receivable as one', async () => {
    const red = erpDocOf({
      key: 'bill:9:r1',
      type: 'bill',
      code: 'BL-L1-2607-00001',
      sign: -1,
      items: [{ code: 'NIPT', qty: -1, price: 117_200, amount: -117_200, net: -110_566 }],
    });
    expect(amountOf(red)).toBe(-117_200);
    expect(await erp.push(account(), red)).toMatchObject({ outcome: 'done', found: { amount: -117_200 } });
    expect(await erp.find(account(), red)).toMatchObject({ found: { amount: -117_200, isAudited: true } });
  });
});

it.each(['kingdee', 'yonyou'] as const)(
  '%s: is in nobody’s knowledge where an answer was lost, and does nothing twice when asked again',
  async (kind) => {
    const account = erpAccountOf(kind, standIn.url);
    const doc = erpDocOf();

    const secret = account.appSecret!;
    standIn.switches.loses = /BatchSave|\/add$/;
    const lost = await erp.push(account, doc);
    expect(lost.outcome).toBe('unknown');
    standIn.switches.loses = /Audit$|audit$/;
    expect((await erp.push(account, doc)).outcome).toBe('unknown');
    standIn.switches.loses = null;
    expect(await erp.push(account, doc)).toMatchObject({ outcome: 'done', found: { amount: 278_000, isAudited: true } });
    expect(standIn.made.length).toBe(1);
    standIn.switches.loses = /Delete$|delete$/;
    expect((await erp.void(account, doc)).outcome).toBe('unknown');
    standIn.switches.loses = null;
    expect(await erp.void(account, doc)).toMatchObject({ outcome: 'done' });
    // Before anything was said that changes something, not having been answered is not having been reached.
    for (const sign of [/LoginBySign|token/, /ExecuteBillQuery|tradeid/]) {
      standIn.switches.drops = sign;
      expect((await erp.push(account, doc)).outcome).toBe('unreached');
    }
    standIn.switches.drops = null;
    standIn.switches.isDown = true;
    const down = await erp.push(account, doc);
    expect(down.outcome).toBe('unreached');
    expect(JSON.stringify([lost, down])).not.toContain(secret);
    expect(standIn.made.length).toBe(1);
  },
);
