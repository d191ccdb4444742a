import { createHash } from 'node:crypto';
import { nowMs } from '#server/storage/clock.ts';
import { amountOf, erpDiffers, erpDone, type ErpAccount, type ErpDoc, type ErpFound, type ErpPort } from './erp.ts';
import { askJson, erpAnswered, ErpRefusal, ErpRiddle, fenOfAnswer, listIn, partIn, textIn, yuanNumber } from './erpAsk.ts';
import type { Outgoing } from './outgoing.ts';

const stub = 'Kingdee.BOS.WebApi.ServicesStub';
/** What a document is there: its form, the field of its total, and the audited state. */
const forms = {
  order: { formId: 'SAL_SaleOrder', total: 'FBillAllAmount' },
  bill: { formId: 'AR_receivable', total: 'FALLAMOUNTFOR' },
} as const;
const audited = 'C';

/** Signs in with a signature over what both sides know, and answers the session. */
async function signIn(outgoing: Pick<Outgoing, 'ask'>, { url, accountSet, userName, appId, appSecret }: ErpAccount): Promise<string> {
  const timestamp = String(Math.floor(nowMs() / 1_000));
  const [set, user, app, secret] = [accountSet ?? '', userName ?? '', appId ?? '', appSecret ?? ''];
  const sign = createHash('sha256').update([set, user, app, secret, timestamp].toSorted().join('')).digest('hex');
  const answer = await askJson(outgoing, `${url.replace(/\/$/, '')}/${stub}.AuthService.LoginBySign.common.kdsvc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ parameters: [set, user, app, timestamp, sign, 2052] }),
  });
  const session = textIn(partIn(answer, 'KDSVCSessionId'));
  if (partIn(answer, 'LoginResultType') !== 1 || !session) throw new ErpRefusal(textIn(partIn(answer, 'Message')) || 'LoginResultType');
  return session;
}

/** The answer of an act; throws what it refuses, each item by its place in what was sent. */
function judged(answer: unknown): void {
  const status = partIn(partIn(answer, 'Result'), 'ResponseStatus');
  const isSuccess = partIn(status, 'IsSuccess');
  if (isSuccess === true) return;
  if (isSuccess !== false) throw new ErpRiddle('ResponseStatus');
  const errors = listIn(partIn(status, 'Errors'));
  const items = errors.flatMap((error) => {
    // `FSaleOrderEntry[2].FMaterialId`: the item counted from 0.
    const [, place] = /\[(\d+)\]/.exec(textIn(partIn(error, 'FieldName'))) ?? [];
    return place === undefined ? [] : [{ itemNo: Number(place) + 1, text: textIn(partIn(error, 'Message')) }];
  });
  throw new ErpRefusal(errors.map((error) => textIn(partIn(error, 'Message'))).join('; ') || 'ResponseStatus', items);
}

const coded = (code: string | null): { FNumber: string } => ({ FNumber: code ?? '' });

/** The document in the words of its form. */
function modelOf(doc: ErpDoc, { organisation, taxRate }: ErpAccount): object {
  const salesman = doc.salesmanCode ? coded(doc.salesmanCode) : null;
  if (doc.type === 'order')
    return {
      FBillTypeID: coded('XSDD01_SYS'),
      FBillNo: doc.code,
      FDate: doc.date,
      FSaleOrgId: coded(organisation),
      FCustId: coded(doc.customerCode),
      ...(salesman ? { FSalerId: salesman } : {}),
      FSaleOrderEntry: doc.items.map(({ code, qty, price }) => ({
        FMaterialId: coded(code),
        FQty: qty,
        FTaxPrice: yuanNumber(price),
        FEntryTaxRate: taxRate,
      })),
    };
  return {
    FBillTypeID: coded('YSD01_SYS'),
    FBillNo: doc.code,
    FDATE: doc.date,
    FSETTLEORGID: coded(organisation),
    FCUSTOMERID: coded(doc.customerCode),
    ...(salesman ? { FSALEERID: salesman } : {}),
    FEntityDetail: doc.items.map(({ code, qty, price, amount, net }) => ({
      FMATERIALID: coded(code),
      FPriceQty: qty,
      FTaxPrice: yuanNumber(price),
      FEntryTaxRate: taxRate,
      FNoTaxAmountFor_D: yuanNumber(net),
      FALLAMOUNTFOR_D: yuanNumber(amount),
    })),
  };
}

/** One signed-in conversation about one document. */
async function converse(outgoing: Pick<Outgoing, 'ask'>, account: ErpAccount, doc: ErpDoc, onChange: () => void) {
  const session = await signIn(outgoing, account);
  const { formId, total } = forms[doc.type];
  const call = (act: string, parameters: readonly unknown[]): Promise<unknown> =>
    askJson(outgoing, `${account.url.replace(/\/$/, '')}/${stub}.DynamicFormService.${act}.common.kdsvc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', cookie: `kdservice-sessionid=${session}` },
      body: JSON.stringify({ parameters: parameters.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) }),
    });
  async function find(): Promise<ErpFound | null> {
    const rows = await call('ExecuteBillQuery', [
      {
        FormId: formId,
        FieldKeys: `FBillNo,${total},FDocumentStatus`,
        FilterString: `FBillNo='${doc.code.replaceAll("'", "''")}'`,
        TopRowCount: 1,
        Limit: 1,
      },
    ]);
    if (!Array.isArray(rows)) throw new ErpRiddle('ExecuteBillQuery');
    const [row] = rows as readonly unknown[];
    if (row === undefined) return null;
    // What cannot be asked is answered in a row of its own.
    if (!Array.isArray(row)) throw new ErpRiddle('ExecuteBillQuery');
    if (partIn(partIn(row[0], 'Result'), 'ResponseStatus') !== undefined) judged(row[0]);
    return { number: textIn(row[0]), amount: fenOfAnswer(row[1]), isAudited: row[2] === audited };
  }
  /** Something that changes what stands there. */
  async function act(name: string, given: object): Promise<void> {
    onChange();
    judged(await call(name, [formId, given]));
  }
  return { find, act };
}

/** Kingdee Cloud's web API. It numbers documents by our own number, which a new revision keeps: what is there is told by its amount. */
export const kingdeeErp = (outgoing: Pick<Outgoing, 'ask'>): ErpPort => {
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
      about(account, doc, async ({ find, act }) => {
        const there = await find();
        if (there && there.amount !== amountOf(doc)) return erpDiffers(there);
        if (!there)
          await act('BatchSave', { Model: [modelOf(doc, account)], BatchCount: 1 }).catch(async (error: unknown) => {
            // A try whose answer was lost may have come through meanwhile: its number is taken, by this very document.
            if (!(error instanceof ErpRefusal) || (await find()) === null) throw error;
          });
        if (!there?.isAudited) {
          // Submitting what was submitted is refused; auditing tells whether it was.
          await act('Submit', { Numbers: [doc.code] }).catch(unlessRefused);
          await act('Audit', { Numbers: [doc.code] });
        }
        const found = await find();
        if (!found) throw new ErpRiddle('not found after BatchSave');
        return found.amount === amountOf(doc) ? erpDone(found) : erpDiffers(found);
      }),
    void: (account, doc) =>
      about(account, doc, async ({ find, act }) => {
        const there = await find();
        if (!there) return erpDone(null);
        if (there.isAudited) await act('UnAudit', { Numbers: [doc.code] });
        await act('Delete', { Numbers: [doc.code] });
        return erpDone(null);
      }),
  };
};

function unlessRefused(error: unknown): void {
  if (!(error instanceof ErpRefusal)) throw error;
}
