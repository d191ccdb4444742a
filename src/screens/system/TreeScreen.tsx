import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, Plus, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource, Screen } from '#domain/kernel/resource.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { ImportButton } from '#src/resource/import/ImportButton.tsx';
import { type DrawerState, ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';
import { resourceColumns } from '#src/resource/resourceColumns.tsx';
import { useResourceActs } from '#src/resource/useResourceActs.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { type TreeLine, type TreeSource, useTreeRows } from './useTreeRows.ts';

export interface TreeScreenProps {
  readonly resource: Resource;
  readonly screen: Pick<Screen, 'route' | 'title'>;
  readonly source: TreeSource;
  /** The described field the branches stand in. */
  readonly nameKey: string;
  /** What a new row is told of the one above it. */
  readonly parentKey: string;
  readonly columns?: (described: readonly TableColumn<WireRow>[]) => readonly TableColumn<WireRow>[];
  readonly acts?: readonly RowAct<WireRow>[];
  /** More of what a new row below another begins with. */
  readonly below?: (row: WireRow | undefined) => Readonly<Record<string, unknown>>;
  readonly mayAddBelow?: (row: WireRow) => boolean;
  readonly filterHint?: Label;
  readonly drawer?: (opened: OpenedRecord) => ReactNode;
}
export interface OpenedRecord {
  readonly state: DrawerState;
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}
const none: readonly never[] = [];

/** A described resource whose rows stand under one another: a table with branches, a filter, a drawer. */
export function TreeScreen({
  resource,
  screen,
  source,
  nameKey,
  parentKey,
  columns,
  acts: more = none,
  below,
  mayAddBelow,
  filterHint,
  drawer,
}: TreeScreenProps) {
  const { label } = useText();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<{ readonly state: DrawerState; readonly parent?: WireRow } | null>(null);
  const tree = useTreeRows(resource, source, text);
  const reload = (): void => void client.invalidateQueries({ queryKey: resourceKey(resource) });
  const acts = useResourceActs({
    resource,
    onView: (row) => setOpened({ state: { mode: 'view', row } }),
    onEdit: (row) => setOpened({ state: { mode: 'edit', row } }),
    onChanged: reload,
  });
  const onRow = ({ isShown, mayAct, onAct, ...act }: RowAct<WireRow>): RowAct<TreeLine> => ({
    ...act,
    onAct: ({ row }) => onAct(row),
    ...(isShown ? { isShown: ({ row }: TreeLine) => isShown(row) } : {}),
    ...(mayAct ? { mayAct: ({ row }: TreeLine) => mayAct(row) } : {}),
  });
  const rowActs: readonly RowAct<TreeLine>[] = [
    // Three words fit: what people come for stands first.
    ...acts.acts.filter(({ key }) => key === 'edit').map(onRow),
    ...more.map(onRow),
    ...acts.acts.filter(({ key }) => key !== 'edit' && key !== 'remove').map(onRow),
    ...(acts.mayAdd
      ? [
          {
            key: 'below',
            label: ['新增下级', 'Add below'] as const,
            onAct: ({ row }: TreeLine) => setOpened({ state: { mode: 'add' }, parent: row }),
            ...(mayAddBelow ? { isShown: ({ row }: TreeLine) => mayAddBelow(row) } : {}),
          },
        ]
      : []),
    ...acts.acts.filter(({ key }) => key === 'remove').map(onRow),
  ];
  const described = resourceColumns(resource);
  const shown = (columns?.(described) ?? described).filter(({ key }) => key !== parentKey && key !== 'state' && key !== 'updateTime');
  const tableColumns = [...shown.filter(({ key }) => key === nameKey), ...shown.filter(({ key }) => key !== nameKey)].map(
    ({ sortKey: _sort, cell, text: read, pin: _pin, isFaint: _faint, ...column }): TableColumn<TreeLine> => {
      const plain: TableColumn<TreeLine> = { ...column, text: ({ row }, language) => read?.(row, language) ?? String(row[column.key] ?? '') };
      if (column.key !== nameKey) return cell ? { ...plain, cell: ({ row }) => cell(row) } : plain;
      return {
        ...plain,
        width: 280,
        pin: 'start',
        cell: (line) => <Branch {...line} name={String(line.row[nameKey] ?? '')} onToggle={() => tree.toggle(line.id)} />,
      };
    },
  );
  const close = (): void => setOpened(null);
  const saved = (): void => {
    if (opened?.parent) tree.open(String(opened.parent.id));
    reload();
  };
  const fixed =
    opened?.state.mode === 'add' ? { ...(opened.parent ? { [parentKey]: String(opened.parent.id) } : {}), ...below?.(opened.parent) } : {};
  const add = acts.mayAdd ? (
    <Button size="sm" variant="primary" icon={Plus} onClick={() => setOpened({ state: { mode: 'add' } })}>
      {label(['新增', 'New'])}
    </Button>
  ) : null;
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        {add}
        {acts.mayAdd ? <ImportButton resource={resource} screen={screen} onImported={reload} /> : null}
        <chakra.div w="240px">
          <TextControl
            value={text}
            onChange={(value) => setText(String(value ?? ''))}
            placeholder={label(filterHint ?? ['名称', 'Name'])}
            ariaLabel={label(filterHint ?? ['名称', 'Name'])}
          />
        </chakra.div>
        <chakra.div ms="auto" display="flex" gap={1}>
          {tree.openAll ? <IconButton size="sm" icon={ChevronsUpDown} label={label(['全部展开', 'Open all'])} onClick={tree.openAll} /> : null}
          <IconButton size="sm" icon={ChevronsDownUp} label={label(['全部收起', 'Close all'])} onClick={tree.closeAll} />
          <IconButton size="sm" icon={RefreshCw} label={label(['刷新', 'Refresh'])} onClick={tree.retry} />
        </chakra.div>
      </chakra.div>
      {tree.cutAt === null ? null : (
        <chakra.p role="status" textStyle="note" color="warning.text">
          {label(['只列前 {most} 条, 请输入更完整的名称', 'The first {most} alone; type more of the name'], { most: tree.cutAt })}
        </chakra.p>
      )}
      <DataTable
        label={screen.title}
        screen={screen.route}
        columns={tableColumns}
        extent="whole"
        rows={tree.lines}
        rowKey={({ id }) => id}
        acts={rowActs}
        indexFrom={false}
        onOpen={({ row }) => setOpened({ state: { mode: acts.mayEdit ? 'edit' : 'view', row } })}
        isStale={tree.isStale}
        failure={tree.failure}
        onRetry={tree.retry}
        emptyText={
          text.trim() === '' ? [`还没有${resource.title[0]}`, `No ${resource.title[1].toLowerCase()} yet`] : ['没有符合条件的数据', 'No rows match']
        }
        emptyAct={text.trim() === '' ? add : <Button onClick={() => setText('')}>{label(['清除查询条件', 'Clear the search'])}</Button>}
      />
      {opened
        ? (drawer?.({ state: opened.state, fixed, onClose: close, onSaved: saved }) ?? (
            <ResourceDrawer
              key={`${opened.state.mode}-${String(opened.parent?.id ?? '')}-${String(opened.state.row?.id ?? '')}`}
              resource={resource}
              screen={{ title: screen.title, fixed: fixed as Record<string, string> }}
              state={opened.state}
              mayEdit={acts.mayEdit}
              onEdit={(row) => setOpened({ state: { mode: 'edit', row } })}
              onClose={close}
              onSaved={saved}
            />
          ))
        : null}
    </chakra.div>
  );
}

function Branch({ depth, hasChildren, isOpen, name, onToggle }: TreeLine & { readonly name: string; readonly onToggle: () => void }) {
  const { label } = useText();
  return (
    <chakra.span display="inline-flex" alignItems="center" verticalAlign="middle" gap={1} ps={`${depth * 20}px`} maxW="full" minW={0}>
      {hasChildren ? (
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={label(isOpen ? ['收起{name}', 'Close {name}'] : ['展开{name}', 'Open {name}'], { name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      ) : (
        <chakra.span w="28px" flexShrink={0} />
      )}
      <chakra.span overflow="hidden" textOverflow="ellipsis">
        {name}
      </chakra.span>
    </chakra.span>
  );
}
