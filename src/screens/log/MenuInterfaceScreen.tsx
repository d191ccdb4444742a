import { menuInterface } from '#domain/session/menuInterface.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { TableColumn } from '#src/ui/table/column.ts';

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Names in the user's language; what no menu gives is open to everybody who is signed in. */
const columns = (described: readonly TableColumn<WireRow>[]): readonly TableColumn<WireRow>[] =>
  described.map((column): TableColumn<WireRow> => {
    if (column.key === 'interfaceName')
      return { ...column, width: 220, text: (row, language) => word(language === 'zh' ? row.interfaceName : row.interfaceNameEn) };
    if (column.key === 'path') return { ...column, width: 380 };
    if (column.key === 'menuName')
      return {
        ...column,
        width: 200,
        text: (row, language) =>
          row.permission ? word(language === 'zh' ? row.menuName : row.menuNameEn) : language === 'zh' ? '登录即可' : 'Signed in',
      };
    if (column.key === 'permission' || column.key === 'menuPath') return { ...column, width: 200 };
    return column;
  });

/** 菜单接口: every call, the right it asks for, and the menus that give it. */
export function Screen() {
  return <ListScreen resource={menuInterface} screen={menuInterface.screens[0]} columns={columns} />;
}
