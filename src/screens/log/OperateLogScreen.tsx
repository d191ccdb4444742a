import { useMemo } from 'react';
import { actionChoices, actionLabel } from '#domain/session/actionLabel.ts';
import { operateLog } from '#domain/session/operateLog.ts';
import { choice, type Field } from '#domain/kernel/fields.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { OperateLogDrawer } from './OperateLogDrawer.tsx';

/** Acts in words, and what was written by its name; what was changed stands in the drawer. */
const columns = (described: readonly TableColumn<WireRow>[]): readonly TableColumn<WireRow>[] =>
  described.map((column) => {
    if (column.key === 'action')
      return { ...column, width: 220, isMono: false, text: (row, language) => inLanguage(actionLabel(String(row.action)), language) };
    if (column.key === 'subject') return { ...column, width: 180, isMono: false, text: (row) => String(row.subjectName || row.subject || '') };
    return column;
  });
const drawer = ({ row }: DrawerState, close: () => void) => (row ? <OperateLogDrawer row={row} onClose={close} /> : null);

/** 操作日志: who changed what, with the values before and after. */
export function Screen() {
  const search = useMemo((): Readonly<Record<string, Field>> => ({ action: choice('操作', 'Act', actionChoices(), { search: true }) }), []);
  return <ListScreen resource={operateLog} screen={operateLog.screens[0]} columns={columns} search={search} drawer={drawer} />;
}
