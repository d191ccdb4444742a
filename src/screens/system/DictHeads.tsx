import { chakra } from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { isSealed } from '#domain/system/dict.ts';
import { type PageOf, useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ImportButton } from '#src/resource/import/ImportButton.tsx';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { resourceColumns } from '#src/resource/resourceColumns.tsx';
import { useResourceActs } from '#src/resource/useResourceActs.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

interface DictHeadsProps {
  readonly resource: Resource;
  readonly route: string;
  readonly chosenId: string | null;
  /** The list has the whole width: codes may stand uncut. */
  readonly isWide: boolean;
  readonly onChoose: (row: WireRow | null) => void;
  readonly onChanged: () => void;
}

/** A dictionary itself has no key of its own. */
export function headFields({ fields }: Resource): Fields {
  const { code, dictValue, sort, isSealed: sealed, remark } = fields as Record<string, Fields[string]>;
  return { code, dictValue, sort, isSealed: sealed, remark } as Fields;
}

/** The dictionaries; the chosen one shows its entries beside or below. */
export function DictHeads({ resource, route, chosenId, isWide, onChoose, onChanged }: DictHeadsProps) {
  const { label } = useText();
  const [size, setSize] = usePageSize();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState({ code: '', dictValue: '' });
  const [drawer, setDrawer] = useState<DrawerState | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const query = { current: page, size, code: search.code.trim() || undefined, dictValue: search.dictValue.trim() || undefined };
  const { data, isStale, failure, retry } = useCall<PageOf<WireRow>>(resource.service, `${resource.path}/parent-list`, query);
  const acts = useResourceActs({
    resource,
    onView: (row) => setDrawer({ mode: 'view', row }),
    onEdit: (row) => setDrawer({ mode: 'edit', row }),
    onChanged: (ids) => {
      if (chosenId && ids.includes(chosenId)) onChoose(null);
      setTicked(new Set());
      onChanged();
    },
  });
  const rowActs: readonly RowAct<WireRow>[] = [{ key: 'entries', label: ['字典项', 'Entries'], onAct: onChoose }, ...acts.acts];
  const columns: readonly TableColumn<WireRow>[] = resourceColumns(resource)
    .filter(({ key }) => ['code', 'dictValue', 'sort', 'isSealed'].includes(key))
    // Codes are told apart by their ends: result_file_read_state, result_file_read_result.
    .map(({ sortKey: _sort, ...column }) => (isWide && column.key === 'code' ? { ...column, width: 228 } : column));
  const find = (name: 'code' | 'dictValue', value: unknown): void => {
    setPage(1);
    setSearch({ ...search, [name]: String(value ?? '') });
  };
  return (
    <chakra.section display="flex" flexDirection="column" gap={1} minH={0} minW={0} aria-label={label(['字典', 'Dictionaries'])}>
      <chakra.div display="flex" gap={2} alignItems="center" flexWrap="wrap">
        {acts.mayAdd ? (
          <Button size="sm" variant="primary" icon={Plus} onClick={() => setDrawer({ mode: 'add' })}>
            {label(['新增字典', 'New dictionary'])}
          </Button>
        ) : null}
        <ImportButton resource={resource} screen={{ route, title: resource.title }} onImported={onChanged} />
        {acts.bulk.includes('remove') ? (
          <Button
            size="sm"
            icon={Trash2}
            onClick={() =>
              void acts.change(
                'remove',
                (data?.records ?? []).filter(({ id }) => ticked.has(String(id))),
              )
            }
          >
            {label(['删除', 'Delete'])}
          </Button>
        ) : null}
        {(['code', 'dictValue'] as const).map((name) => (
          <chakra.div key={name} flex="1 1 88px" maxW="140px">
            <TextControl
              size="sm"
              value={search[name]}
              onChange={(value) => find(name, value)}
              placeholder={label(resource.fields[name]?.label ?? ['', ''])}
              ariaLabel={label(resource.fields[name]?.label ?? ['', ''])}
            />
          </chakra.div>
        ))}
      </chakra.div>
      <DataTable
        label={['字典', 'Dictionaries']}
        screen={`${route}#heads`}
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: setPage, onSize: setSize }}
        rows={data?.records}
        rowKey={({ id }) => String(id)}
        ticks={acts.bulk.length > 0 ? { ticked, onTick: setTicked } : undefined}
        acts={rowActs}
        onOpen={onChoose}
        indexFrom={(page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={['没有符合的字典', 'No such dictionary']}
      />
      {drawer ? (
        <RecordDrawer
          key={`${drawer.mode}-${String(drawer.row?.id ?? '')}`}
          resource={resource}
          fields={headFields(resource)}
          fixed={{ sort: 1, isSealed: isSealed.no }}
          state={drawer}
          onClose={() => setDrawer(null)}
          onSaved={onChanged}
        />
      ) : null}
    </chakra.section>
  );
}
