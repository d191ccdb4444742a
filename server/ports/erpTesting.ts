import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErpAccount, ErpDoc } from './erp.ts';

/** A document that the stand-in keeps. */
export interface StoodIn {
  readonly number: string;
  readonly amount: number;
  isAudited: boolean;
  readonly body: Readonly<Record<string, any>>;
  /** Of Yonyou: our key. */
  readonly bizId: string | null;
}
/** What the stand-in does with the next acts; acts are named as the ERPs do (`BatchSave`, `saleorder/add`). */
export interface StandInSwitches {
  /** Does these, and hangs up instead of answering. */
  loses: RegExp | null;
  /** Hangs up before it does these. */
  drops: RegExp | null;
  /** Answers these with 503. */
  isDown: boolean;
  /** Does not know these items, until somebody enters them there: of an act and an item's code. */
  refuses: RegExp;
  /** Answers only when this came about. */
  waitsFor: Promise<void> | null;
}

const fen = (yuan: unknown): number => Math.round(Number(yuan) * 100);

/**
 * A server that speaks as Kingdee Cloud and as Yonyou U8 do, as far as orders and receivables need it. It takes a number
 * or business id once, and keeps what it made and how often it was asked.
 */
export async function openErpStandIn() {
  const switches: StandInSwitches = { loses: null, drops: null, isDown: false, refuses: / REFUSED$/, waitsFor: null };
  const documents = new Map<string, StoodIn>();
  /** Numbers in the order documents were made: one that stands twice was made twice. */
  const made: string[] = [];
  const acts: string[] = [];
  const kept = new Map<string, string>();

  function kingdee(act: string, parameters: readonly string[]): unknown {
    if (act === 'LoginBySign') return { LoginResultType: 1, KDSVCSessionId: 'session-1' };
    const ok = { Result: { ResponseStatus: { IsSuccess: true, Errors: [] } } };
    const no = (Message: string, FieldName = '') => ({
      Result: { ResponseStatus: { IsSuccess: false, Errors: [{ FieldName, Message, DIndex: 0 }] } },
    });
    if (act === 'ExecuteBillQuery') {
      const asked = JSON.parse(parameters[0] ?? '') as { FormId: string; FilterString: string };
      const number = /^FBillNo='(.*)'$/.exec(asked.FilterString)?.[1] ?? '';
      const there = documents.get(`${asked.FormId}/${number}`);
      return there ? [[there.number, there.amount / 100, there.isAudited ? 'C' : 'A']] : [];
    }
    const [formId = '', json = ''] = parameters;
    const given = JSON.parse(json) as { Model?: readonly Record<string, any>[]; Numbers?: readonly string[] };
    if (act === 'BatchSave') {
      const body = given.Model?.[0] ?? {};
      const number = String(body['FBillNo']);
      if (documents.has(`${formId}/${number}`)) return no('单据编号重复');
      const isOrder = formId === 'SAL_SaleOrder';
      const list = (isOrder ? 'FSaleOrderEntry' : 'FEntityDetail') as string;
      const entries = body[list] as readonly Record<string, any>[];
      const at = entries.findIndex((one) => switches.refuses.test(`${act} ${(one['FMaterialId'] ?? one['FMATERIALID']).FNumber}`));
      if (at >= 0) return no('物料不存在', `${list}[${at}].FMaterialId`);
      const amount = entries.reduce((sum, one) => sum + fen(one['FTaxPrice']) * Number(one['FQty'] ?? one['FPriceQty']), 0);
      documents.set(`${formId}/${number}`, { number, amount, isAudited: false, body, bizId: null });
      made.push(`${formId}/${number}`);
      return ok;
    }
    for (const number of given.Numbers ?? []) {
      const there = documents.get(`${formId}/${number}`);
      if (!there) return no('单据不存在');
      if (act === 'Submit' && there.isAudited) return no('单据已审核');
      if (act === 'Audit') there.isAudited = true;
      if (act === 'UnAudit') there.isAudited = false;
      if (act === 'Delete' && there.isAudited) return no('单据已审核, 不能删除');
      if (act === 'Delete') documents.delete(`${formId}/${number}`);
    }
    return ok;
  }

  function yonyou(path: string, query: URLSearchParams, body: Record<string, any>): unknown {
    const ok = { errcode: '0', errmsg: '' };
    if (path === 'system/token') return { ...ok, token: { id: 'token-1' } };
    if (query.get('token') !== 'token-1' || !query.get('to_account')) return { errcode: '30001', errmsg: 'token' };
    const bizId = query.get('biz_id') ?? '';
    if (path === 'tradeid/get') return kept.has(bizId) ? { ...ok, trade: { id: kept.get(bizId) } } : { errcode: '20004', errmsg: 'not found' };
    const [kind = '', act = ''] = path.split('/');
    if (act === 'get') {
      const there = documents.get(`${kind}/${query.get('id')}`);
      return there ? { ...ok, [kind]: { ...there.body, auditor: there.isAudited ? 'demo' : '' } } : { errcode: '20004', errmsg: 'not found' };
    }
    const given = body[kind] as Record<string, any>;
    if (act === 'add') {
      if (kept.has(bizId)) return { ...ok, id: kept.get(bizId) };
      const entries = given['entry'] as readonly Record<string, any>[];
      const at = entries.findIndex((one) => switches.refuses.test(`${path} ${one['inventorycode']}`));
      if (at >= 0) return { errcode: '20001', errmsg: `第${at + 1}行存货编码[${entries[at]!['inventorycode']}]不存在` };
      const number = String(1_000 + kept.size);
      const sum = entries.reduce((total, one) => total + fen(one[kind === 'saleorder' ? 'sum' : 'amount']), 0);
      documents.set(`${kind}/${number}`, { number, amount: given['bdebitcredit'] === 0 ? -sum : sum, isAudited: false, body: given, bizId });
      kept.set(bizId, number);
      made.push(`${kind}/${number}`);
      return { ...ok, id: number };
    }
    const there = documents.get(`${kind}/${given['id']}`);
    if (!there) return { errcode: '20004', errmsg: 'not found' };
    if (act === 'audit') there.isAudited = true;
    if (act === 'abandon') there.isAudited = false;
    if (act === 'delete' && there.isAudited) return { errcode: '20002', errmsg: '已审核' };
    if (act === 'delete') documents.delete(`${kind}/${given['id']}`);
    return ok;
  }

  async function answer(url: URL, text: string, response: ServerResponse): Promise<void> {
    const isKingdee = url.pathname.includes('Kingdee.');
    const act = isKingdee ? (/(\w+)\.common\.kdsvc$/.exec(url.pathname)?.[1] ?? '') : url.pathname.replace(/^\/api\//, '');
    acts.push(act);
    if (switches.waitsFor) await switches.waitsFor;
    if (switches.isDown) return void response.writeHead(503).end('{}');
    if (switches.drops?.test(act)) return void response.socket?.destroy();
    const said = isKingdee
      ? kingdee(act, (JSON.parse(text) as { parameters: string[] }).parameters)
      : yonyou(act, url.searchParams, text ? (JSON.parse(text) as Record<string, any>) : {});
    if (switches.loses?.test(act)) return void response.socket?.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => void answer(new URL(request.url ?? '/', 'http://stand-in'), text, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** As if nobody had ever asked. */
  const clear = (): void => {
    for (const list of [documents, kept]) list.clear();
    made.length = 0;
    acts.length = 0;
    Object.assign(switches, { loses: null, drops: null, isDown: false, refuses: / REFUSED$/, waitsFor: null });
  };
  return { url, switches, documents, made, acts, clear, close: () => void server.close() };
}
export type ErpStandIn = Awaited<ReturnType<typeof openErpStandIn>>;

export const erpAccountOf = (kind: ErpAccount['kind'], url: string): ErpAccount => ({
  kind,
  url,
  accountSet: 'set-1',
  userName: 'lab',
  appId: 'app-1',
  appSecret: 'app-secret-1',
  organisation: '100',
  taxRate: 6,
});

/** An order of 2 × 1180.00 and 1 × 420.00. */
export const erpDocOf = (more: Partial<ErpDoc> = {}): ErpDoc => ({
  key: 'order:1:r1',
  type: 'order',
  code: 'SO-L1-2607-00001',
  date: '2026-07-31',
  customerCode: 'C001',
  salesmanCode: 'S01',
  sign: 1,
  items: [
    { code: 'NIPT', qty: 2, price: 118_000, amount: 236_000, net: 222_642 },
    { code: 'DEAF', qty: 1, price: 42_000, amount: 42_000, net: 39_623 },
  ],
  ...more,
});
