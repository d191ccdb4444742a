import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { sendResult } from '#domain/bill/billChoices.ts';
import { sendStatement, statementSendRefusal } from '#domain/bill/email/sendStatement.ts';
import { statementMails, type StatementMailRow } from '#domain/bill/email/statementMails.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { useBillKeys } from '../useBillKeys.ts';
import { StatementMailDrawer } from './StatementMailDrawer.tsx';

/** How a statement stands, in one word. */
function standing({ send, sendResult: result, sendTime }: StatementMailRow): { readonly word: Label; readonly tone: Tone } {
  if (result === sendResult.sent) return { word: ['已发送', 'Sent'], tone: 'success' };
  if (result === sendResult.failed) return { word: ['发送失败', 'Failed'], tone: 'danger' };
  if (send === 0) return { word: ['未发送', 'Not sent'], tone: 'neutral' };
  return sendTime === null ? { word: ['待发送', 'To be sent'], tone: 'info' } : { word: ['结果未知', 'Outcome unknown'], tone: 'warning' };
}
function Standing({ row }: { readonly row: StatementMailRow }) {
  const { label } = useText();
  const { word, tone } = standing(row);
  return <StatusWord tone={tone}>{row.fault ? `${label(word)}: ${label(row.fault)}` : label(word)}</StatusWord>;
}
const cells: Cells<StatementMailRow> = {
  batchNo: { width: 170, least: 140, isMono: true },
  qty: { width: 72, least: 60, align: 'end' },
  totalAmount: { width: 110, least: 90, align: 'end' },
  sendResult: { width: 170, least: 120, cell: (row) => <Standing row={row} /> },
  accountCheckingEmail: { width: 180, least: 140 },
};

/** 对账邮件: statements by client and cycle; sent by hand, or by themselves on their day. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const now = useNow();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<StatementMailRow | null>(null);
  const [asked, setAsked] = useState<readonly StatementMailRow[] | null>(null);
  const maySend = can(sendStatement.permission);
  /** Pressed by Ctrl+Enter. */
  const main = useRef<HTMLButtonElement>(null);
  useBillKeys({ onMain: () => main.current?.click() });
  const acts = useMemo(
    () =>
      maySend
        ? [
            {
              key: 'send',
              label: ['发送', 'Send'] as const,
              icon: Send,
              mayAct: (row: StatementMailRow) => allowedBy(sendStatement, statementSendRefusal(row, formatDateTime(now))),
              onAct: (row: StatementMailRow) => setAsked([row]),
            },
          ]
        : [],
    [maySend, now],
  );
  const isSendable = (row: StatementMailRow): boolean => statementSendRefusal(row, formatDateTime(now)) === null;
  return (
    <>
      <ListingScreen
        list={statementMails}
        cells={cells}
        acts={acts}
        onOpen={setOpened}
        {...(maySend ? { mayTick: isSendable } : {})}
        emptyText={[
          '没有对账邮件。发送账单时, 或在自动对账客户的发送日生成',
          'No statements. They come about when a bill is sent, or on a client’s sending day',
        ]}
        tools={({ ticked }) =>
          maySend ? (
            <Button
              ref={main}
              size="sm"
              variant="primary"
              icon={Send}
              keyHint="Ctrl+Enter"
              disabled={ticked.length === 0}
              onClick={() => setAsked(ticked)}
            >
              {label(['发送 {count}', 'Send {count}'], { count: ticked.length })}
            </Button>
          ) : null
        }
      />
      {opened ? (
        <StatementMailDrawer
          key={opened.billEmailId}
          row={opened}
          onSend={maySend && isSendable(opened) ? () => setAsked([opened]) : null}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {asked ? (
        <ActDrawer
          command={sendStatement}
          rows={asked.map(({ billEmailId }) => ({ billEmailId }))}
          nameOf={({ billEmailId }) => asked.find((row) => row.billEmailId === billEmailId)?.batchNo ?? billEmailId}
          onClose={() => setAsked(null)}
          onDone={() => {
            setOpened(null);
            void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
          }}
        />
      ) : null}
    </>
  );
}
