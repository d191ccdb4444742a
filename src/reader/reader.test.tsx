import { beforeEach, describe, expect, it } from 'vitest';
import { linkPage } from './linkPage.ts';
import { setLanguage, type Page } from './parts.ts';
import { verifyPage } from './verifyPage.ts';

const asked: { readonly url: string; readonly init: RequestInit }[] = [];
let answer: (url: string) => { readonly status?: number; readonly body: object } = () => ({ body: {} });
globalThis.fetch = ((url: string, init: RequestInit) => {
  asked.push({ url, init });
  const { status = 200, body } = answer(url);
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}) as typeof fetch;

/** The page as it stands once it has drawn itself so often. */
async function shown(page: Page, times = 1): Promise<string> {
  for (let left = times; left > 0; left--) await new Promise<void>((resolve) => page.onChange(resolve));
  return textOf(page);
}
const textOf = (page: Page): string =>
  page
    .parts()
    .map(({ textContent }) => textContent)
    .join(' ');

beforeEach(() => {
  asked.length = 0;
  setLanguage(true);
});

describe('verifying', () => {
  it('says the one word in both languages, and tells nobody where it was asked', async () => {
    answer = () => ({ body: { data: { word: 'superseded' } } });
    const page = verifyPage('abc');
    expect(await shown(page)).toContain('已更新或撤回');
    setLanguage(false);
    expect(textOf(page)).toContain('Replaced or withdrawn');
    expect(asked[0]?.url).toBe('/api/accession-lims-report-web/verify/abc');
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  });

  it('says what failed, and asks again', async () => {
    answer = () => ({ status: 429, body: { refusal: 'request.tooOften', msg: 'x' } });
    const page = verifyPage('abc');
    expect(await shown(page)).toContain('请一分钟后再试');
    answer = () => ({ body: { data: { word: 'unknown' } } });
    page.parts().at(-1)?.querySelector('button')?.click();
    expect(await shown(page)).toContain('无此报告');
  });
});

describe('a link', () => {
  it('says why it does not open', async () => {
    answer = () => ({ body: { data: { state: 'correcting', proof: null, phone: null } } });
    expect(await shown(linkPage('t'))).toContain('报告更正中');
  });

  it('keeps what was typed where the code is wrong, and locks itself when told so', async () => {
    answer = () => ({ body: { data: { state: 'open', proof: 'document', phone: null } } });
    const page = linkPage('t');
    expect(await shown(page)).toContain('证件号码后 6 位');
    const typeAndOpen = (): void => {
      const [form] = page.parts();
      const input = form?.querySelector('input');
      if (!input) throw new Error('no field');
      input.value = '12345X';
      input.dispatchEvent(new Event('input'));
      form?.dispatchEvent(new Event('submit', { cancelable: true }));
    };
    answer = () => ({ status: 403, body: { refusal: 'reportLink.code', msg: '查验码不正确, 还可尝试 4 次' } });
    typeAndOpen();
    expect(await shown(page)).toContain('还可尝试 4 次');
    expect(page.parts()[0]?.querySelector('input')?.value).toBe('12345X');
    answer = (url) =>
      url.endsWith('/open')
        ? { status: 409, body: { refusal: 'reportLink.locked', msg: '链接已锁定' } }
        : { body: { data: { state: 'locked', proof: null, phone: null } } };
    typeAndOpen();
    expect(await shown(page, 2)).toContain('链接已锁定');
  });
});
