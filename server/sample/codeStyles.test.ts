import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/storage/ids.ts';
import { freshCode, openDesk, summaryPayload, type Desk } from './deskTesting.ts';
import { nowSql } from '#server/storage/clock.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const summary = (requisitionCode: string, change: Record<string, unknown> = {}) => ({
  ...summaryPayload(desk, desk.master.single, change),
  requisitionCode,
});
const reasons = { 'C-CODE': '医院临时手写条码' };
const told = (answer: { problems?: readonly { field: string; params: { text: readonly string[] } }[] | null }) =>
  answer.problems?.map(({ field, params }) => [field, params.text[0]]);

describe('a code that looks like none of ours', () => {
  it('is taken with a reason, which is kept with the requisition', async () => {
    const odd = `手写${freshCode('')}`;
    const refused = await desk.act('online', 'reception', 'summary.enter', summary(odd));
    expect(refused).toMatchObject({ status: 'refused', code: 'entry.needsReason' });
    expect(told(refused)).toEqual([['requisitionCode', expect.stringMatching(new RegExp(`${odd} 不符合条码样式: 申请单:字母加8位数字、`))]]);
    const taken = summary(odd, { reasons });
    expect(await desk.act('online', 'reception', 'summary.enter', taken)).toMatchObject({ status: 'applied' });
    const [row] = await desk.rows<{ explained: readonly { rule: string; reason: string }[] }>(
      sql`select explained from requisition where requisition_code = ${odd}`,
    );
    expect(row?.explained).toMatchObject([{ rule: 'C-CODE', reason: reasons['C-CODE'] }]);
  });

  it('is no stranger where one label stands for requisition and tube, and looks like either', async () => {
    const { tubes } = summary('');
    const [tube] = tubes;
    expect(await desk.act('online', 'reception', 'summary.enter', { ...summary(tube!.sampleCode), tubes })).toMatchObject({ status: 'applied' });
    const odd = `W手写${freshCode('')}`;
    const refused = await desk.act('online', 'reception', 'summary.enter', { ...summary(odd), tubes: [{ ...tube, sampleCode: odd }] });
    expect(told(refused)).toHaveLength(2);
  });

  it('is judged the same behind a desk that asked for the reason, and taken of one that is too old to ask', async () => {
    const asked = { ...summary(`Z手写${freshCode('')}`), isCodeJudged: true };
    expect(await desk.act('outbox', 'reception', 'summary.enter', asked)).toMatchObject({ status: 'refused', code: 'entry.needsReason' });
    expect(await desk.act('outbox', 'reception', 'summary.enter', { ...asked, requisitionCode: `Y手写${freshCode('')}`, reasons })).toMatchObject({
      status: 'applied',
    });
    expect(await desk.act('outbox', 'reception', 'summary.enter', summary(`X手写${freshCode('')}`))).toMatchObject({ status: 'applied' });
  });

  it('is refused whatever the reason where the client has styles of its own', async () => {
    const [client] = await desk.rows<{ id: string }>(
      sql`select id::text as id from send_sample_client where is_deleted = 0 and is_disable = 0 and id <> ${desk.master.clientId} limit 1`,
    );
    await desk.orm
      .execute(sql`insert into code_style (id, tenant_id, style_name, send_sample_client_id, code_type, symbology, pattern, change_seq, create_time, update_time, search_key)
      values (${newId()}, '000000', '该院申请单', ${client?.id}, 1, 'code128', 'HX\\d{6,12}', 1, ${nowSql}, ${nowSql}, '')`);
    const sendSampleClientId = client?.id;
    const refused = await desk.act('online', 'reception', 'summary.enter', summary(freshCode('A'), { sendSampleClientId, reasons }));
    expect(refused).toMatchObject({ status: 'refused', code: 'entry.blocked' });
    expect(told(refused)?.[0]?.[1]).toContain('该单位的条码样式: 该院申请单');
    const own = summary(`HX${String(Date.now()).slice(-9)}`, { sendSampleClientId });
    expect(await desk.act('online', 'reception', 'summary.enter', own)).toMatchObject({ status: 'applied' });
    // Nobody else is held to it.
    expect(await desk.act('online', 'reception', 'summary.enter', summary(freshCode('A')))).toMatchObject({ status: 'applied' });
  });
});

describe('the codes under which a requisition is rejected that nobody has taken in', () => {
  const reject = (requisitionCode: string, sampleCode?: string) =>
    desk.act('online', 'reception', 'summary.reject', {
      requisitionCode,
      ...(sampleCode === undefined ? {} : { sampleCode }),
      rejectCode: 'REJ01',
      rejectReason: '无标签',
      measure: 1,
    });

  it('may not be anything that was typed: the field is named', async () => {
    const refused = await reject('不知道', '随便');
    expect(refused).toMatchObject({ status: 'refused', code: 'command.badInput' });
    expect(told(refused)).toEqual([
      ['requisitionCode', expect.stringContaining('申请单条码 不知道 不像条码')],
      ['sampleCode', expect.stringContaining('样本条码 随便 不像条码')],
    ]);
    expect(told(await reject('ABC'))).toEqual([['requisitionCode', expect.stringContaining('申请单条码 ABC')]]);
    expect(await desk.rows(sql`select 1 from requisition where requisition_code in ('不知道', 'ABC')`)).toEqual([]);
  });

  it('are not those of another thing', async () => {
    const known = summary(freshCode('A'));
    expect(await desk.act('online', 'reception', 'summary.enter', known)).toMatchObject({ status: 'applied' });
    const { sampleCode } = known.tubes[0]!;
    expect(told(await reject(sampleCode, freshCode('0')))).toEqual([
      ['requisitionCode', `申请单条码 ${sampleCode} 是申请单 ${known.requisitionCode} 的样本条码`],
    ]);
    expect(told(await reject(freshCode('A'), known.requisitionCode))).toEqual([
      ['sampleCode', `样本条码 ${known.requisitionCode} 是另一申请单的条码`],
    ]);
  });

  it('may be of another house’s style: the reason of the act says why', async () => {
    expect(await reject(`HX-${freshCode('')}`)).toMatchObject({ status: 'applied' });
  });
});
