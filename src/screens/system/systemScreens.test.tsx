import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dict } from '#domain/system/dict.ts';
import { mostFoundRegions } from '#domain/system/region.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen as DepartmentScreen } from './DepartmentScreen.tsx';
import { headFields } from './DictHeads.tsx';
import { Screen as ParamScreen } from './ParamScreen.tsx';
import { Screen as RegionScreen } from './RegionScreen.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { TenantPackageDrawer } from './TenantPackageDrawer.tsx';

interface Posted {
  readonly path: string;
  readonly body: Record<string, unknown>;
}
/** A server by path; `null` is a dead link. */
let posts: Posted[] = [];
let answers: Record<string, (query: URLSearchParams) => { code: number; data?: unknown; msg?: string } | null> = {};
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  posts = [];
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const path = pathname.replace(/^\/api\/blade-system\//, '');
    if (init?.method === 'POST') posts.push({ path, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    const said = answers[path] ? answers[path](searchParams) : { code: 404, msg: path };
    if (said === null) throw new TypeError('Failed to fetch');
    return Response.json({ success: said.code === 200, data: null, msg: '', ...said }, { status: said.code });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

async function open(screen: ReactNode, language: 'zh' | 'en' = 'zh'): Promise<void> {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
  await page.settle(80);
}
/** Drawers stand beside the page. */
const shown = (): string => document.body.textContent ?? '';
const press = async (name: RegExp): Promise<void> => {
  const button = [...document.querySelectorAll('button')].find((one) => name.test(one.getAttribute('aria-label') ?? one.textContent ?? ''));
  if (!button) throw new Error(`no button ${String(name)}`);
  await page.run(() => button.click());
  await page.settle(120);
};

async function may(...permissions: string[]): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions, deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
}

describe('a tree of departments', () => {
  const tree = [
    {
      id: '1',
      deptName: '检验集团',
      parentId: '0',
      children: [
        { id: '2', deptName: '检验部', parentId: '1' },
        { id: '3', deptName: '市场部', parentId: '1' },
      ],
    },
  ];

  it('says that it failed, tries again, opens, closes and filters', async () => {
    answers = { 'dept/list': () => ({ code: 500, msg: '服务器异常' }) };
    await open(<DepartmentScreen />);
    await vi.waitFor(() => expect(shown()).toContain('服务器异常'));
    answers = { 'dept/list': () => ({ code: 200, data: tree }) };
    await press(/重试/);
    expect(shown()).toContain('检验部');
    await press(/收起检验集团/);
    expect(shown()).not.toContain('检验部');
    await page.focus('input');
    await page.type('市场');
    await page.settle(80);
    expect([shown().includes('市场部'), shown().includes('检验集团'), shown().includes('检验部')]).toEqual([true, true, false]);
    await page.type('没有的');
    await page.settle(80);
    expect(shown()).toContain('没有符合条件的数据');
  });

  it('speaks English', async () => {
    answers = { 'dept/list': () => ({ code: 200, data: [] }) };
    await open(<DepartmentScreen />, 'en');
    expect(shown()).toContain('No department yet');
    expect(shown()).not.toMatch(/\p{Script=Han}/u);
  });
});

describe('the regions', () => {
  const row = (code: string, name: string, parentCode: string) => ({ id: code, code, name, parentCode, parentId: parentCode, level: 1, sort: 1 });
  const rows = [row('11', '北京市', '00'), row('33', '浙江省', '00')];

  it('are put below another by its name, and a province below none', async () => {
    let asked = '';
    answers = {
      'region/lazy-list': (query) => {
        asked = query.get('name') ?? '';
        return { code: 200, data: asked ? [rows[1]] : rows };
      },
      'region/detail': () => ({ code: 200, data: { ...rows[0], version: 1 } }),
      'region/submit': () => ({ code: 200, data: { id: '11' } }),
    };
    await may('region_view', 'region_save');
    await open(<RegionScreen />);
    await press(/编辑/);
    const above = document.querySelector<HTMLInputElement>('[data-field=parentCode] input');
    expect([above?.value, document.querySelector<HTMLInputElement>('[data-field=regionCode] input')?.value]).toEqual(['', '11']);
    await page.run(() => above?.focus());
    await page.type('浙江');
    await page.settle(300);
    await page.press('Enter');
    await page.settle(120);
    expect([asked, above?.value]).toEqual(['浙江', '33 浙江省']);
    await press(/保存/);
    expect(posts).toMatchObject([{ path: 'region/submit', body: { id: '11', code: '11', parentCode: '33' } }]);
    await press(/编辑/);
    await press(/保存/);
    expect(posts[1]?.body['parentCode']).toBe('00');
    await press(/新增/);
    for (const [name, text] of [
      ['regionCode', '12'],
      ['name', '天津市'],
    ] as const) {
      await page.run(() => document.querySelector<HTMLInputElement>(`[data-field=${name}] input`)?.focus());
      await page.type(text);
    }
    await press(/保存/);
    expect(posts[2]?.body).toMatchObject({ code: '12', name: '天津市', parentCode: '00' });
  });
});

describe('a filter that finds more regions than are listed', () => {
  const found = (count: number) =>
    Array.from({ length: count }, (_none, place) => ({
      id: String(place),
      code: String(place),
      name: `区${place}`,
      parentCode: '33',
      level: 3,
      sort: 1,
    }));

  it.each([
    [mostFoundRegions, true],
    [mostFoundRegions - 1, false],
  ])('says so where %i are answered: %s', async (count, isSaid) => {
    answers = { 'region/lazy-list': () => ({ code: 200, data: found(count) }) };
    await may('region_view');
    await open(<RegionScreen />);
    expect(shown()).not.toContain('只列前');
    await page.run(() => document.querySelector<HTMLInputElement>('input[aria-label=区划名称]')?.focus());
    await page.type('区');
    await page.settle(400);
    expect(shown().includes(`只列前 ${mostFoundRegions} 条`)).toBe(isSaid);
  });
});

describe('the parameters', () => {
  const rows = [
    { id: '7', paramKey: 'offline.grantHours', paramName: '离线解锁时限', paramValue: '12', version: 1 },
    { id: '8', paramKey: 'login.captcha', paramName: '登录验证码', paramValue: '0', version: 1 },
    { id: '9', paramKey: 'desk.phone', paramName: '值班电话', paramValue: '0571', version: 1 },
  ];
  const serve = (): void => {
    answers = {
      'param/list': () => ({ code: 200, data: { records: rows, total: 3, size: 10, current: 1, pages: 1 } }),
      'param/detail': () => ({ code: 200, data: rows[0] }),
      'param/submit': () => ({ code: 200, data: { id: '7' } }),
    };
  };

  it('say what each of them does, in either language, and which the product does not read', async () => {
    serve();
    await open(<ParamScreen />);
    expect(shown()).toContain('断网时仍可在本机解锁多久');
    expect(shown()).toContain('12 h');
    expect(shown()).toContain('否');
    expect(shown().split('本系统不读取').length - 1).toBe(1);
    await page.unmount();
    await open(<ParamScreen />, 'en');
    expect(shown()).toContain('Offline unlock');
    expect(shown()).toContain('Not read by the product');
  });

  it('are typed in the form of their kind: a wrong one is not sent, a right one as text', async () => {
    serve();
    await may('param_save');
    await open(<ParamScreen />);
    await press(/编辑/);
    const input = document.querySelector<HTMLInputElement>('form input[name=paramValue]');
    expect(document.querySelector<HTMLInputElement>('form input[name=paramKey]')?.readOnly).toBe(true);
    await page.run(() => input?.focus());
    await page.type('200');
    await press(/保存/);
    expect(shown()).toContain('不能大于168');
    expect(posts).toEqual([]);
    await page.run(() => input?.focus());
    await page.type('8.5');
    await press(/保存/);
    expect(posts).toMatchObject([{ path: 'param/submit', body: { id: '7', paramKey: 'offline.grantHours', paramValue: '8.5', version: 1 } }]);
  });
});

describe('a package', () => {
  it('asks for its name and its menus before anything is sent, then sends both', async () => {
    answers = {
      'tenant-package/menu-tree': () => ({ code: 200, data: [{ id: '10', title: '基础数据', children: [{ id: '11', title: '项目' }] }] }),
      'tenant-package/submit': () => ({ code: 200, data: { id: '9' } }),
    };
    let saved = 0;
    await open(<TenantPackageDrawer state={{ mode: 'add' }} onClose={() => {}} onSaved={() => void saved++} />);
    await press(/保存/);
    expect(shown()).toContain('请输入产品包名称');
    expect(shown()).toContain('请选择菜单');
    expect(posts).toEqual([]);
    const name = document.querySelector<HTMLInputElement>('form input[name=packageName]');
    await page.run(() => name?.focus());
    await page.type('基础版');
    await page.run(() => document.querySelector<HTMLInputElement>('[role=tree] input[type=checkbox]')?.click());
    await press(/保存/);
    expect(posts).toEqual([{ path: 'tenant-package/submit', body: { packageName: '基础版', menuId: '10,11', remark: null } }]);
    expect(saved).toBe(1);
  });
});

describe('a dictionary', () => {
  it('asks in the words of the contract, and loses nothing when the server says no', async () => {
    answers = { 'dict/submit': () => ({ code: 400, msg: '当前字典键值已存在!' }) };
    await open(<RecordDrawer resource={dict} fields={headFields(dict)} state={{ mode: 'add' }} onClose={() => {}} onSaved={() => {}} />);
    await press(/保存/);
    for (const text of ['请输入字典编号', '请输入字典名称', '请输入字典排序', '请选择封存']) expect(shown()).toContain(text);
    await page.unmount();
    await open(
      <RecordDrawer
        resource={dict}
        fields={headFields(dict)}
        fixed={{ code: 'sex', dictValue: '性别', sort: 1, isSealed: 0 }}
        state={{ mode: 'add' }}
        onClose={() => {}}
        onSaved={() => {}}
      />,
    );
    await press(/保存/);
    expect(shown()).toContain('当前字典键值已存在!');
    expect(document.querySelector<HTMLInputElement>('form input[name=code]')?.value).toBe('sex');
  });
});
