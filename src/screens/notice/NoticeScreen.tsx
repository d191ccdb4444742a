import { ListChecks, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { inLanguage } from '#domain/kernel/label.ts';
import { notice, noticeAudience, noticeState } from '#domain/notice/notice.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { ConfirmDrawer } from './ConfirmDrawer.tsx';
import { NoticeDrawer } from './NoticeDrawer.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [noticeState.draft]: 'neutral',
  [noticeState.published]: 'success',
  [noticeState.revoked]: 'warning',
};
const isPublished = (row: WireRow): boolean => Number(row.noticeState) === noticeState.published;
const wasPublished = (row: WireRow): boolean => Number(row.releaseNo ?? 0) > 0;

function StateCell({ row }: { readonly row: WireRow }) {
  const { label } = useText();
  return <StatusWord tone={tones[Number(row.noticeState)] ?? 'neutral'}>{label(noticeState.labelOf(row.noticeState) ?? ['', ''])}</StatusWord>;
}
const confirmedColumn: TableColumn<WireRow> = {
  key: 'confirmedCount',
  title: ['已确认', 'Confirmed'],
  width: 96,
  align: 'end',
  text: (row) => (wasPublished(row) ? `${Number(row.confirmedCount ?? 0)} / ${Number(row.readerCount ?? 0)}` : ''),
};
/** The names behind "for" stand where its word does. */
const audienceText: TableColumn<WireRow>['text'] = (row, language) => {
  const names = [row.deptNames, row.roleNames, row.userNames][Number(row.audience) - 2];
  if (Number(row.audience) !== noticeAudience.all && Array.isArray(names)) return names.join(language === 'zh' ? '、' : ', ');
  return inLanguage(noticeAudience.labelOf(row.audience) ?? ['', ''], language);
};
const columns: ListScreenProps['columns'] = (described) =>
  described.flatMap((column) => {
    if (column.key === 'title') return [{ ...column, width: 200 }];
    if (column.key === 'noticeState') return [{ ...column, width: 108, least: 108, cell: (row: WireRow) => <StateCell row={row} /> }];
    if (column.key === 'audience') return [{ ...column, width: 140, least: 110, text: audienceText }, confirmedColumn];
    // When it was published says more, and both are too much for a desk's screen.
    return [column.key === 'updateTime' ? { ...column, isHidden: true } : column];
  });

async function revoke(row: WireRow): Promise<void> {
  const isYes = await confirm({
    text: ['撤回后接收人将看不到该通知, 确定撤回?', 'Nobody will see the notice any more. Revoke it?'],
    confirmLabel: ['撤回', 'Revoke'],
    isDanger: true,
  });
  if (!isYes) return;
  try {
    await call('POST', servicePath('desk', 'notice/revoke'), { query: { ids: String(row.id) } });
    notify.success(['已撤回', 'Revoked']);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
  }
  await queryClient.invalidateQueries({ queryKey: resourceKey(notice) });
}

/** 通知公告: notices for everybody or for some, with who has confirmed them. */
export function Screen() {
  const { can } = useSession();
  const [asked, setAsked] = useState<WireRow | null>(null);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      { key: 'confirmed', label: ['确认情况', 'Who confirmed'], icon: ListChecks, onAct: setAsked, isShown: wasPublished },
      ...(can('notice_save')
        ? [
            {
              key: 'revoke',
              label: ['撤回', 'Revoke'],
              icon: Undo2,
              isDanger: true,
              onAct: (row: WireRow) => void revoke(row),
              isShown: isPublished,
            } as const,
          ]
        : []),
    ],
    [can],
  );
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => <NoticeDrawer key={`${state.mode}-${String(state.row?.id ?? '')}`} state={state} onClose={close} onSaved={reload} />,
    [],
  );
  return (
    <>
      <ListScreen resource={notice} screen={notice.screens[0]} columns={columns} acts={acts} drawer={drawer} />
      {asked ? <ConfirmDrawer row={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
