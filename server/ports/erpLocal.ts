import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nowIso } from '#server/storage/clock.ts';
import { amountOf, erpDiffers, erpDone, type ErpAnswer, type ErpDoc, type ErpFound, type ErpPort } from './erp.ts';
import { erpAnswered, ErpRefusal } from './erpAsk.ts';
import { leaveLine } from './sent.ts';

interface Line {
  readonly act: 'push' | 'void';
  readonly key: string;
  readonly number: string;
  readonly amount: number;
}
/** An item of this code is refused, so that a refusal can be seen without an ERP. */
const refusedCode = 'REFUSED';

/** Keeps documents in `<dir>/erp.jsonl` in an ERP's place: the last line of a key says whether it is there. */
export const localErp = (dir: string): ErpPort => {
  async function standing({ key }: ErpDoc): Promise<ErpFound | null> {
    const text = await readFile(join(dir, 'erp.jsonl'), 'utf8').catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'ENOENT') return '';
      throw error;
    });
    const last = text
      .split('\n')
      .filter((line) => line.includes(`"key":${JSON.stringify(key)}`))
      .at(-1);
    if (last === undefined) return null;
    const { act, number, amount } = JSON.parse(last) as Line;
    return act === 'push' ? { number, amount, isAudited: true } : null;
  }
  const note = (act: Line['act'], doc: ErpDoc): Promise<void> => {
    const { key, code, ...rest } = doc;
    return leaveLine(dir, 'erp', { time: nowIso(), act, key, number: code, amount: amountOf(doc), ...rest });
  };
  const about = (work: () => Promise<ErpAnswer>): ((account: Parameters<ErpPort['find']>[0]) => Promise<ErpAnswer>) => {
    return (account) => erpAnswered(account, () => false, work);
  };
  return {
    find: (account, doc) => about(async () => erpDone(await standing(doc)))(account),
    push: (account, doc) =>
      about(async () => {
        const there = await standing(doc);
        if (there) return there.amount === amountOf(doc) ? erpDone(there) : erpDiffers(there);
        const items = doc.items.flatMap(({ code }, at) => (code === refusedCode ? [{ itemNo: at + 1, text: code }] : []));
        if (items.length > 0) throw new ErpRefusal(`unknown item: ${refusedCode}`, items);
        await note('push', doc);
        return erpDone({ number: doc.code, amount: amountOf(doc), isAudited: true }, ['已写入本机文件 erp.jsonl', 'Kept here in erp.jsonl']);
      })(account),
    void: (account, doc) =>
      about(async () => {
        if (await standing(doc)) await note('void', doc);
        return erpDone(null);
      })(account),
  };
};
