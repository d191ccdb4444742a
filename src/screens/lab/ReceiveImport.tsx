import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { receiveSample } from '#domain/lab/labReceive.ts';
import type { ReceiveBatch, ReceiveCheck } from '#domain/lab/labRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { errorText } from '#src/console/errorText.ts';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

type CheckedRow = ReceiveBatch['rows'][number];
const verdicts: Readonly<Record<ReceiveCheck['verdict'], { readonly tone: Tone; readonly word: Label }>> = {
  ready: { tone: 'success', word: ['可接收', 'Ready'] },
  repeat: { tone: 'warning', word: ['已接收', 'Received before'] },
  refused: { tone: 'danger', word: ['拒绝', 'Refused'] },
  conflict: { tone: 'danger', word: ['冲突', 'Conflict'] },
};

/** A list of codes from a sheet: each row judged by the server first, then received through the outbox. */
export function ReceiveImport() {
  const { label } = useText();
  const [batch, setBatch] = useState<ReceiveBatch | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const check = async (file: File): Promise<void> => {
    const form = new FormData();
    form.append('file', file);
    setBusy(true);
    try {
      const { batchId } = await ask('POST lab/lab-task/import-receive-check', { form });
      setBatch(await ask('GET lab/lab-task/receive-status', { query: { batchId } }));
    } catch (error) {
      if ((error as { isTransport?: boolean }).isTransport)
        notify.error(['检查名单需要网络,恢复后再试', 'Checking a list needs the network; try again later']);
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  const receiveAll = async (): Promise<void> => {
    const ready = batch?.rows.filter((row) => row.verdict === 'ready') ?? [];
    const kept = new Set<number>();
    setBusy(true);
    try {
      for (const { line, code } of ready) {
        await enqueue(receiveSample, { code, inputMode: 'scan' });
        kept.add(line);
      }
      setBatch(null);
    } catch (error) {
      notify.error(errorText(error, label));
      // What is left can be received again by itself.
      setBatch((before) => before && { ...before, rows: before.rows.filter(({ line }) => !kept.has(line)) });
    } finally {
      setBusy(false);
      if (kept.size > 0)
        notify.success(['{count} 管已保存到本机,待上传', '{count} tubes saved on this computer, waiting to be sent'], {
          params: { count: kept.size },
        });
    }
  };

  const columns: readonly TableColumn<CheckedRow>[] = [
    { key: 'line', title: ['行', 'Row'], width: 60, align: 'end' },
    { key: 'code', title: ['条码', 'Code'], width: 160, isMono: true },
    {
      key: 'verdict',
      title: ['判断', 'Verdict'],
      width: 130,
      text: (row, language) => verdicts[row.verdict].word[language === 'zh' ? 0 : 1],
      cell: (row) => <StatusWord tone={verdicts[row.verdict].tone}>{label(verdicts[row.verdict].word)}</StatusWord>,
    },
    {
      key: 'reason',
      title: ['原因说明', 'Explanation'],
      width: 320,
      text: (row) => row.refusal?.text ?? (row.verdict === 'repeat' ? `${row.labReceiveTime ?? ''} ${row.receivedBy ?? ''}` : ''),
    },
  ];
  const readyCount = batch?.rows.filter((row) => row.verdict === 'ready').length ?? 0;
  return (
    <chakra.div mt="auto">
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.csv"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void check(file);
        }}
      />
      <Button size="sm" icon={Upload} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label(['按名单接收', 'Receive from a sheet'])}
      </Button>
      {batch ? (
        <SideDrawer
          title={label(['接收名单 {file}', 'List {file}'], { file: batch.fileName })}
          onClose={() => setBatch(null)}
          footer={
            <Button variant="primary" isBusy={isBusy} disabled={readyCount === 0} onClick={() => void receiveAll()}>
              {label(['接收 {count} 管', 'Receive {count} tubes'], { count: readyCount })}
            </Button>
          }
        >
          <DataTable
            label={['接收名单', 'List']}
            screen="receive-import"
            columns={columns}
            extent="whole"
            rows={batch.rows}
            rowKey={(row) => String(row.line)}
            indexFrom={false}
            height="60vh"
          />
        </SideDrawer>
      ) : null}
    </chakra.div>
  );
}
