import { chakra } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

/** What became of one account. */
export interface DoneRow {
  readonly row: WireRow;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly word: Label;
  /** Shown this once. */
  readonly password: string | null;
}

const tones: Readonly<Record<DoneRow['state'], Tone>> = { waiting: 'neutral', done: 'success', failed: 'danger' };

/** What was done to accounts, row by row; passwords stand here once and nowhere else. */
export function DoingDrawer({ title, rows, onClose }: { readonly title: Label; readonly rows: readonly DoneRow[]; readonly onClose: () => void }) {
  const { label } = useText();
  const hasPasswords = rows.some(({ password }) => password !== null);
  const isBusy = rows.some(({ state }) => state === 'waiting');
  const failed = rows.filter(({ state }) => state === 'failed').length;
  const columns: readonly TableColumn<DoneRow>[] = [
    { key: 'account', title: ['登录账号', 'Account'], width: 140, isMono: true, text: ({ row }) => String(row.account ?? '') },
    { key: 'realName', title: ['用户姓名', 'Name'], width: 120, text: ({ row }) => String(row.realName ?? row.name ?? '') },
    {
      key: 'result',
      title: ['结果', 'Outcome'],
      width: 260,
      text: ({ word }, language) => inLanguage(word, language),
      cell: ({ state, word }) => <StatusWord tone={tones[state]}>{label(word)}</StatusWord>,
    },
    ...(hasPasswords
      ? [
          {
            key: 'password',
            title: ['一次性密码', 'Password for one use'],
            width: 190,
            isMono: true,
            text: ({ password }) => password ?? '',
          } as const satisfies TableColumn<DoneRow>,
        ]
      : []),
  ];
  const copy = async (): Promise<void> => {
    const text = rows.flatMap(({ row, password }) => (password === null ? [] : [`${String(row.account)}\t${password}`])).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      notify.success(['已复制', 'Copied']);
    } catch {
      notify.warn(['浏览器不允许复制, 请手工抄录', 'The browser does not allow copying; please write it down']);
    }
  };
  return (
    <SideDrawer
      title={label(title)}
      onClose={onClose}
      footer={
        <>
          {hasPasswords ? (
            <Button icon={Copy} onClick={() => void copy()}>
              {label(['复制账号和密码', 'Copy accounts and passwords'])}
            </Button>
          ) : null}
          <Button variant="primary" disabled={isBusy} onClick={onClose} data-enter-end="">
            {label(['关闭', 'Close'])}
          </Button>
        </>
      }
    >
      <chakra.p role="status" textStyle="dense" color="fg.muted" mb={2}>
        {isBusy
          ? label(['处理中 {done} / {all}', 'Working: {done} of {all}'], {
              done: rows.filter(({ state }) => state !== 'waiting').length,
              all: rows.length,
            })
          : failed > 0
            ? label(['完成, {failed} 个未成功', 'Finished; {failed} did not succeed'], { failed })
            : label(['全部完成', 'All done'])}
      </chakra.p>
      {hasPasswords ? (
        <chakra.p textStyle="dense" color="warning.text" mb={2}>
          {label([
            '密码只在此显示一次, 首次登录须修改。请转交本人。',
            'The passwords are shown here once and must be changed at the first login. Hand them to their owners.',
          ])}
        </chakra.p>
      ) : null}
      <DataTable
        label={title}
        screen="user-doing"
        columns={columns}
        extent="whole"
        rows={rows}
        rowKey={({ row }) => String(row.id ?? row.account)}
        indexFrom={1}
        height="56vh"
      />
    </SideDrawer>
  );
}
