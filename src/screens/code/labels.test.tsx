import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainLayout, type LabelLayout } from '#domain/code/labelLayout.ts';
import { jobState } from '#domain/code/printJob.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { DesignDrawer } from './DesignDrawer.tsx';
import { LabelDesigner } from './LabelDesigner.tsx';
import { PrintDrawer } from '#src/resource/print/PrintDrawer.tsx';
import { sampleFacts } from './sampleFacts.ts';

let page: Mounted;
afterEach(() => page.unmount());
/** Lets the page go on until it shows what is waited for; the expectation that follows says what is missing. */
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
}
const progress = (): string => document.querySelector('[data-testid=print-progress]')?.textContent ?? '';

describe('the designer', () => {
  let drawn: LabelLayout = plainLayout;
  function Designing() {
    const [layout, setLayout] = useState(plainLayout);
    const keep = (next: LabelLayout): void => {
      drawn = next;
      setLayout(next);
    };
    return <LabelDesigner layout={layout} facts={sampleFacts(2, 'zh')} onChange={keep} />;
  }
  it('shows the label at its true size, and moves an element by keys and figures', async () => {
    page = await mount(<Designing />);
    const label = page.find('[data-testid=true-size] svg');
    expect([label.getAttribute('width'), label.getAttribute('height')]).toEqual(['50mm', '30mm']);
    expect(label.textContent).toContain('900000001');
    await page.run(() => page.find<HTMLElement>('[data-element="1"]').focus());
    await page.press('Shift+ArrowUp');
    await page.press('ArrowRight');
    expect(drawn.elements[1]).toMatchObject({ x: 1.1, y: 17.5 });
    await page.press('Delete');
    expect(drawn.elements).toHaveLength(2);
  });
  it('says what cannot be printed, and what a scanner may not read', async () => {
    page = await mount(<Designing />);
    await page.run(() => page.find<HTMLElement>('[data-element="0"]').focus());
    await page.press('Delete');
    expect(page.root.textContent).toContain('至少要有一个包含号码的条码');
    const add = page.all('button').find((button) => button.textContent === '+ Data Matrix');
    await page.run(() => add?.click());
    expect(page.root.textContent).not.toContain('至少要有一个包含号码的条码');
    expect(drawn.elements.at(-1)).toMatchObject({ symbology: 'datamatrix', width: 12, height: 12 });
  });
  it('puts a new element where nothing lies, ready for the arrow keys, and marks what lies over a barcode', async () => {
    page = await mount(<Designing />);
    const added = page.all('button').find((button) => button.textContent === '+ 文字');
    await page.run(() => added?.click());
    expect(document.activeElement?.getAttribute('data-element')).toBe('3');
    expect(page.all('[data-overlaps]')).toHaveLength(0);
    const before = drawn.elements[3]!;
    await page.press('Shift+ArrowRight');
    expect(drawn.elements[3]).toMatchObject({ x: before.x + 1, y: before.y });
    await page.press('Shift+ArrowUp');
    expect(page.all('[data-overlaps]').map((element) => element.getAttribute('data-element'))).toEqual(['2', '3']);
    expect(page.root.textContent).toContain('第 3 与第 4 个元素重叠');
    expect(page.root.textContent).not.toContain('条码可能无法识读');
    for (let press = 0; press < 10; press++) await page.press('Shift+ArrowUp');
    expect(page.root.textContent).toContain('第 1 与第 4 个元素重叠, 条码可能无法识读');
  });
  it('prints a test label whose code is none', async () => {
    const ownPrint = globalThis.print;
    const printed: string[] = [];
    globalThis.print = () => void printed.push(document.body.textContent ?? '');
    page = await mount(<Designing />);
    await page.click('[data-test-label]');
    await until(() => printed.length > 0);
    globalThis.print = ownPrint;
    expect(printed).toEqual([expect.stringContaining('TEST00001')]);
  });
  it.each(['zh', 'en'] as const)('speaks %s', async (language) => {
    page = await mount(<Designing />, { language });
    expect(page.root.textContent?.length).toBeGreaterThan(50);
  });
});

describe('saving a layout whose elements overlap', () => {
  const ownFetch = globalThis.fetch;
  const saved: unknown[] = [];
  const [first] = plainLayout.elements;
  const over = { ...plainLayout, elements: [...plainLayout.elements, { ...first!, text: '{code}' }] } as LabelLayout;
  beforeEach(() => {
    saved.length = 0;
    globalThis.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
      if (pathname.endsWith('code-style/save')) saved.push(JSON.parse(String(init?.body)));
      return Response.json({ code: 200, success: true, msg: '', data: { styleId: '5', styleName: '管标签', codeType: 2, version: 1, layout: over } });
    };
  });
  afterEach(() => {
    globalThis.fetch = ownFetch;
  });
  const press = async (text: string): Promise<void> => {
    const named = (): HTMLButtonElement | undefined => [...document.querySelectorAll('button')].find((button) => button.textContent === text);
    await until(() => named() !== undefined);
    await page.run(() => named()!.click());
    await page.settle(80);
  };
  /** Its first element is a step aside. */
  async function openMoved(): Promise<void> {
    page = await mount(
      <QueryClientProvider client={new QueryClient()}>
        <DesignDrawer row={{ styleId: '5' }} onClose={() => undefined} />
      </QueryClientProvider>,
    );
    await until(() => document.querySelector('[data-element="1"]') !== null);
    await page.run(() => document.querySelector<HTMLElement>('[data-element="1"]')!.focus());
    await page.press('ArrowRight');
  }
  it('asks, names which, and saves only what somebody wants so', async () => {
    await openMoved();
    await press('保存版面');
    const question = (): string => document.querySelector('[role=alertdialog]')?.textContent ?? '';
    await until(() => question() !== '');
    expect(question()).toContain('第 1 与第 4 个元素重叠');
    await press('返回修改');
    expect(saved).toEqual([]);
    await press('保存版面');
    await press('仍要保存');
    await until(() => saved.length > 0);
    expect(saved).toHaveLength(1);
  });
  it('does not save while a figure is none, and goes to it: what is seen is what is saved', async () => {
    await openMoved();
    const width = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === '标签宽')!.control as HTMLInputElement;
    await page.run(() => width.focus());
    await page.type('5o');
    await press('保存版面');
    expect([saved, document.querySelector('[role=alertdialog]'), document.activeElement]).toEqual([[], null, width]);
    expect([width.value, width.getAttribute('aria-invalid')]).toEqual(['5o', 'true']);
    await page.type('60');
    await press('保存版面');
    await press('仍要保存');
    await until(() => saved.length > 0);
    expect(saved).toMatchObject([{ layout: { label: { width: 60 } } }]);
  });
});

describe('a print job', () => {
  const ownFetch = globalThis.fetch;
  const ownPrint = globalThis.print;
  const labels = Array.from({ length: 4 }, (_, at) => ({ code: `K00000${at + 1}`, kind: '样本条码', serial: `${at + 1}/4` }));
  const job = {
    printId: '7',
    applyId: '8',
    jobKind: 1,
    state: 1 as number,
    total: 4,
    done: 0,
    reason: null,
    styleName: '',
    layout: plainLayout,
    labels,
    printingBy: null,
  };
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  let isLinkUp = true;
  beforeEach(() => {
    asked.length = 0;
    isLinkUp = true;
    Object.assign(job, { state: jobState.waiting, done: 0 });
    globalThis.print = vi.fn<() => void>();
    globalThis.fetch = async (input, init) => {
      if (!isLinkUp) throw new TypeError('Failed to fetch');
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
      const answer = (data: unknown): Response => Response.json({ code: 200, success: true, data, msg: '' });
      if (init?.method !== 'POST') return answer({ ...job });
      const body = JSON.parse(String(init.body)) as Record<string, unknown>;
      asked.push({ path: pathname.split('/').at(-1) ?? '', body });
      if (pathname.endsWith('/begin')) {
        Object.assign(job, { state: jobState.printing });
        return answer({ from: Number(body['from'] ?? job.done + 1), total: 4 });
      }
      Object.assign(job, { done: body['upTo'], state: body['upTo'] === 4 ? jobState.toCheck : jobState.waiting });
      return answer(null);
    };
  });
  afterEach(() => {
    globalThis.fetch = ownFetch;
    globalThis.print = ownPrint;
  });
  const open = async (): Promise<void> => {
    page = await mount(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PrintDrawer kind="sample" printId="7" onClose={() => undefined} onChanged={() => undefined} />
      </QueryClientProvider>,
    );
    await until(() => progress() !== '' || (document.body.textContent ?? '').includes('重试'));
  };
  const press = async (name: string): Promise<void> => {
    const button = page.all('button').find((each) => each.textContent === name);
    if (!button) throw new Error(`no button ${name}`);
    await page.run(() => button.click());
  };

  it('prints what is left, asks how far the printer came, and goes on from there', async () => {
    await open();
    expect(page.find('[data-testid=print-progress]').textContent).toBe('已打印 0 / 4 张');
    await press('打印');
    await until(() => vi.mocked(globalThis.print).mock.calls.length > 0);
    expect(page.all('.print-only [data-testid=label]')).toHaveLength(4);
    expect(globalThis.print).toHaveBeenCalledOnce();
    const last = page.all('input').find((input) => input.id !== '' && (input as HTMLInputElement).value === '4');
    await page.run(() => last?.focus());
    await page.type('2');
    await press('到此中断');
    await until(() => progress().includes('2 / 4') && page.all('button').some(({ textContent }) => textContent === '打印'));
    expect(page.find('[data-testid=print-progress]').textContent).toBe('已打印 2 / 4 张');
    await press('打印');
    await until(() => page.all('.print-only [data-testid=label]').length > 0);
    expect(page.all('.print-only [data-testid=label]').map((label) => label.getAttribute('data-code'))).toEqual(['K000003', 'K000004']);
    await press('全部打印完好');
    await until(() => document.querySelector('[data-scan-box]') !== null);
    expect(asked.map(({ path }) => path)).toEqual(['begin', 'complete', 'begin', 'complete']);
    expect(asked.map(({ body }) => body['upTo'] ?? body['from'])).toEqual([1, 2, 3, 4]);
    expect(page.find('[data-scan-box]')).toBeTruthy();
  });

  it('says so where the server cannot be reached, and looks again', async () => {
    isLinkUp = false;
    await open();
    expect(document.body.textContent).toContain('重试');
    isLinkUp = true;
    await press('重试');
    await until(() => progress() !== '');
    expect(page.find('[data-testid=print-progress]').textContent).toBe('已打印 0 / 4 张');
  });
});
