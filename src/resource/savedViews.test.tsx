import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { ListViewContent } from '#domain/system/savedView.ts';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { SavedViewsDrawer } from './SavedViewsDrawer.tsx';

const content: ListViewContent = { search: { laboratoryName: '北京' }, sort: null, columns: { order: [], hidden: {}, pins: {}, widths: {} } };
const view = (id: string, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name,
  content,
  isShared: false,
  isOwn: true,
  isDefault: false,
  userName: '甲',
  ...more,
});
let page: Mounted;
afterEach(() => page.unmount());

it('saves the present state under a name, and applies, renames and prefers what is there', async () => {
  const done: unknown[] = [];
  const saved = {
    views: [view('1', '我的'), view('2', '大家的', { isShared: true, isOwn: false })],
    save: async (one: object) => void done.push(['save', one]),
    setDefault: async (id: string | null) => void done.push(['default', id]),
    remove: async (id: string) => void done.push(['remove', id]),
  };
  page = await mount(<SavedViewsDrawer saved={saved} content={content} onApply={({ id }) => done.push(['apply', id])} onClose={() => {}} />);
  await page.click('form button[type=submit]');
  expect(page.find('[role=alert]').textContent).toBe('请输入视图名称');
  await page.focus('form input:not([type=checkbox])');
  await page.type('新的');
  await page.click('form input[type=checkbox]');
  await page.click('form button[type=submit]');
  expect(done).toEqual([['save', { name: '新的', content, isShared: false, isDefault: true }]]);
  // One that is for everybody is not theirs to change.
  expect(page.all('[data-view="大家的"] button').length).toBe(2);
  const buttons = page.all('[data-view="我的"] button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['应用', '设为默认', '改名', '更新为当前', '删除']);
  await page.click('[data-view="我的"] button:nth-of-type(2)');
  await page.click('[data-view="大家的"] button');
  expect(done.slice(1)).toEqual([
    ['default', '1'],
    ['apply', '2'],
  ]);
});
