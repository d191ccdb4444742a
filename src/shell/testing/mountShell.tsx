import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { MemoryRouter, Route, Routes, type RouteObject, useLocation } from 'react-router-dom';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import type { MenuNode } from '#src/console/menuTree.ts';
import type { Profile } from '#src/console/profile.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { useText } from '#src/console/useText.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { Shell } from '../Shell.tsx';
import { isPage } from '../TabPanels.tsx';

export const menus: readonly MenuNode[] = [
  {
    id: '1',
    code: 'sample',
    name: '样本接收',
    labels: ['样本接收', 'Reception'],
    children: [
      { id: '11', code: 's-1', name: '前处理录入', labels: ['前处理录入', 'Summary entry'], path: '/sample/a', pinyin: ['qianchuliluru', 'qcllr'] },
      { id: '12', code: 's-2', name: '样本交接', labels: ['样本交接', 'Handover'], path: '/sample/b', pinyin: ['yangbenjiaojie', 'ybjj'] },
      { id: '13', code: 's-3', name: '仅审核', path: '/sample/c', meta: { roles: ['audit'] } },
    ],
  },
  {
    id: '2',
    code: 'basic',
    name: '基础数据',
    labels: ['基础数据', 'Master data'],
    children: [
      { id: '21', code: 'b-1', name: '检验所', labels: ['检验所', 'Laboratories'], path: '/basic/a', pinyin: ['jianyansuo', 'jys'] },
      { id: '22', code: 'bi', name: '外部报表', labels: ['外部报表', 'Reports outside'], path: 'https://bi.example/?t=${token}' },
    ],
  },
  { id: '3', code: 'closed', name: '只给审核', children: [{ id: '31', code: 'c-1', name: '审核', path: '/c', meta: { roles: ['audit'] } }] },
];
const topMenus = [
  { id: 'work', name: '业务', labels: ['业务', 'Work'] as const, menuIds: ['1'] },
  { id: 'master', name: '基础', labels: ['基础', 'Master data'] as const, menuIds: ['2'] },
];

/** What each page was handed as its address: another object makes it draw all that hangs on the address. */
export const handed = new Map<string, Set<unknown>>();
function Where() {
  const location = useLocation();
  const { pathname } = location;
  handed.set(pathname, (handed.get(pathname) ?? new Set()).add(location));
  return <input aria-label={`page ${pathname}`} />;
}
const pages: RouteObject[] = [{ path: '*', handle: isPage, element: <Where /> }];

function App({ at }: { readonly at: string }) {
  const { language } = useText();
  return (
    <UiProvider language={language} userId="ann">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="*" element={<Shell pages={pages} />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>
  );
}

/** The whole shell around empty pages, at the page `at`, for a person without network whose menu this desk keeps. */
export async function mountShell(
  given: Partial<Pick<Profile, 'menus' | 'permissions'>> & { readonly at?: string; readonly laboratoryName?: string } = {},
): Promise<void> {
  const session = {
    userId: 'ann',
    tenantId: '000000',
    account: 'ann',
    realName: '安',
    roleNames: ['entry'],
    permissions: given.permissions ?? [],
    deptId: '',
    roleId: '',
    ...(given.laboratoryName ? { laboratoryId: '31', laboratoryName: given.laboratoryName } : {}),
  };
  const profile: Profile = {
    userId: 'ann',
    account: 'ann',
    name: '安然',
    organisation: '检验集团',
    menus: given.menus ?? menus,
    topMenus,
    permissions: given.permissions ?? [],
    fetchedAt: 1,
  };
  await deviceDb.profiles.put({ userId: 'ann', profile });
  await keepSession({ ...session, accessToken: '', savedAt: 1, expiresAt: 2 }, 'login');
  await changeLanguage('zh');
  await startSessionState();
  await act(async () => void render(<App at={given.at ?? '/wel/index'} />));
}
