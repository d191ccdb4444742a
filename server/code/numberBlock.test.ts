import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeType } from '#domain/code/codeStyle.ts';
import { codesOf, countAll, leftIn, takeNext, type HeldBlock } from '#domain/code/numberBlock.ts';
import type { ReservedBlocks } from '#domain/code/numberRows.ts';
import { deviceCredentialHeader, offlinePaths, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { Outbox, seeded } from '#server/proof/outbox.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function post<Data = any>(account: Account, path: string, body: object, key: string = randomUUID()) {
  const answer = await (await desk.as(account)).post(callPath('code', path, 'accession'), body, { 'idempotency-key': key });
  const { data, refusal, problems } = answer.json<{ data: Data; refusal?: string; problems?: readonly { field: string; code: string }[] }>();
  return { status: answer.statusCode, data, refusal, problems };
}
const reserve = (
  deviceId: string,
  count: number,
  { account = 'reception' as Account, key = randomUUID() as string, kind = codeType.sample as number } = {},
) =>
  post<ReservedBlocks>(
    account,
    'number-block/reserve',
    { deviceId, codeType: kind, count, laboratoryId: kind === codeType.lab ? desk.master.laboratoryId : null },
    key,
  );
const giveBack = (deviceId: string, blockId: string, from: number, key?: string) =>
  post('reception', 'number-block/return', { deviceId, blockId, from }, key);
const newDesk = () => new Outbox(desk, 'reception');

interface Use {
  readonly code: string;
  readonly state: number;
  readonly printCount: number;
  readonly deviceId: string;
}
const usesOf = (deviceId: string) =>
  desk.rows<Use>(sql`select code, state, print_count, device_id from number_use where device_id = ${deviceId} order by number`);
const use = async (outbox: Outbox, blockId: string, action: string, codes: readonly string[], reason?: string) =>
  (await outbox.send([await outbox.write('numberBlock.use', { blockId, action, codes, ...(reason ? { reason } : {}) })]))[0]!;

describe('reserving', () => {
  it('gives a desk numbers of its own; the same key gets the same ones', async () => {
    const [one, key] = [newDesk(), randomUUID()];
    const first = await reserve(one.deviceId, 20, { key });
    const again = await reserve(one.deviceId, 20, { key });
    expect(again.data).toEqual(first.data);
    expect(countAll(first.data.blocks)).toBe(20);
    expect(first.data.blocks[0]).toMatchObject({ prefix: '9', digits: 8, codeType: codeType.sample });
    const other = await reserve(newDesk().deviceId, 20);
    expect(other.data.blocks[0]!.first).toBe(first.data.blocks.at(-1)!.last + 1);
  });

  it('never gives a number to two, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => reserve(`parallel-desk-${at}-${randomUUID()}`, 7)));
    const numbers = answers.flatMap(({ data }) => data.blocks.flatMap((block) => codesOf(block, block)));
    expect(numbers).toHaveLength(24 * 7);
    expect(new Set(numbers).size).toBe(24 * 7);
  });

  it('has a limit, and says where nothing is left', async () => {
    const { deviceId } = newDesk();
    await reserve(deviceId, 500);
    await reserve(deviceId, 500);
    expect(await reserve(deviceId, 1)).toMatchObject({ status: 409, refusal: 'numberBlock.enough' });
    expect(await reserve(deviceId, 5, { kind: codeType.requisition })).toMatchObject({ status: 409, refusal: 'numberBlock.none' });
    expect((await reserve(deviceId, 501)).status).toBe(400);
    expect((await reserve(deviceId, 5, { account: 'audit2' })).status).toBe(403);
  });

  it('passes over numbers that tubes carry already, also among those that came back', async () => {
    const [{ deviceId }, { deviceId: another }] = [newDesk(), newDesk()];
    const [block] = (await reserve(deviceId, 10)).data.blocks;
    const codes = codesOf(block!, { first: block!.first + 5, last: block!.last + 8 });
    expect((await giveBack(deviceId, block!.blockId, block!.first + 5)).status).toBe(200);
    // Two of those that came back and one that nobody was given: typed from a sheet of another house.
    const taken = [codes[0]!, codes[3]!, codes[7]!];
    for (const sampleCode of taken) {
      const payload = summaryPayload(desk, desk.master.single);
      const said = await desk.act('online', 'reception', 'summary.enter', { ...payload, tubes: [{ ...payload.tubes[0]!, sampleCode }] });
      expect(said.status, said.msg).toBe('applied');
    }
    const { data } = await reserve(another, 8);
    const given = data.blocks.flatMap((each) => codesOf(each, each));
    expect(given).toHaveLength(8);
    expect(given.filter((code) => taken.includes(code))).toEqual([]);
    expect(given.slice(0, 3)).toEqual([codes[1], codes[2], codes[4]]);
  });

  it('gives lab codes by laboratory', async () => {
    const { data } = await reserve(newDesk().deviceId, 3, { kind: codeType.lab, account: 'lab' });
    expect(codesOf(data.blocks[0]!, data.blocks[0]!)[0]).toMatch(/^SH01-900000-\d{6}$/);
  });
});

describe('using', () => {
  it('keeps what was printed, printed again, scanned back and given up, with reasons', async () => {
    const outbox = newDesk();
    const [block] = (await reserve(outbox.deviceId, 10)).data.blocks;
    const codes = codesOf(block!, block!);
    expect(await use(outbox, block!.blockId, 'print', codes.slice(0, 3))).toMatchObject({ status: 'applied' });
    expect(await use(outbox, block!.blockId, 'reprint', [codes[1]!])).toMatchObject({ status: 'refused', code: 'numberBlock.reasonNeeded' });
    expect(await use(outbox, block!.blockId, 'reprint', [codes[1]!], '标签破损')).toMatchObject({ status: 'applied' });
    expect(await use(outbox, block!.blockId, 'check', [codes[0]!])).toMatchObject({ status: 'applied' });
    expect(await use(outbox, block!.blockId, 'spoil', [codes[2]!], '打印歪斜')).toMatchObject({ status: 'applied' });
    expect(await use(outbox, block!.blockId, 'reprint', [codes[2]!], '再打')).toMatchObject({ status: 'refused', code: 'numberBlock.spoiled' });
    expect(await use(outbox, block!.blockId, 'reprint', [codes[5]!], '再打')).toMatchObject({ status: 'refused', code: 'numberBlock.notPrinted' });
    expect(await use(outbox, block!.blockId, 'print', ['900000000'])).toMatchObject({ status: 'refused', code: 'numberBlock.notInBlock' });
    expect(await usesOf(outbox.deviceId)).toMatchObject([
      { code: codes[0], state: 1, printCount: 1 },
      { code: codes[1], state: 1, printCount: 2 },
      { code: codes[2], state: 2, printCount: 1 },
    ]);
    const [audit] = await desk.rows(sql`select reason from audit_entry where action = 'numberBlock.use' and reason = '标签破损'`);
    expect(audit).toBeDefined();
  });

  it('takes a number once: a desk restored from a copy hears who printed it', async () => {
    const outbox = newDesk();
    const [block] = (await reserve(outbox.deviceId, 5)).data.blocks;
    const codes = codesOf(block!, block!).slice(0, 1);
    await use(outbox, block!.blockId, 'print', codes);
    expect(await use(outbox, block!.blockId, 'print', codes)).toMatchObject({ status: 'conflict', code: 'numberBlock.used', params: { by: '王敏' } });
    // At once from two copies of a profile.
    const next = codesOf(block!, block!).slice(1, 2);
    const ops = await Promise.all([1, 2, 3].map(() => outbox.write('numberBlock.use', { blockId: block!.blockId, action: 'print', codes: next })));
    const receipts = (await Promise.all(ops.map((op) => outbox.send([op])))).flat();
    expect(receipts.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict', 'conflict']);
    expect(await usesOf(outbox.deviceId)).toHaveLength(2);
  });

  it('is for the desk that holds the block, and only through its queue', async () => {
    const [holder, other] = [newDesk(), newDesk()];
    const [block] = (await reserve(holder.deviceId, 5)).data.blocks;
    const codes = codesOf(block!, block!).slice(0, 1);
    expect(await use(other, block!.blockId, 'print', codes)).toMatchObject({ status: 'conflict', code: 'numberBlock.notHeld' });
    expect(await post('reception', 'number-block/use', { blockId: block!.blockId, action: 'print', codes })).toMatchObject({ status: 409 });
    expect(await use(holder, '1', 'print', codes)).toMatchObject({ status: 'refused', code: 'numberBlock.unknown' });
  });
});

describe('giving back', () => {
  it('takes only what is unused from its holder, once, and gives it to the next who asks', async () => {
    const [holder, other] = [newDesk(), newDesk()];
    const [block] = (await reserve(holder.deviceId, 10)).data.blocks;
    const { blockId, first, last } = block!;
    await use(holder, blockId, 'print', codesOf(block!, { first, last: first + 3 }));
    expect(await giveBack(other.deviceId, blockId, first + 4)).toMatchObject({ status: 409, refusal: 'numberBlock.notHeld' });
    expect(await giveBack(holder.deviceId, blockId, first + 3)).toMatchObject({ status: 409, refusal: 'numberBlock.used' });
    const key = randomUUID();
    expect(await giveBack(holder.deviceId, blockId, first + 4, key)).toMatchObject({ status: 200, data: { returned: 6 } });
    expect(await giveBack(holder.deviceId, blockId, first + 4, key)).toMatchObject({ status: 200, data: { returned: 6 } });
    const next = await reserve(other.deviceId, 4);
    expect(next.data.blocks).toMatchObject([{ first: first + 4, last: first + 7 }]);
    // Its former holder has nothing to say about it any more.
    expect(await use(holder, blockId, 'print', codesOf(block!, { first: first + 4, last: first + 4 }))).toMatchObject({
      status: 'refused',
      code: 'numberBlock.notInBlock',
    });
    expect(await use(other, next.data.blocks[0]!.blockId, 'print', codesOf(block!, { first: first + 4, last: first + 4 }))).toMatchObject({
      status: 'applied',
    });
    await giveBack(other.deviceId, next.data.blocks[0]!.blockId, first + 5);
    expect(last).toBe(first + 9);
  });

  it('is refused to whoever cannot prove to be the desk, where it has a credential', async () => {
    const holder = newDesk();
    const [block] = (await reserve(holder.deviceId, 5)).data.blocks;
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const registration = {
      deviceId: holder.deviceId,
      keyId: `key-${randomUUID()}`,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      appVersion: 'test',
    };
    const reception = await desk.as('reception');
    const { credential } = (await reception.post(callPath('sample', offlinePaths.device, 'accession'), registration)).json<{ data: DeviceWelcome }>()
      .data;
    expect(await giveBack(holder.deviceId, block!.blockId, block!.first)).toMatchObject({ status: 403, refusal: 'desk.other' });
    const proven = await reception.post(
      callPath('code', 'number-block/return', 'accession'),
      { deviceId: holder.deviceId, blockId: block!.blockId, from: block!.first },
      { [deviceCredentialHeader]: credential },
    );
    expect(proven.statusCode).toBe(200);
  });

  it('voids what a lost desk held: never given again, yet its own late prints are kept', async () => {
    const holder = newDesk();
    const [block] = (await reserve(holder.deviceId, 5)).data.blocks;
    const printed = await holder.write('numberBlock.use', { blockId: block!.blockId, action: 'print', codes: codesOf(block!, block!).slice(0, 2) });
    expect((await post('reception', 'number-block/close', { deviceId: holder.deviceId, reason: '前台被盗' })).status).toBe(403);
    expect(await post('admin', 'number-block/close', { deviceId: holder.deviceId, reason: '前台被盗' })).toMatchObject({
      status: 200,
      data: { closed: 1 },
    });
    expect((await giveBack(holder.deviceId, block!.blockId, block!.first + 2)).status).toBe(409);
    const fresh = await reserve(newDesk().deviceId, 50);
    expect(fresh.data.blocks.some(({ first, last }) => first <= block!.last && last >= block!.first)).toBe(false);
    expect((await holder.send([printed]))[0]).toMatchObject({ status: 'applied' });
  });
});

describe('lab codes at laboratory receipt', () => {
  async function handedOver(): Promise<string> {
    const summary = summaryPayload(desk, desk.master.single);
    const [tube] = summary.tubes;
    await desk.act('online', 'reception', 'summary.enter', summary);
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    const handoverKey = randomUUID();
    await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [tube!.sampleCode] });
    const signPassword = await desk.sealed(handoverKey);
    expect(await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword })).toMatchObject({
      status: 'applied',
    });
    return tube!.sampleCode;
  }

  it('may come from a label the desk printed, and is bound to one sample', async () => {
    const outbox = new Outbox(desk, 'lab');
    const [block] = (await reserve(outbox.deviceId, 5, { kind: codeType.lab, account: 'lab' })).data.blocks;
    const [labCode = '', spoiled = '', unprinted = ''] = codesOf(block!, block!);
    const [first, second] = [await handedOver(), await handedOver()];
    const print = await outbox.write('numberBlock.use', { blockId: block!.blockId, action: 'print', codes: [labCode, spoiled] });
    const receive = (code: string, carried: string) => outbox.write('labTask.receive', { code, inputMode: 'scan', labCode: carried });
    const receipts = await outbox.send([print, { ...(await receive(first, labCode)), dependsOn: [print.opId] }]);
    expect(receipts.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect(receipts[1]?.result).toMatchObject({ sampleCode: first, labCode });
    await outbox.send([await outbox.write('numberBlock.use', { blockId: block!.blockId, action: 'spoil', codes: [spoiled], reason: '脱落' })]);
    for (const unusable of [labCode, spoiled, unprinted])
      expect((await outbox.send([await receive(second, unusable)]))[0], unusable).toMatchObject({
        status: 'conflict',
        code: 'labTask.labCodeUnusable',
      });
    expect((await outbox.send([await outbox.write('labTask.receive', { code: second, inputMode: 'scan' })]))[0]?.result).toMatchObject({
      labCode: expect.stringMatching(/^SH01-\d{6}-\d{4}$/),
    });
    expect(await desk.rows(sql`select state, bound_to from number_use where code = ${labCode}`)).toEqual([{ state: 3, boundTo: first }]);
  });
});

describe('segments', () => {
  const save = (body: object) => post('ops' as Account, 'number-segment/save', body);
  const segment = (over: object = {}) => ({
    segmentName: `段${randomUUID()}`,
    codeType: codeType.requisition,
    prefix: 'Q',
    digits: 6,
    firstNumber: 1,
    lastNumber: 500,
    ...over,
  });

  it('never write the same code, and stay what they are once numbers were given', async () => {
    const made = await save(segment());
    expect(made.status).toBe(200);
    expect(await save(segment({ firstNumber: 500, lastNumber: 900 }))).toMatchObject({ status: 409, refusal: 'numberSegment.overlap' });
    expect(await save(segment({ prefix: 'Q0', digits: 5 }))).toMatchObject({ status: 409 });
    expect(await save(segment({ prefix: 'R', digits: 2 }))).toMatchObject({ status: 400, problems: [{ field: 'lastNumber', code: 'tooBig' }] });
    expect(await save(segment({ prefix: 'R', lastNumber: 0 }))).toMatchObject({ status: 400, problems: [{ field: 'lastNumber', code: 'tooSmall' }] });
    expect(await save(segment({ prefix: 'R 1' }))).toMatchObject({ status: 400, problems: [{ field: 'prefix' }] });
    expect((await reserve(newDesk().deviceId, 10, { kind: codeType.requisition })).status).toBe(200);
    const segmentId = made.data.id;
    expect(await save({ segmentId, prefix: 'T' })).toMatchObject({ status: 409, refusal: 'numberSegment.given' });
    expect(await save({ segmentId, lastNumber: 9 })).toMatchObject({ status: 409, refusal: 'numberSegment.given' });
    expect((await save({ segmentId, lastNumber: 600 })).status).toBe(200);
  });

  it('lets one of two through that would collide, when both come at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => save(segment({ prefix: 'U' }))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

it('loses and doubles nothing in a long history of two desks', { timeout: 120_000 }, async () => {
  const random = seeded(7);
  const desks = [newDesk(), newDesk()].map((outbox) => ({ outbox, held: [] as HeldBlock[], printed: [] as string[] }));
  for (let at = 0; at < 60; at++) {
    const own = desks[random() < 0.5 ? 0 : 1]!;
    const dice = random();
    if (dice < 0.35 || own.held.length === 0) own.held.push(...(await reserve(own.outbox.deviceId, 1 + Math.floor(random() * 9))).data.blocks);
    else if (dice < 0.75) {
      const taken = takeNext(own.held, 1 + Math.floor(random() * 6));
      if (!taken) continue;
      own.held = [...taken.blocks];
      const codes = codesOf(taken.block, taken.taken);
      expect(await use(own.outbox, taken.block.blockId, 'print', codes)).toMatchObject({ status: 'applied' });
      own.printed.push(...codes);
    } else {
      const block = own.held.splice(Math.floor(random() * own.held.length), 1)[0]!;
      if (random() < 0.7) expect((await giveBack(own.outbox.deviceId, block.blockId, block.next)).data).toEqual({ returned: leftIn(block) });
      else await post('admin', 'number-block/close', { blockId: block.blockId, reason: '遗失' });
    }
  }
  const printed = desks.flatMap((own) => own.printed);
  expect(new Set(printed).size).toBe(printed.length);
  const uses = await desk.rows<Use>(sql`select code from number_use where device_id in (${desks[0]!.outbox.deviceId}, ${desks[1]!.outbox.deviceId})`);
  expect(uses.map(({ code }) => code).toSorted()).toEqual(printed.toSorted());
  // Blocks of every segment stand side by side up to the cursor, without an overlap; a gap is a number that a tube had before.
  const odd =
    await desk.rows(sql`select * from (select segment_id, first_number, lag(last_number) over (partition by segment_id order by first_number) as before from number_block) b
    where before is not null and (first_number <= before or exists (select 1 from generate_series(before + 1, first_number - 1) n
      where not exists (select 1 from sample where sample_code = '9' || lpad(n::text, 8, '0'))))`);
  expect(odd).toEqual([]);
});
