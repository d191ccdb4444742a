import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { changeLanguage } from '../text.ts';
import { ActLog } from './ActLog.tsx';

beforeAll(() => changeLanguage('zh'));
let page: Mounted;
afterEach(() => page.unmount());

const serverTime = '2026-11-22 09:00:00';
const act = (opId: string, change: object): OutboxOperation =>
  ({
    opId,
    type: 'summary.enter',
    subject: opId,
    state: 'acked',
    createdAt: 0,
    lanes: [],
    receipt: { status: 'applied', serverTime },
    ...change,
  }) as never;

it('names in its row why an act was refused, to be read without a mouse, and says no more of one that was done', async () => {
  const refused = {
    status: 'refused',
    code: 'summary.existing',
    serverTime,
    problems: [{ field: '', code: 'rule', params: { text: ['单位已停用', 'off'] } }],
  };
  page = await mount(<ActLog operations={[act('A1', {}), act('A2', { state: 'rejected', receipt: refused })]} done={['已接样', 'Received']} />);
  const [newest, before] = page.all('[data-act-log] > li');
  expect(newest?.dataset['verdict']).toBe('refused');
  expect(newest?.querySelector('[data-why]')?.textContent).toContain('单位已停用');
  expect(before?.textContent).toContain('已接样');
  expect(before?.querySelector('[data-why]')).toBe(null);
});

it('names whose each act is, opens it, and offers to undo a new one while its seconds are counted', async () => {
  const did: string[] = [];
  page = await mount(
    <ActLog
      // The desk's clock ran ahead: it has all of its half minute.
      operations={[act('A1', {}), act('A2', { createdAt: Date.now() + 3_600_000 })]}
      done={['已接样', 'Received']}
      name={({ opId }) => `受检者${opId}`}
      onOpen={({ opId }) => did.push(`open ${opId}`)}
      onUndo={({ opId }) => did.push(`undo ${opId}`)}
    />,
  );
  const [newest, before] = page.all('[data-act-log] > li');
  expect(newest?.textContent).toMatch(/A2.*受检者A2.*撤销 30/u);
  expect(before?.textContent).toMatch(/A1.*受检者A1/u);
  expect(before?.textContent).not.toContain('撤销');
  const press = (text: string): Promise<void> =>
    page.run(() =>
      page
        .all('button')
        .find((one) => one.textContent?.includes(text))!
        .click(),
    );
  await press('A1');
  await press('撤销');
  expect(did).toEqual(['open A1', 'undo A2']);
});
