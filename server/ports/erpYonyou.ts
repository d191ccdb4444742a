import { amountOf, erpDiffers, erpDone, type ErpAccount, type ErpDoc, type ErpFound, type ErpPort } from './erp.ts';
import { askJson, erpAnswered, ErpRefusal, ErpRiddle, fenOfAnswer, listIn, partIn, textIn, yuanNumber } from './erpAsk.ts';
import type { Outgoing } from './outgoing.ts';

/** What a document is there: its interface and how its object and entries are named. */
const kinds = { order: 'saleorder', bill: 'oughtreceive' } as const;
/** What was asked for is not there. */
const isNone = (code: string, text: string): boolean => code === '20004' || /不存在|未找到|not found/i.test(text);

/** The document in the words of its interface. */
function bodyOf(doc: ErpDoc, { taxRate }: ErpAccount): object {
  const salesman = doc.salesmanCode ? { personcode: doc.salesmanCode } : {};
  const common = { date: doc.date, custcode: doc.customerCode, ...salesman };
  if (doc.type === 'order')
    return {
      saleorder: {
        code: doc.code,
        ...common,
        entry: doc.items.map(({ code, qty, price, amount, net }, at) => ({
          rowno: at + 1,
          inventorycode: code,
          quantity: qty,
          taxunitprice: yuanNumber(price),
          taxrate: taxRate,
          money: yuanNumber(net),
          tax: yuanNumber(amount - net),
          sum: yuanNumber(amount),
        })),
      },
    };
  const isRed = doc.sign < 0;
  return {
    oughtreceive: {
      vouchcode: doc.code,
      ...common,
      // A red one is entered on the other side, its amounts stay above zero.
      bdebitcredit: isRed ? 0 : 1,
      amount: yuanNumber(Math.abs(amountOf(doc))),
      entry: doc.items.map(({ code, qty, amount, net }, at) => ({
        rowno: at + 1,
        bdebitcredit: isRed ? 1 : 0,
        inventorycode: code,
        quantity: Math.abs(qty),
        taxrate: taxRate,
        natamount: yuanNumber(Math.abs(net)),
        amount: yuanNumber(Math.abs(amount)),
      })),
    },
  };
}

async function converse(outgoing: Pick<Outgoing, 'ask'>, account: ErpAccount, doc: ErpDoc, onChange: () => void) {
  const base = `${account.url.replace(/\/$/, '')}/api`;
  const who = { from_account: account.userName ?? '', to_account: account.accountSet ?? '', app_key: account.appId ?? '' };
  const said = (answer: unknown): unknown => {
    const code = textIn(partIn(answer, 'errcode'));
    if (code === '0') return answer;
    if (!code) throw new ErpRiddle('errcode');
    const text = textIn(partIn(answer, 'errmsg')) || code;
    // It names what it does not take within its sentence alone.
    const items = doc.items.flatMap((item, at) => (text.includes(item.code) ? [{ itemNo: at + 1, text }] : []));
    throw Object.assign(new ErpRefusal(text, items), { errcode: code });
  };
  const { to_account: _set, ...client } = who;
  const token = textIn(
    partIn(
      partIn(
        said(await askJson(outgoing, `${base}/system/token?${String(new URLSearchParams({ ...client, app_secret: account.appSecret ?? '' }))}`)),
        'token',
      ),
      'id',
    ),
  );
  const address = (path: string, more: Readonly<Record<string, string>>): string =>
    `${base}/${path}?${String(new URLSearchParams({ ...who, token, ...more }))}`;
  /** Null where it is not there. */
  const asked = async (path: string, more: Readonly<Record<string, string>>): Promise<unknown> => {
    try {
      return said(await askJson(outgoing, address(path, more)));
    } catch (error) {
      if (error instanceof ErpRefusal && isNone(textIn(partIn(error, 'errcode')), error.message)) return null;
      throw error;
    }
  };
  const kind = kinds[doc.type];
  /** The trade that our key made, and what stands there of it. */
  async function find(): Promise<ErpFound | null> {
    const trade = await asked('tradeid/get', { biz_id: doc.key });
    const id = textIn(partIn(partIn(trade, 'trade'), 'id'));
    if (!id) return null;
    const there = partIn(await asked(`${kind}/get`, { id }), kind);
    if (there === undefined || there === null) return null;
    const sum = listIn(partIn(there, 'entry')).reduce<number>(
      (total, one) => total + fenOfAnswer(partIn(one, doc.type === 'order' ? 'sum' : 'amount')),
      0,
    );
    const isRed = doc.type === 'bill' && Number(partIn(there, 'bdebitcredit')) === 0;
    const isAudited = textIn(partIn(there, 'auditor')) !== '' || textIn(partIn(there, 'verifier')) !== '';
    return { number: id, amount: isRed ? -sum : sum, isAudited };
  }
  /** Something that changes what stands there; it is done before it is answered (`sync`). */
  async function act(path: string, more: Readonly<Record<string, string>>, body: object): Promise<unknown> {
    onChange();
    return said(
      await askJson(outgoing, address(path, { ds_sequence: '1', sync: '1', ...more }), {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
      }),
    );
  }
  return { find, act, kind };
}

/** Yonyou U8's open API. Our key is its business id: what comes again under it makes no second document. */
export const yonyouErp = (outgoing: Pick<Outgoing, 'ask'>): ErpPort => {
  const about = (account: ErpAccount, doc: ErpDoc, work: (talk: Awaited<ReturnType<typeof converse>>) => ReturnType<ErpPort['push']>) => {
    let hasLeft = false;
    return erpAnswered(
      account,
      () => hasLeft,
      async () => work(await converse(outgoing, account, doc, () => (hasLeft = true))),
    );
  };
  return {
    find: (account, doc) => about(account, doc, async ({ find }) => erpDone(await find())),
    push: (account, doc) =>
      about(account, doc, async ({ find, act, kind }) => {
        const there = await find();
        if (there && there.amount !== amountOf(doc)) return erpDiffers(there);
        if (!there) await act(`${kind}/add`, { biz_id: doc.key }, bodyOf(doc, account));
        const made = there ?? (await find());
        if (!made) throw new ErpRiddle('not found after add');
        if (made.amount !== amountOf(doc)) return erpDiffers(made);
        if (!made.isAudited) await act(`${kind}/audit`, { biz_id: `${doc.key}:audit` }, { [kind]: { id: made.number } });
        return erpDone({ ...made, isAudited: true });
      }),
    void: (account, doc) =>
      about(account, doc, async ({ find, act, kind }) => {
        const there = await find();
        if (!there) return erpDone(null);
        const given = { [kind]: { id: there.number } };
        if (there.isAudited) await act(`${kind}/abandon`, { biz_id: `${doc.key}:abandon` }, given);
        await act(`${kind}/delete`, { biz_id: `${doc.key}:delete` }, given);
        return erpDone(null);
      }),
  };
};
