import { chakra } from '@chakra-ui/react';
import { BookOpen } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { noticeCategory } from '#domain/notice/notice.ts';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { type PageOf, useCall } from '#src/console/desk/useCall.ts';
import { OpenedNotice } from '#src/console/notices/OpenedNotice.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { timeWidths, type RowAct, type TableColumn } from '#src/ui/table/column.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

const words = {
  read: ['已读', 'Read'],
  confirmed: ['已确认', 'Confirmed'],
  unread: ['未读', 'Unread'],
  toConfirm: ['待确认', 'To confirm'],
} as const satisfies Record<string, Label>;
function stateOf({ confirmTime, mustConfirm }: OwnNotice): keyof typeof words {
  return confirmTime === null ? (mustConfirm === 1 ? 'toConfirm' : 'unread') : mustConfirm === 1 ? 'confirmed' : 'read';
}

/** 我的通知: everything that was ever published for this person, and what they have read or confirmed of it. */
export function Screen() {
  const { label } = useText();
  const [size, setSize] = usePageSize();
  const [page, setPage] = useState(1);
  const [title, setTitle] = useState('');
  const [isUnread, setUnread] = useState(false);
  const [opened, setOpened] = useState<OwnNotice | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const { data, isStale, failure, retry } = useCall<PageOf<OwnNotice>>('desk', 'notice/my-list', {
    current: page,
    size,
    title: title.trim() || undefined,
    mode: isUnread ? 2 : undefined,
  });
  const columns = useMemo(
    (): readonly TableColumn<OwnNotice>[] => [
      {
        key: 'state',
        title: ['状态', 'State'],
        width: 108,
        text: (row, language) => inLanguage(words[stateOf(row)], language),
        cell: (row) => (
          <StatusWord tone={row.confirmTime === null ? (row.mustConfirm === 1 ? 'danger' : 'warning') : 'success'}>
            {label(words[stateOf(row)])}
          </StatusWord>
        ),
      },
      { key: 'title', title: ['通知标题', 'Title'], width: 360 },
      {
        key: 'category',
        title: ['通知类型', 'Kind'],
        width: 120,
        text: (row, language) => inLanguage(noticeCategory.labelOf(row.category) ?? ['', ''], language),
      },
      { key: 'releaseTime', title: ['发布时间', 'Published at'], ...timeWidths },
      { key: 'createUserName', title: ['发布人', 'By'], width: 104 },
      { key: 'confirmTime', title: ['阅读/确认时间', 'Read or confirmed at'], ...timeWidths, text: (row) => row.confirmTime ?? '' },
    ],
    [label],
  );
  const acts: readonly RowAct<OwnNotice>[] = [{ key: 'open', label: ['阅读', 'Read'], icon: BookOpen, onAct: setOpened }];
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <chakra.h1 srOnly>{label(['我的通知', 'My notices'])}</chakra.h1>
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        <chakra.div w="240px">
          <TextControl
            value={title}
            onChange={(value) => {
              setTitle(String(value ?? ''));
              setPage(1);
            }}
            placeholder={label(['通知标题', 'Title'])}
            ariaLabel={label(['通知标题', 'Title'])}
          />
        </chakra.div>
        <Button
          size="sm"
          aria-pressed={isUnread}
          onClick={() => {
            setUnread(!isUnread);
            setPage(1);
          }}
        >
          {label(isUnread ? ['显示全部', 'Show all'] : ['只看未读', 'Unread only'])}
        </Button>
      </chakra.div>
      <DataTable
        label={['我的通知', 'My notices']}
        screen="/notice-log"
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: setPage, onSize: setSize }}
        rows={data?.records}
        rowKey={(row) => row.id}
        acts={acts}
        onOpen={setOpened}
        indexFrom={(page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={isUnread || title.trim() ? ['没有符合的通知', 'No such notice'] : ['还没有通知', 'No notices yet']}
      />
      {opened ? <OpenedNotice notice={opened} onClose={close} /> : null}
    </chakra.div>
  );
}
