import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import type { NoticeReader } from '#domain/notice/noticeCalls.ts';
import { type PageOf, useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

const states: readonly { readonly state: string; readonly label: Label }[] = [
  { state: '', label: ['全部', 'All'] },
  { state: '0', label: ['未确认', 'Not yet'] },
  { state: '1', label: ['已确认', 'Confirmed'] },
];
const notYet: Label = ['未确认', 'Not yet'];
const columns: readonly TableColumn<NoticeReader>[] = [
  { key: 'account', title: ['登录账号', 'Account'], width: 132, isMono: true },
  { key: 'realName', title: ['用户姓名', 'Name'], width: 120 },
  { key: 'deptNames', title: ['部门', 'Departments'], width: 200 },
  {
    key: 'confirmTime',
    title: ['确认时间', 'Confirmed at'],
    width: 176,
    text: (row, language) => row.confirmTime ?? inLanguage(notYet, language),
  },
];

/** Who confirmed or read the current release of a notice, and who has not. */
export function ConfirmDrawer({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) {
  const { label } = useText();
  const [size, setSize] = usePageSize();
  const [page, setPage] = useState(1);
  const [state, setState] = useState('');
  const [keyword, setKeyword] = useState('');
  const { data, isStale, failure, retry } = useCall<PageOf<NoticeReader>>('desk', 'notice/confirm-list', {
    id: String(row.id),
    current: page,
    size,
    state: state || undefined,
    keyword: keyword.trim() || undefined,
  });
  return (
    <SideDrawer
      title={label(['确认情况 · {title}', 'Confirmed: {title}'], { title: String(row.title) })}
      aside={
        <chakra.span textStyle="dense" color="fg.muted">
          {label(['{done} / {all} 人已确认', '{done} of {all} confirmed'], {
            done: Number(row.confirmedCount ?? 0),
            all: Number(row.readerCount ?? 0),
          })}
        </chakra.span>
      }
      onClose={onClose}
      footer={<Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>}
    >
      <chakra.div display="flex" alignItems="center" gap={2} mb={2} flexWrap="wrap">
        {states.map((one) => (
          <Button
            key={one.state}
            size="sm"
            aria-pressed={state === one.state}
            onClick={() => {
              setState(one.state);
              setPage(1);
            }}
          >
            {label(one.label)}
          </Button>
        ))}
        <chakra.div w="200px">
          <TextControl
            value={keyword}
            onChange={(value) => {
              setKeyword(String(value ?? ''));
              setPage(1);
            }}
            placeholder={label(['账号、姓名或拼音', 'Account, name or pinyin'])}
            ariaLabel={label(['用户', 'User'])}
          />
        </chakra.div>
      </chakra.div>
      <DataTable
        label={['确认情况', 'Confirmed']}
        screen="notice-confirm"
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: setPage, onSize: setSize }}
        rows={data?.records}
        rowKey={({ userId }) => userId}
        indexFrom={(page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={['没有符合的人员', 'Nobody']}
        height="56vh"
      />
    </SideDrawer>
  );
}
