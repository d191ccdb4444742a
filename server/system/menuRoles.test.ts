import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';

interface Node {
  readonly id: string;
  readonly code: string;
  readonly path: string;
  readonly meta?: { readonly roles: readonly string[] };
  readonly children?: readonly Node[];
}

describe('a menu that is shown to some roles alone', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());

  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  const get = async <T>(account: string, path: string, query: Record<string, string> = {}): Promise<T> =>
    (await (await opened.as(account)).get(`/api/blade-system/menu/${path}`, query)).json<{ data: T }>().data;
  const menusOf = async (account: string): Promise<Node[]> => flat(await get<Node[]>(account, 'routes'));
  const sees = async (account: string, path: string): Promise<boolean> => (await menusOf(account)).some((node) => node.path === path);
  const rowOf = async (path: string): Promise<Node> => flat(await get<Node[]>('admin', 'list')).find((node) => node.path === path)!;
  const restrict = async (node: Node, roleAliases: string) => {
    const detail = await get<Record<string, unknown>>('admin', 'detail', { id: node.id });
    return (
      await (await opened.as('admin')).post('/api/blade-system/menu/submit', { ...detail, name: (detail['labels'] as string[])[0], roleAliases })
    ).json<{ code: number; msg: string }>();
  };
  const handover = '/sample/sample-handover';

  it('is for everybody with the right until somebody says whom it is for', async () => {
    expect([await sees('admin', handover), await sees('lab', handover), await sees('reception', handover)]).toEqual([true, true, true]);
    expect((await rowOf(handover)).meta).toBeUndefined();
  });

  it('is in the menus of those roles alone, and says so on the wire', async () => {
    const node = await rowOf(handover);
    expect((await restrict(node, 'lab， administrator lab')).code).toBe(200);
    expect([await sees('admin', handover), await sees('lab', handover), await sees('reception', handover)]).toEqual([true, true, false]);
    expect((await menusOf('lab')).find(({ path }) => path === handover)?.meta).toEqual({ roles: ['lab', 'administrator'] });
    // What reception may do is not what it is shown: the right stays.
    const buttons = flat(await get<Node[]>('reception', 'buttons')).map(({ code }) => code);
    expect(buttons).toContain('handover_save');
    expect((await restrict(node, '')).code).toBe(200);
    expect(await sees('reception', handover)).toBe(true);
  });

  it('hides what stands below it, also from an administrator, and its top menu with it', async () => {
    const area = flat(await get<Node[]>('admin', 'list')).find(({ code }) => code === 'flow')!;
    const tops = async (account: string) => (await get<{ menuIds: string[] }[]>(account, 'top-menu')).flatMap(({ menuIds }) => menuIds);
    expect(await tops('admin')).toContain(area.id);
    expect((await restrict(area, 'lab')).code).toBe(200);
    expect((await menusOf('admin')).filter(({ path }) => path.startsWith('/flow/'))).toEqual([]);
    expect(await tops('admin')).not.toContain(area.id);
    expect((await restrict(area, '')).code).toBe(200);
    expect(await tops('admin')).toContain(area.id);
  });

  it('names roles there are, and never shuts the way back', async () => {
    expect(await restrict(await rowOf(handover), 'nobody')).toMatchObject({ code: 400, problems: [{ field: 'roleAliases' }] });
    for (const path of ['/system/menu', '/system/role']) expect((await restrict(await rowOf(path), 'lab')).msg).toContain('不能限定角色');
    const area = flat(await get<Node[]>('admin', 'list')).find(({ code }) => code === 'system')!;
    expect((await restrict(area, 'administrator')).msg).toContain('不能限定角色');
  });
});
