import type { ErpAccount, ErpAnswer, ErpItemFault } from './erp.ts';
import { isUnanswered, type Asked, type Outgoing } from './outgoing.ts';
import { faultText, shownAnswer } from './sent.ts';

/** An ERP said no, in its own words. */
export class ErpRefusal extends Error {
  readonly items: readonly ErpItemFault[];
  constructor(text: string, items: readonly ErpItemFault[] = []) {
    super(text);
    this.items = items;
  }
}
/** It answered something that says neither yes nor no: what it did is not known. */
export class ErpRiddle extends Error {}

/** Asks and reads JSON. 4xx but 408 and 429 is a no; anything else that is no answer leaves open what was done. */
export async function askJson(
  { ask }: Pick<Outgoing, 'ask'>,
  address: string,
  asked?: Asked,
): Promise<Readonly<Record<string, unknown>> | unknown[]> {
  const { status, text } = await ask(address, asked);
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw new ErpRefusal(`HTTP ${status}`);
  if (status < 200 || status >= 300) throw new ErpRiddle(`HTTP ${status}`);
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer as Readonly<Record<string, unknown>> | unknown[];
  } catch {
    // Told below.
  }
  throw new ErpRiddle('no JSON');
}

/**
 * What came of an act at an ERP. `hasLeft` says whether anything that changes something there may have been said before it failed; before that a
 * lost answer is no more than not having reached it.
 */
export async function erpAnswered(account: ErpAccount, hasLeft: () => boolean, work: () => Promise<ErpAnswer>): Promise<ErpAnswer> {
  const secrets = [account.appSecret];
  try {
    const answer = await work();
    return typeof answer.text === 'string' ? { ...answer, text: shownAnswer(answer.text, secrets) } : answer;
  } catch (error) {
    const text = shownAnswer(faultText(error), secrets);
    if (error instanceof ErpRefusal)
      return { outcome: 'refused', text, found: null, items: error.items.map((item) => ({ ...item, text: shownAnswer(item.text, secrets) })) };
    const isOpen = hasLeft() && (isUnanswered(error) || error instanceof ErpRiddle);
    return { outcome: isOpen ? 'unknown' : 'unreached', text, found: null, items: [] };
  }
}

/** Fen of an amount that an ERP answers as a number or digits of yuan. */
export const fenOfAnswer = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
/** Yuan of fen, as a number: what both ERPs read. */
export const yuanNumber = (fen: number): number => Number((fen / 100).toFixed(2));
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
export const partIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
