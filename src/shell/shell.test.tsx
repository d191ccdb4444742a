import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { dropSession } from '#src/api/sessionStore.ts';
import { clearErrors, logError } from '#src/console/errorLog.ts';
import { adoptPreferences } from '#src/console/preferences.ts';
import { chooseFromMenu } from '#src/ui/testing/chooseFromMenu.ts';
import { handed, mountShell } from './testing/mountShell.tsx';

const user = userEvent.setup();
const bar = () => within(screen.getByRole('banner', { name: '顶栏' }));
const sidebar = () => within(screen.getByRole('navigation', { name: '主菜单' }));
const tabs = (): string[] => [...screen.getByRole('navigation', { name: '已打开的页面' }).querySelectorAll('li')].map((tab) => tab.textContent ?? '');
const openGroups = async (): Promise<void> => {
  for (const group of sidebar().queryAllByRole('button', { expanded: false })) await user.click(group);
};
const open = async (name: string): Promise<void> => {
  if (!sidebar().queryByRole('link', { name })) await openGroups();
  await user.click(sidebar().getByRole('link', { name }));
};
/** By keyboard, as everything of the shell can be reached. */
const chooseIn = async (menu: string, item: string): Promise<void> => {
  screen.getByRole('button', { name: menu }).focus();
  await user.keyboard('{Enter}');
  await chooseFromMenu(user, item);
};

const widen = (width: number): void =>
  (window as unknown as { happyDOM: { setViewport: (size: { width: number; height: number }) => void } }).happyDOM.setViewport({
    width,
    height: 900,
  });

beforeEach(() => {
  widen(1700);
  localStorage.clear();
  sessionStorage.clear();
  clearErrors();
});
afterEach(async () => {
  await act(() => dropSession('logout'));
  cleanup();
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
});

describe('the code line of the search', () => {
  it('leads by Ctrl+K from whatever looks like a code to what is known of it, and offers it for no word', async () => {
    await mountShell({ permissions: ['sample_view'] });
    await user.keyboard('{Control>}k{/Control}');
    const box = bar().getByRole('combobox', { name: '菜单搜索' });
    expect(document.activeElement).toBe(box);
    await user.keyboard('交接');
    expect(screen.queryByRole('option', { name: /查找条码/ })).toBe(null);
    for (const odd of ['BG-2026/000123', '7F.12_3', '9#1']) {
      await user.clear(box);
      await user.keyboard(odd);
      expect(screen.getByRole('option', { name: `查找条码 ${odd}` })).toBeDefined();
    }
    await user.clear(box);
    await user.keyboard(' a26000001');
    expect(screen.getByRole('option', { name: '查找条码 a26000001' })).toBeDefined();
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('page /sample/find-code')).toBeDefined();
  });
  it('is not there for who may not see samples', async () => {
    await mountShell();
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard('a26000001');
    expect(screen.queryByRole('option', { name: /查找条码/ })).toBe(null);
  });
});

describe('a scan where no box can hear it', () => {
  /** Keys at once, as a scanner sends them. */
  const scan = (code: string): Promise<void> =>
    act(async () => {
      for (const key of [...code, 'Enter'])
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
  it('opens what is known of it, and nothing while a dialog stands open: then it is said that it was not taken', async () => {
    await mountShell({ permissions: ['sample_view'] });
    await user.click(bar().getByRole('button', { name: '换色' }));
    await screen.findByRole('dialog');
    await scan('700000456');
    expect(await screen.findByText(/未接收扫描 700000456/)).toBeDefined();
    expect(screen.queryByLabelText('page /sample/find-code')).toBe(null);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await scan('700000456');
    expect(await screen.findByLabelText('page /sample/find-code')).toBeDefined();
  });
  it('leads nobody there who may not see samples', async () => {
    await mountShell();
    await scan('700000456');
    expect(screen.queryByLabelText('page /sample/find-code')).toBe(null);
  });
});

describe('the top bar', () => {
  it('stands in the order of the specification, and names organisation and person', async () => {
    await mountShell();
    const controls = bar()
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    const wanted = ['收起菜单', '首页', '换色', '没有错误日志', '选择主题', '切换为英文', '全屏', '用户菜单 安然'];
    expect(controls.filter((name) => wanted.includes(name ?? ''))).toEqual(wanted);
    expect(bar().getByText('检验集团')).toBeDefined();
    // The menu search stands between the top menu and the rest.
    const search = bar().getByRole('combobox', { name: '菜单搜索' });
    expect(search.compareDocumentPosition(bar().getByRole('button', { name: '换色' })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('names the laboratory the session works in beside the organisation', async () => {
    await mountShell({ laboratoryName: '沪江检验所' });
    expect(bar().getByText('检验集团 · 沪江检验所')).toBeDefined();
  });

  it('repaints for a theme and a colour without a reload, and remembers both for the person', async () => {
    await mountShell();
    await user.click(bar().getByRole('button', { name: '选择主题' }));
    expect(screen.getAllByRole('radio')).toHaveLength(11);
    await user.click(screen.getByRole('radio', { name: 'hey主题' }));
    expect(document.documentElement.dataset).toMatchObject({ theme: 'theme-hey', bar: 'right' });
    await user.keyboard('{Escape}');
    await user.click(bar().getByRole('button', { name: '换色' }));
    const solid = (): string => document.documentElement.style.getPropertyValue('--accession-accent-solid');
    const before = solid();
    fireEvent.change(screen.getByRole('textbox', { name: '颜色值' }), { target: { value: '#e5484d' } });
    expect(solid()).not.toBe(before);
    fireEvent.change(screen.getByRole('textbox', { name: '颜色值' }), { target: { value: '#xyz' } });
    expect(screen.getByText('请输入十六进制颜色值,如 #409EFF')).toBeDefined();
    expect(document.documentElement.style.getPropertyValue('--accession-accent-seed')).toBe('#e5484d');

    // Another person chooses otherwise; the first one finds their own again.
    await adoptPreferences('bob');
    const { chooseLook } = await import('#src/console/preferences.ts');
    chooseLook({ theme: 'theme-lte', accent: '#409eff' });
    await adoptPreferences('ann');
    expect(document.documentElement.dataset.theme).toBe('theme-hey');
    expect(document.documentElement.style.getPropertyValue('--accession-accent-seed')).toBe('#e5484d');
  });

  it('counts errors up to 99, shows their stacks, and clears only after asking', async () => {
    await mountShell();
    await user.click(bar().getByRole('button', { name: '没有错误日志' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => {
      for (let turn = 0; turn < 100; turn += 1) logError(new Error(`fault ${turn}`), 'window');
    });
    expect(screen.getByTestId('error-count').textContent).toBe('99+');
    await user.click(bar().getByRole('button', { name: '100条错误日志' }));
    const dialog = within(screen.getByRole('dialog', { name: '日志' }));
    await user.click(dialog.getAllByRole('button', { name: '堆栈' })[0]!);
    expect(dialog.getByText(/at .*shell\.test/s)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '清空本地日志' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('确定清空本地日志记录?')).toBeDefined();
    await user.click(question.getByRole('button', { name: '取消' }));
    expect(screen.getByTestId('error-count')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '清空本地日志' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '清空本地日志' }));
    await waitFor(() => expect(screen.queryByTestId('error-count')).toBeNull());
  });

  it('asks before logging out', async () => {
    await mountShell();
    await chooseIn('用户菜单 安然', '退出登录');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/退出系统, 是否继续\?/)).toBeDefined();
    await user.click(question.getByRole('button', { name: '取消' }));
    expect(sidebar().getByText('样本接收')).toBeDefined();
  });

  it('switches the language without a reload', async () => {
    await mountShell();
    await openGroups();
    await user.click(bar().getByRole('button', { name: '切换为英文' }));
    expect(await screen.findByRole('link', { name: 'Summary entry' })).toBeDefined();
    expect(document.documentElement.lang).toBe('en');
    await user.click(screen.getByRole('button', { name: 'Switch to Chinese' }));
    expect(await screen.findByRole('link', { name: '前处理录入' })).toBeDefined();
  });
});

describe('the sidebar', () => {
  it('hides what a role restriction hides, groups left empty included, and marks the present page', async () => {
    await mountShell();
    expect(sidebar().queryByText('仅审核')).toBeNull();
    expect(sidebar().queryByText('只给审核')).toBeNull();
    await open('样本交接');
    expect(sidebar().getByRole('link', { current: 'page' }).textContent).toBe('样本交接');
  });

  it('opens the group of the present page alone, and those its user opens', async () => {
    await mountShell({ at: '/sample/b' });
    const opened = () => sidebar().queryAllByRole('button', { expanded: true });
    expect(opened()).toHaveLength(1);
    expect(sidebar().getByRole('link', { current: 'page' }).textContent).toBe('样本交接');
    await openGroups();
    expect(opened()).toHaveLength(2);
    expect(sidebar().getByRole('link', { name: '检验所' })).toBeDefined();
  });

  it('leads to a frame for an address of another site', async () => {
    await mountShell();
    await openGroups();
    expect(sidebar().getByRole('link', { name: '外部报表' }).getAttribute('href')).toBe('/myiframe/bi');
  });

  it.each([
    [1200, '收起菜单', true],
    [1199, '展开菜单', true],
    [992, '展开菜单', true],
    [991, '展开菜单', false],
    [767, '展开菜单', false],
  ])('at a width of %i: %s, beside the page: %s', async (width, control, isBeside) => {
    widen(width);
    await mountShell();
    expect(bar().getByRole('button', { name: control })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: '主菜单' }) !== null).toBe(isBeside);
    if (isBeside) return;
    await user.click(bar().getByRole('button', { name: control }));
    // Over the page, with a shade that closes it; so does a choice, and Esc.
    await open('样本交接');
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
    // What has no place in the narrow bar is in the person's menu.
    await user.click(bar().getByRole('button', { name: '用户菜单 安然' }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items).toEqual(expect.arrayContaining(['换色', '选择主题', '切换为英文', '全屏', '退出登录']));
  });

  it('says when there is no menu', async () => {
    await mountShell({ menus: [] });
    expect(sidebar().getByText('没有发现菜单')).toBeDefined();
  });

  it('shows the part of a top menu, follows a page into another part, and the whole at 首页', async () => {
    await mountShell();
    const rows = within(screen.getByRole('navigation', { name: '顶部菜单' }));
    await user.click(rows.getByRole('button', { name: '基础' }));
    expect(sidebar().queryByText('样本接收')).toBeNull();
    expect(sidebar().getByText('基础数据')).toBeDefined();
    await user.type(bar().getByRole('combobox', { name: '菜单搜索' }), '样本交{Enter}');
    await waitFor(() => expect(sidebar().getByText('样本接收')).toBeDefined());
    expect(sidebar().queryByText('基础数据')).toBeNull();
    await user.click(rows.getByRole('button', { name: '首页' }));
    expect(sidebar().getByText('样本接收')).toBeDefined();
    expect(sidebar().getByText('基础数据')).toBeDefined();
  });
});

describe('the menu search', () => {
  it('finds by the beginning of a name or its pinyin, by keyboard, and closes on Esc', async () => {
    await mountShell();
    await user.keyboard('{Alt>}{k}{/Alt}');
    fireEvent.keyDown(window, { code: 'KeyK', key: 'k', altKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: '菜单搜索' }));
    const box = dialog.getByRole('combobox');
    await waitFor(() => expect(document.activeElement).toBe(box));
    const found = (): string[] => dialog.getAllByRole('option').map((option) => option.textContent ?? '');
    expect(found()).toHaveLength(4);
    await user.type(box, '交接');
    expect(found()).toEqual(['没有匹配的菜单']);
    await user.clear(box);
    await user.type(box, 'YB');
    expect(found()).toEqual([expect.stringContaining('样本交接')]);
    await user.clear(box);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('page /sample/b')).toBeDefined();
    fireEvent.keyDown(window, { code: 'KeyK', key: 'k', altKey: true });
    await screen.findByRole('dialog', { name: '菜单搜索' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the tab bar', () => {
  it('leaves to the browser what a click with a key asks of it', async () => {
    await mountShell();
    await openGroups();
    const link = sidebar().getByRole('link', { name: '前处理录入' });
    expect(link.getAttribute('href')).toBe('/sample/a');
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(tabs()).toHaveLength(1);
    expect(fireEvent.click(link)).toBe(false);
    await waitFor(() => expect(tabs()).toHaveLength(2));
  });

  it('closes others and all, never the first, and keeps what was typed on a page out of sight', async () => {
    await mountShell();
    await open('前处理录入');
    await user.type(screen.getByLabelText('page /sample/a'), '打了一半');
    await open('样本交接');
    await open('检验所');
    expect(tabs()).toEqual(['首页', '前处理录入', '样本交接', '检验所']);
    await user.click(within(screen.getByRole('navigation', { name: '已打开的页面' })).getByRole('link', { name: '前处理录入' }));
    expect(screen.getByLabelText<HTMLInputElement>('page /sample/a').value).toBe('打了一半');

    await chooseIn('标签操作', '关闭其它');
    expect(tabs()).toEqual(['首页', '前处理录入']);
    await chooseIn('标签操作', '关闭所有');
    expect(tabs()).toEqual(['首页']);
    fireEvent.contextMenu(screen.getByRole('navigation', { name: '已打开的页面' }).querySelector('li')!);
    expect((await screen.findByRole('menuitem', { name: /关闭当前/ })).getAttribute('aria-disabled')).toBe('true');
  });

  it('hands nothing new to a page that is kept out of sight while others are turned to', async () => {
    handed.clear();
    await mountShell();
    await open('前处理录入');
    await open('样本交接');
    await open('检验所');
    await open('样本交接');
    await waitFor(() => expect(handed.get('/sample/b')?.size).toBe(2));
    expect(handed.get('/sample/a')?.size).toBe(1);
    await open('前处理录入');
    await waitFor(() => expect(handed.get('/sample/a')?.size).toBe(2));
  });

  it('asks before it clears the cache, and opens the menu search', async () => {
    await mountShell();
    await chooseIn('标签操作', '清除缓存');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('是否需要清除缓存?')).toBeDefined();
    await user.click(question.getByRole('button', { name: '取消' }));
    await chooseIn('标签操作', '搜索');
    expect(await screen.findByRole('dialog', { name: '菜单搜索' })).toBeDefined();
  });
});
