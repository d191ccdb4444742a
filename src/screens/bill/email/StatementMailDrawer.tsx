import { chakra } from '@chakra-ui/react';
import { Download, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { mailedLines, type MailedLineRow, type StatementMailRow } from '#domain/bill/email/statementMails.ts';
import type { Label } from '#domain/kernel/label.ts';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const cells: Cells<MailedLineRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  qty: { width: 64, least: 56, align: 'end' },
  totalAmount: { width: 100, least: 84, align: 'end' },
};
async function fetchFile({ billEmailId, batchNo }: StatementMailRow): Promise<void> {
  try {
    const { blob, name } = await download(servicePath('bill', 'billEmail/file'), { billEmailId }, `${batchNo}.xlsx`);
    saveBlob(blob, name);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.error(error.message);
  }
}

/** A statement before it goes, or after it went: who gets it, what it says, its file, and 发送. */
export function StatementMailDrawer({
  row,
  onSend,
  onClose,
}: {
  readonly row: StatementMailRow;
  readonly onSend: (() => void) | null;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const person = (title: Label, name: string | null, email: string | null): ReactNode => (
    <>
      <dt>{label(title)}</dt>
      <dd>{[name, email ?? label(['无邮箱', 'no e-mail'])].filter(Boolean).join(' ')}</dd>
    </>
  );
  return (
    <SideDrawer
      size="lg"
      title={`${row.batchNo} ${row.sendSampleClientName ?? row.billName ?? ''}`}
      onClose={onClose}
      footer={
        <>
          {row.isFrozen ? (
            <Button icon={Download} onClick={() => void fetchFile(row)}>
              {label(['下载已发送的文件', 'Download what was sent'])}
            </Button>
          ) : null}
          {onSend ? (
            <Button variant="primary" icon={Send} onClick={onSend}>
              {label(['发送', 'Send'])}
            </Button>
          ) : null}
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap={2} minH="480px" h="full">
        <chakra.dl
          textStyle="dense"
          display="grid"
          gridTemplateColumns="max-content 1fr"
          columnGap={3}
          rowGap={1}
          m={0}
          css={{ '& dt': { color: 'fg.muted' } }}
        >
          {person(['收件人', 'To'], row.accountCheckingPeople, row.accountCheckingEmail)}
          {person(['抄送销售员', 'Copy to sales'], row.salesman, row.salesmanEmail)}
          {person(['抄送助理', 'Copy to the assistant'], row.salesmanAssistantName, row.salesmanAssistantEmail)}
          <dt>{label(['账期', 'Cycle'])}</dt>
          <dd>{`${row.beginTime} ~ ${row.endTime}`}</dd>
          <dt>{label(['合计', 'In all'])}</dt>
          <dd>{label(['{qty} 个样本, {sum}', '{qty} samples, {sum}'], { qty: row.qty, sum: row.totalAmountYuan ?? '' })}</dd>
          {row.fault ? (
            <>
              <dt>{label(['邮件答复', 'What was heard'])}</dt>
              <dd>{label(row.fault)}</dd>
            </>
          ) : null}
        </chakra.dl>
        {row.isFrozen ? (
          <chakra.p textStyle="note" color="fg.muted">
            {label([
              '文件已固定, 再次发送的是同一文件; 下列为账期当前的明细',
              'The file stands as it was sent and goes again as it is; below is what belongs to the cycle now',
            ])}
          </chakra.p>
        ) : null}
        <ListPanel
          list={mailedLines}
          screen="/bill/billEmail#lines"
          query={{ billEmailId: row.billEmailId }}
          cells={cells}
          emptyText={['没有明细', 'No lines']}
        />
      </chakra.div>
    </SideDrawer>
  );
}
