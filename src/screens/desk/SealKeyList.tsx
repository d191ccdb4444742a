import { chakra } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { sealKeyRights, type SealKeyRow } from '#domain/desk/keptAct.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useSay } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';

const dayMs = 86_400_000;
const words = { offered: ['使用中', 'In use'], old: ['仅用于解封', 'Opens only'] } as const;

function StateCell({ isOld }: { readonly isOld: boolean }) {
  const say = useSay();
  return <StatusWord tone={isOld ? 'neutral' : 'success'}>{say(isOld ? words.old : words.offered)}</StatusWord>;
}
/** Whole days since a moment of the server's, `yyyy-MM-dd HH:mm:ss`. */
const daysSince = (time: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(`${time.replace(' ', 'T')}+08:00`)) / dayMs));
/** Nothing is said of a key that is in use: what waits is on its way to it. */
const ofOld = (count: number, { replacedTime }: SealKeyRow): string => (replacedTime === null ? '' : String(count));

const columns: readonly TableColumn<SealKeyRow>[] = [
  { key: 'serverKeyId', title: ['密钥编号', 'Key'], width: 170, isMono: true },
  {
    key: 'state',
    title: ['状态', 'State'],
    width: 110,
    text: ({ replacedTime }, language) => words[replacedTime === null ? 'offered' : 'old'][language === 'zh' ? 0 : 1],
    cell: ({ replacedTime }) => <StateCell isOld={replacedTime !== null} />,
  },
  { key: 'createTime', title: ['启用时间', 'In use since'], width: 160 },
  { key: 'age', title: ['已用(天)', 'Age (days)'], width: 96, align: 'end', text: ({ createTime }) => String(daysSince(createTime)) },
  { key: 'replacedTime', title: ['更换时间', 'Replaced'], width: 160, text: ({ replacedTime }) => replacedTime ?? '' },
  { key: 'keptActs', title: ['暂存操作', 'Kept acts'], width: 96, align: 'end' },
  { key: 'waitingActs', title: ['前台待传(至多)', 'Waiting (at most)'], width: 140, align: 'end', text: (row) => ofOld(row.waitingActs, row) },
  {
    key: 'unheardDesks',
    title: ['此后未联系的前台', 'Desks not heard since'],
    width: 160,
    align: 'end',
    text: (row) => ofOld(row.unheardDesks, row),
  },
];

/** The keys to which desks seal their acts: how old they are, what may still be sealed to each, and the change to a new one. */
export function SealKeyList() {
  const { label } = useText();
  const { can } = useSession();
  const [isBusy, setBusy] = useState(false);
  const view = useTableView('/desk/devices/seal-keys', columns);
  const list = useAsked('GET sample/offline/seal-key/list', {});

  const rotate = async (): Promise<void> => {
    const isSure = await confirm({
      title: ['更换封存密钥', 'Change the sealing key'],
      text: [
        '各前台下次启动后改用新密钥封存操作。旧密钥保留,已封存的操作照常解封、上传。',
        'Desks seal to a new key from their next start on. The old key stays: what was sealed to it is still sent and opened.',
      ],
      confirmLabel: ['更换', 'Change'],
    });
    if (!isSure) return;
    setBusy(true);
    try {
      const { serverKeyId } = await ask('POST sample/offline/seal-key/rotate', {});
      notify.success(['已更换为 {key}', 'Changed to {key}'], { params: { key: serverKeyId } });
      list.retry();
    } catch (error) {
      if (isTransportError(error)) notify.error(['连接不上服务器', 'The server cannot be reached']);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={list.retry} isRefreshing={list.isStale}>
        {can(sealKeyRights.rotate.code) ? (
          <Button size="sm" icon={KeyRound} isBusy={isBusy} onClick={() => void rotate()}>
            {label(['更换密钥', 'Change key'])}
          </Button>
        ) : null}
        <chakra.span textStyle="dense" color="fg.muted">
          {label(['旧密钥不删除: 用它封存的操作与暂存记录始终可以解封', 'Old keys are never dropped: what was sealed to them can always be opened'])}
        </chakra.span>
      </Toolbar>
      <DataTable
        label={['封存密钥', 'Sealing keys']}
        screen="/desk/devices/seal-keys"
        view={view}
        columns={columns}
        extent="whole"
        rows={list.data}
        rowKey={({ serverKeyId }) => serverKeyId}
        indexFrom={1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有密钥', 'No key']}
      />
    </>
  );
}
