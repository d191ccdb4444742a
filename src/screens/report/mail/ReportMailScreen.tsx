import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { mailState, reportMails, type MailRow, type MailState } from '#domain/report/mail/mailRows.ts';
import { resendMail, resendRefusal } from '#domain/report/mail/resendMail.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<MailState, Tone>> = {
  [mailState.waiting]: 'info',
  [mailState.unknown]: 'warning',
  [mailState.sent]: 'success',
  [mailState.failed]: 'danger',
  [mailState.nobody]: 'danger',
  [mailState.withdrawn]: 'neutral',
};

function State({ row: { state, isHeld } }: { readonly row: MailRow }) {
  const { label } = useText();
  const word = isHeld === 1 ? (['更正中,暂停', 'Held: being corrected'] as const) : mailState.labelOf(state);
  return <StatusWord tone={isHeld === 1 ? 'warning' : tones[state]}>{word ? label(word) : String(state)}</StatusWord>;
}
const cells: Cells<MailRow> = {
  reportNo: { width: 150, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
  sendSampleClientId: { width: 160, least: 120 },
  receiverName: { width: 110, least: 90 },
  email: { width: 180, least: 140 },
  state: { width: 140, least: 110, cell: (row) => <State row={row} /> },
  answer: { width: 220, least: 160 },
  sendTime: { width: 164, least: 110 },
  notBefore: { width: 164, least: 110 },
};

/** 报告邮件: what was mailed, what was not and why; a person may send it again. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const now = useNow();
  const queries = useQueryClient();
  const [again, setAgain] = useState<readonly MailRow[] | null>(null);
  const maySend = can(resendMail.permission);
  const acts = useMemo(
    () =>
      maySend
        ? [
            {
              key: 'send',
              label: ['重新发送', 'Send again'] as const,
              icon: Send,
              isShown: ({ state }: MailRow) => state !== mailState.waiting && state !== mailState.withdrawn,
              mayAct: (row: MailRow) => allowedBy(resendMail, resendRefusal(row, formatDateTime(now))),
              onAct: (row: MailRow) => setAgain([row]),
            },
          ]
        : [],
    [maySend, now],
  );
  const mayTick = (row: MailRow): boolean => maySend && resendRefusal(row, formatDateTime(now)) === null;
  return (
    <chakra.div h="full" minH={0}>
      <ListingScreen
        list={reportMails}
        cells={cells}
        acts={acts}
        {...(maySend ? { mayTick } : {})}
        emptyText={[
          '没有报告邮件。报告策略的送达方式选“邮件”后, 报告发布时按报告接收人生成',
          'No mails. They come about when a report is issued by a strategy that mails, one for each receiver',
        ]}
        tools={({ ticked }) =>
          maySend ? (
            <Button size="sm" variant="primary" icon={Send} disabled={ticked.length === 0} onClick={() => setAgain(ticked)}>
              {label(['重新发送 {count}', 'Send again {count}'], { count: ticked.length })}
            </Button>
          ) : null
        }
      />
      {again ? (
        <ActDrawer
          command={resendMail}
          rows={again.map(({ mailId }) => ({ mailId }))}
          nameOf={({ mailId }) => {
            const row = again.find((one) => one.mailId === mailId);
            return row ? [row.reportNo, row.receiverName].filter(Boolean).join(' ') : mailId;
          }}
          onClose={() => setAgain(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'report'] })}
        />
      ) : null}
    </chakra.div>
  );
}
