import { chakra } from '@chakra-ui/react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { goalSide, qualityIndex } from '#domain/base/qualityIndex.ts';
import { ask } from '#src/api/ask.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { ImportButton } from '#src/resource/import/ImportButton.tsx';
import { type DrawerState, ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';
import { resourceColumns } from '#src/resource/resourceColumns.tsx';
import { useResourceActs } from '#src/resource/useResourceActs.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';

interface TreeRow {
  readonly row: WireRow;
  readonly id: string;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
const screen = qualityIndex.screens[0];
const root = '0';

/** 质量指标管理: headings and the indexes below them, read level by level as they are opened. */
export function Screen() {
  const { label } = useText();
  const client = useQueryClient();
  const [open, setOpen] = useState<readonly string[]>([root]);
  const [drawer, setDrawer] = useState<(DrawerState & { readonly parentId?: string }) | null>(null);
  const levels = useQueries({
    queries: open.map((parentId) => ({
      queryKey: [...resourceKey(qualityIndex), 'level', parentId],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask('GET base/baseQualityIndex/lazy-list', { query: { parentId }, quiet: true, signal }),
    })),
  });
  const byParent = new Map(open.map((parentId, at) => [parentId, levels[at]?.data]));
  const failed = levels.find(({ error }) => error !== null);
  const grow = (parentId: string, depth: number): TreeRow[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => {
      const id = String(row.id);
      const hasChildren = row.hasChildren === true;
      const isOpen = hasChildren && open.includes(id);
      return [{ row, id, depth, hasChildren, isOpen }, ...(isOpen ? grow(id, depth + 1) : [])];
    });
  const rows = byParent.get(root) === undefined ? undefined : grow(root, 0);

  const reload = (): void => void client.invalidateQueries({ queryKey: resourceKey(qualityIndex) });
  const acts = useResourceActs({
    resource: qualityIndex,
    onView: (row) => setDrawer({ mode: 'view', row }),
    onEdit: (row) => setDrawer({ mode: 'edit', row }),
    onChanged: reload,
  });
  const rowActs: readonly RowAct<TreeRow>[] = [
    ...(acts.mayAdd
      ? [
          {
            key: 'below',
            label: ['新增下级', 'Add below'],
            icon: Plus,
            onAct: ({ id }: TreeRow) => setDrawer({ mode: 'add', parentId: id }),
          } as const,
        ]
      : []),
    ...acts.acts.map((act): RowAct<TreeRow> => ({
      key: act.key,
      label: act.label,
      ...(act.isDanger ? { isDanger: true } : {}),
      onAct: ({ row }) => act.onAct(row),
    })),
  ];
  const toggle = (id: string): void => setOpen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const columns = useMemo(
    (): readonly TableColumn<TreeRow>[] => [
      {
        key: 'indexName',
        title: qualityIndex.fields.indexName.label,
        width: 320,
        pin: 'start',
        text: ({ row }) => String(row.indexName ?? ''),
        cell: (line) => <NameCell {...line} onToggle={() => toggle(line.id)} />,
      },
      {
        key: 'goal',
        title: ['目标', 'Goal'],
        width: 120,
        align: 'end',
        text: ({ row }) => (row.goal === null || row.goal === undefined ? '' : `${goalSide.labelOf(row.goalSide)?.[0] ?? ''} ${String(row.goal)}`),
      },
      ...resourceColumns(qualityIndex)
        .filter(({ key }) => key !== 'indexName' && key !== 'goal')
        .map(({ pin: _pin, sortKey: _sort, cell: _cell, isFaint: _faint, text, ...column }): TableColumn<TreeRow> => ({
          ...column,
          text: ({ row }, language) => text?.(row, language) ?? String(row[column.key] ?? ''),
        })),
    ],
    [],
  );
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.div display="flex" alignItems="center" gap={2}>
        <ScreenTitle />
        {acts.mayAdd ? (
          <Button size="sm" variant="primary" icon={Plus} onClick={() => setDrawer({ mode: 'add' })}>
            {label(['新增一级指标', 'Add at the top'])}
          </Button>
        ) : null}
        <ImportButton resource={qualityIndex} screen={screen} onImported={reload} />
      </chakra.div>
      <DataTable
        label={screen.title}
        screen={screen.route}
        columns={columns}
        extent="whole"
        rows={rows}
        rowKey={({ id }) => id}
        acts={rowActs}
        onOpen={({ row }) => setDrawer({ mode: acts.mayEdit ? 'edit' : 'view', row })}
        isStale={rows !== undefined && levels.some(({ isFetching }) => isFetching)}
        failure={failed ? failureOf(failed.error) : null}
        onRetry={() => levels.forEach(({ refetch }) => void refetch())}
        emptyText={['还没有质量指标', 'No quality index yet']}
      />
      {drawer ? (
        <ResourceDrawer
          key={`${drawer.mode}-${drawer.parentId ?? ''}-${String(drawer.row?.id ?? '')}`}
          resource={qualityIndex}
          screen={{ title: screen.title, ...(drawer.parentId ? { fixed: { parentId: drawer.parentId } } : {}) }}
          state={drawer}
          mayEdit={acts.mayEdit}
          onEdit={(row) => setDrawer({ mode: 'edit', row })}
          onClose={() => setDrawer(null)}
          onSaved={() => {
            const { parentId } = drawer;
            if (parentId) setOpen((before) => (before.includes(parentId) ? before : [...before, parentId]));
            reload();
          }}
        />
      ) : null}
    </chakra.div>
  );
}

function NameCell({ row, depth, hasChildren, isOpen, onToggle }: TreeRow & { readonly onToggle: () => void }) {
  const { label } = useText();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1} ps={`${depth * 20}px`}>
      {hasChildren ? (
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={label(isOpen ? ['收起', 'Close'] : ['展开', 'Open'])}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      ) : (
        <chakra.span w="28px" />
      )}
      {String(row.indexName ?? '')}
    </chakra.span>
  );
}
