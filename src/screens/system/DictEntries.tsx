import { chakra } from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { isSealed } from '#domain/system/dict.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { resourceColumns } from '#src/resource/resourceColumns.tsx';
import { useResourceActs } from '#src/resource/useResourceActs.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

interface DictEntriesProps {
  readonly resource: Resource;
  readonly route: string;
  /** The chosen dictionary. */
  readonly head: WireRow | null;
  readonly onChanged: () => void;
}
interface EntryLine {
  readonly row: WireRow;
  readonly depth: number;
}

const codeIsGiven = { code: { isReadOnly: true } };
const linesOf = (rows: readonly WireRow[], depth = 0): EntryLine[] =>
  rows.flatMap((row) => [{ row, depth }, ...linesOf((row.children as readonly WireRow[] | undefined) ?? [], depth + 1)]);

/** The code an entry has from its dictionary; the rest is asked for (docs/contract.md#validation). */
function entryFields({ fields }: Resource): Fields {
  const { code, dictValue, dictKey, parentId, sort, isSealed: sealed, remark } = fields as Record<string, Fields[string]>;
  return { code, dictValue, dictKey, sort, isSealed: sealed, parentId, remark } as Fields;
}

/** The entries of one dictionary, with those that stand below others. */
export function DictEntries({ resource, route, head, onChanged }: DictEntriesProps) {
  const { label } = useText();
  const [drawer, setDrawer] = useState<(DrawerState & { readonly parentId?: string }) | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const headId = String(head?.id ?? '');
  const { data, isStale, failure, retry } = useCall<readonly WireRow[]>(
    resource.service,
    `${resource.path}/child-list`,
    { parentId: headId },
    headId !== '',
  );
  const lines = data ? linesOf(data) : undefined;
  const acts = useResourceActs({
    resource,
    onView: (row) => setDrawer({ mode: 'view', row }),
    onEdit: (row) => setDrawer({ mode: 'edit', row }),
    onChanged: () => {
      setTicked(new Set());
      onChanged();
    },
  });
  const rowActs: readonly RowAct<EntryLine>[] = [
    ...acts.acts.map(({ isShown: _isShown, mayAct: _mayAct, onAct, ...act }): RowAct<EntryLine> => ({ ...act, onAct: ({ row }) => onAct(row) })),
    ...(acts.mayAdd
      ? [
          {
            key: 'below',
            label: ['新增下级', 'Add below'] as const,
            onAct: ({ row }: EntryLine) => setDrawer({ mode: 'add', parentId: String(row.id) }),
          },
        ]
      : []),
  ];
  const described = resourceColumns(resource).filter(({ key }) => ['dictKey', 'dictValue', 'sort', 'isSealed', 'remark'].includes(key));
  const columns = described.map(({ sortKey: _sort, cell: _cell, isFaint: _faint, text, pin: _pin, ...column }): TableColumn<EntryLine> => ({
    ...column,
    text: ({ row, depth }, language) => {
      const plain = text?.(row, language) ?? String(row[column.key] ?? '');
      return column.key === 'dictValue' && depth > 0 ? `${'　'.repeat(depth - 1)}└ ${plain}` : plain;
    },
  }));
  const title = head ? `${String(head.dictValue)} (${String(head.code)})` : '';
  const largest = Math.max(0, ...(lines ?? []).map(({ row }) => Number(row.sort ?? 0)));
  return (
    <chakra.section display="flex" flexDirection="column" gap={1} minH={0} minW={0} aria-label={label(['字典项', 'Entries'])}>
      {head === null ? (
        <chakra.div flex={1} border="hairline" borderRadius="md" display="grid" placeItems="center">
          <StateView state="empty" text={['选择一个字典, 这里显示它的字典项', 'Choose a dictionary to see its entries']} />
        </chakra.div>
      ) : (
        <>
          <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap">
            {acts.mayAdd ? (
              <Button size="sm" variant="primary" icon={Plus} onClick={() => setDrawer({ mode: 'add', parentId: headId })}>
                {label(['新增字典项', 'New entry'])}
              </Button>
            ) : null}
            {acts.bulk.includes('remove') ? (
              <Button
                size="sm"
                icon={Trash2}
                onClick={() =>
                  void acts.change(
                    'remove',
                    (lines ?? []).map(({ row }) => row).filter(({ id }) => ticked.has(String(id))),
                  )
                }
              >
                {label(['删除', 'Delete'])}
              </Button>
            ) : null}
            <chakra.h2 textStyle="dense" fontWeight="semibold" overflowWrap="anywhere">
              {title}
            </chakra.h2>
          </chakra.div>
          <DataTable
            label={['字典项', 'Entries']}
            screen={`${route}#entries`}
            columns={columns}
            extent="whole"
            rows={lines}
            rowKey={({ row }) => String(row.id)}
            ticks={acts.bulk.length > 0 ? { ticked, onTick: setTicked } : undefined}
            acts={rowActs}
            onOpen={({ row }) => setDrawer({ mode: acts.mayEdit ? 'edit' : 'view', row })}
            isStale={isStale}
            failure={failure}
            onRetry={retry}
            emptyText={['这个字典还没有字典项', 'This dictionary has no entries yet']}
          />
        </>
      )}
      {drawer && head ? (
        <RecordDrawer
          key={`${drawer.mode}-${drawer.parentId ?? ''}-${String(drawer.row?.id ?? '')}`}
          resource={resource}
          fields={entryFields(resource)}
          fixed={{ code: head.code, parentId: drawer.parentId, sort: largest + 1, isSealed: isSealed.no }}
          settings={codeIsGiven}
          state={drawer}
          onClose={() => setDrawer(null)}
          onSaved={onChanged}
        />
      ) : null}
    </chakra.section>
  );
}
