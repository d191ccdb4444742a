import type { Label } from '#domain/kernel/label.ts';
import { callPath } from '#domain/kernel/services.ts';

let isZh = !/^en\b/i.test(navigator.language);
export const isChinese = (): boolean => isZh;
export const setLanguage = (isNowZh: boolean): void => void (isZh = isNowZh);
/** In the reader's language; `{name}` is filled. */
export const say = ([zh, en]: Label, params: Readonly<Record<string, string | number>> = {}): string =>
  (isZh ? zh : en).replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''));

type Child = Node | string | null;
type Given = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;
/** An element with its attributes, handlers and children. */
export function draw<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  given: Given = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'function') element.addEventListener(key.replace(/^on/, ''), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';
const signs: Readonly<Record<Tone, string>> = { good: '✓', warn: '!', bad: '✕', plain: '…' };
/** One large word with its sign, and what it means. */
export const verdict = (tone: Tone, word: string, about: string): HTMLElement =>
  draw('section', { class: `verdict ${tone}`, role: 'status' }, [
    draw('span', { class: 'sign', 'aria-hidden': 'true' }, [signs[tone]]),
    draw('h1', {}, [word]),
    draw('p', {}, [about]),
  ]);

/** A page that draws itself anew when something has changed. */
export interface Page {
  readonly parts: () => readonly HTMLElement[];
  readonly onChange: (tell: () => void) => void;
}

export const faults = {
  network: ['网络不可用, 请稍后再试', 'The network is not available: try again later'],
  tooOften: ['请求过于频繁, 请一分钟后再试', 'Too many requests: try again in a minute'],
  server: ['服务暂不可用, 请稍后再试', 'The service is not available: try again later'],
} as const satisfies Readonly<Record<string, Label>>;

/** What was asked could not be answered; says why in the reader's language. */
export class Fault extends Error {
  readonly label: Label;
  readonly refusal: string;
  constructor(label: Label, refusal = '') {
    super(label[1]);
    this.label = label;
    this.refusal = refusal;
  }
}

/** Asks our server, telling it nothing of where this came from. Throws Fault. */
export async function asked(path: string, body?: object): Promise<Response> {
  const product = document.querySelector<HTMLMetaElement>('meta[name="accession-product"]')?.content ?? 'accession';
  const response = await fetch(callPath('report', path, product), {
    method: body ? 'POST' : 'GET',
    headers: { Accept: 'application/json', 'Accept-Language': isZh ? 'zh-CN' : 'en-US', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new Fault(faults.network);
  });
  if (response.ok) return response;
  const said = (await response.json().catch(() => ({}))) as { msg?: string; refusal?: string };
  if (said.refusal === 'request.tooOften') throw new Fault(faults.tooOften, said.refusal);
  // The server has said it in the reader's language.
  if (said.msg && (response.status < 500 || said.refusal)) throw new Fault([said.msg, said.msg], said.refusal);
  throw new Fault(faults.server);
}
export const dataOf = async <Data>(response: Response): Promise<Data> => ((await response.json()) as { data: Data }).data;
export const faultOf = (error: unknown): Fault => (error instanceof Fault ? error : new Fault(faults.server));

/** What failed, with a way to try again. */
export const failure = (fault: Fault, again: () => void): HTMLElement =>
  draw('section', { class: 'card', role: 'alert' }, [
    draw('p', { class: 'fault' }, [say(fault.label)]),
    draw('button', { type: 'button', onclick: again }, [say(['重试', 'Try again'])]),
  ]);
