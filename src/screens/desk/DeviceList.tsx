import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { choices } from '#domain/kernel/choices.ts';
import { type DeviceRow } from '#domain/desk/deviceRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { useSay } from '#src/ui/language.ts';
import { usePageSize } from '#src/ui/Pager.tsx';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { deviceColumns } from './deviceColumns.tsx';
import { DeviceDrawer } from './DeviceDrawer.tsx';

const filters = choices({
  all: ['', '全部', 'All'],
  alarm: ['alarm', '失联', 'In alarm'],
  gaps: ['gaps', '有缺号', 'Numbers missing'],
  silent: ['silent', '无联系', 'Silent'],
  old: ['old', '旧版本', 'Old version'],
});

/** One line a desk, those in alarm first. */
export function DeviceList() {
  const say = useSay();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [has, setHas] = useState<string>(filters.all);
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const [shown, setShown] = useState<DeviceRow | null>(null);
  const view = useTableView('/desk/devices', deviceColumns);
  const list = useAsked('GET sample/offline/device-page', { current: page, size, text, has, appVersion });
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
  return (
    <>
      <Toolbar view={view} columns={deviceColumns} onRefresh={list.retry} isRefreshing={list.isStale}>
        <chakra.div w="220px">
          <TextControl
            size="sm"
            ariaLabel={say(['查找前台', 'Find a desk'])}
            placeholder={say(['名称、编号、用户', 'Name, id, user'])}
            value={text}
            onChange={(value) => (setText(value), setPage(1))}
          />
        </chakra.div>
        <Segmented
          size="sm"
          ariaLabel={say(['筛选', 'Filter'])}
          options={filters.options}
          value={has}
          onChange={(code) => (setHas(String(code ?? '')), setPage(1))}
        />
      </Toolbar>
      <DataTable
        label={['前台列表', 'Desks']}
        screen="/desk/devices"
        view={view}
        columns={deviceColumns}
        extent={{ page, size, total: Number(list.data?.total ?? 0), onPage: setPage, onSize: setSize }}
        rows={list.data?.records}
        rowKey={({ deviceId }) => deviceId}
        onOpen={setShown}
        acts={[{ key: 'open', label: ['详情', 'Open'], onAct: setShown }]}
        indexFrom={(page - 1) * size + 1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={
          has === '' && text === '' ? ['还没有前台联系过服务器', 'No desk has been heard of yet'] : ['没有符合条件的前台', 'No desk like that']
        }
      />
      {shown ? (
        <DeviceDrawer
          row={list.data?.records.find(({ deviceId }) => deviceId === shown.deviceId) ?? shown}
          onChanged={renew}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}
