import { useMemo } from 'react';
import { menuCategory, menuEntry, menuScreen } from '#domain/system/menuFields.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { PickerItem, PickerSource } from '#src/ui/picker.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { TreeScreen, type OpenedRecord } from './TreeScreen.tsx';
import type { TreeSource } from './useTreeRows.ts';

const source: TreeSource = { path: 'menu/list', filterBy: ['name', 'code', 'path'] };
/** Codes and routes are long, the others are words. */
const widths: Readonly<Record<string, number>> = { code: 190, category: 80, alias: 90, path: 200, source: 120, sort: 70 };
const isMenu = (row: WireRow): boolean => Number(row.category) === menuCategory.menu;

/** Menus others may stand below, with the names of what is above them; read when a picker is opened. */
function parentSource(): PickerSource {
  const all = async (signal?: AbortSignal): Promise<PickerItem[]> => {
    const trees = await call<readonly WireRow[]>('GET', servicePath('system', 'menu/list'), { quiet: true, ...(signal ? { signal } : {}) });
    const walk = (rows: readonly WireRow[], above: string): PickerItem[] =>
      rows
        .filter(isMenu)
        .flatMap((row) => [
          { id: String(row.id), name: above + String(row.name), code: String(row.code) },
          ...walk((row.children as readonly WireRow[] | undefined) ?? [], `${above}${String(row.name)} / `),
        ]);
    return walk(trees, '');
  };
  const fits = (item: PickerItem, query: string): boolean => `${item.code ?? ''} ${item.name}`.toLowerCase().includes(query.toLowerCase());
  return {
    key: 'menu',
    search: async (query, { limit, signal }) => (await all(signal)).filter((item) => fits(item, query.trim())).slice(0, limit),
    resolve: async (ids) => (await all()).filter(({ id }) => ids.includes(id)),
  };
}

const toForm = (row: WireRow): Record<string, unknown> => ({
  ...row,
  // The answer's name is in the caller's language; the form keeps both.
  name: (row.labels as readonly string[] | undefined)?.[0] ?? row.name,
  parentId: row.parentId === '0' ? null : row.parentId,
});
const toBody = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({ ...values, parentId: values['parentId'] ?? '0' });

/** 菜单管理: menus and buttons by hand; a button's code is the permission the server asks for. */
export function Screen() {
  const { language } = useText();
  const settings = useMemo(() => ({ parentId: { source: parentSource() } }), []);
  const drawer = ({ state, fixed, onClose, onSaved }: OpenedRecord) => (
    <RecordDrawer
      key={`${state.mode}-${String(state.row?.id ?? '')}-${String(fixed['parentId'] ?? '')}`}
      resource={menuEntry}
      state={state}
      fixed={{ category: menuCategory.menu, alias: 'menu', sort: 1, action: 0, isOpen: 1, ...fixed }}
      settings={settings}
      toForm={toForm}
      toBody={toBody}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
  return (
    <TreeScreen
      key={language}
      resource={menuEntry}
      screen={menuScreen}
      source={source}
      nameKey="name"
      parentKey="parentId"
      filterHint={['名称、编号或路由', 'Name, code or route']}
      mayAddBelow={isMenu}
      drawer={drawer}
      columns={(described) =>
        described
          .filter(({ key }) => ['name', 'code', 'category', 'path', 'source', 'sort', 'alias'].includes(key))
          .map((column) => ({
            ...column,
            width: widths[column.key] ?? 200,
            ...(column.key === 'name' ? { title: [menuEntry.fields.name.label[0], 'Name'] as const } : {}),
          }))
      }
    />
  );
}
