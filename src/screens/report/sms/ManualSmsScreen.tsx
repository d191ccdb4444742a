import { useQueryClient } from '@tanstack/react-query';
import { Ban, Check, CircleHelp, Eraser, Eye, Send } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Command } from '#domain/kernel/command.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import {
  markRefusal,
  markSmsNotSent,
  markSmsSent,
  sendRefusal,
  sendSms,
  unmarkRefusal,
  unmarkSms,
  type SmsFacts,
} from '#domain/report/sms/smsActs.ts';
import { manualSms, revealSms, type SmsRow } from '#domain/report/sms/smsRows.ts';
import { ask } from '#src/api/ask.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { SmsExplainDrawer } from './SmsExplainDrawer.tsx';
import { smsCells } from './smsCells.tsx';

const acts = [
  { key: 'send', command: sendSms, icon: Send, label: ['发送', 'Send'], refusal: sendRefusal },
  { key: 'sent', command: markSmsSent, icon: Check, label: ['标记已发', 'Mark sent'], refusal: markRefusal },
  { key: 'notSent', command: markSmsNotSent, icon: Ban, label: ['标记不发', 'Do not send'], refusal: markRefusal },
  { key: 'unmark', command: unmarkSms, icon: Eraser, label: ['取消标记', 'Take mark off'], refusal: unmarkRefusal },
] as const satisfies readonly {
  readonly command: Command;
  readonly refusal: (sms: SmsFacts, now: string) => Refusal | null;
  [more: string]: unknown;
}[];
type Act = (typeof acts)[number];
/** Each can at least be marked, or its mark taken off. */
const mayTick = (): boolean => true;

/** 手动短信: what the system did not send by itself, and why; sent, or marked, by a person. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const now = useNow();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly act: Act; readonly rows: readonly SmsRow[] } | null>(null);
  const [opened, setOpened] = useState<SmsRow | null>(null);
  const renew = (): void => {
    for (const service of ['op', 'search']) void queries.invalidateQueries({ queryKey: ['call', service] });
  };
  const mine = useMemo(() => acts.filter(({ command }) => can(command.permission)), [can]);
  const reveal = useCallback(
    async ({ smsMessageId, sampleCode }: SmsRow): Promise<void> => {
      const { telephone } = await ask('POST op/search-manual-sms/reveal', { body: { id: smsMessageId } });
      notify.info(label(['{code}: {telephone} (查看已记录)', '{code}: {telephone} (this look is noted)'], { code: sampleCode, telephone }));
    },
    [label],
  );
  const rowActs = useMemo((): readonly RowAct<SmsRow>[] => {
    const at = formatDateTime(now);
    return [
      ...mine.map((act): RowAct<SmsRow> => ({
        key: act.key,
        icon: act.icon,
        label: act.label,
        // What is marked can only be unmarked, and the other way round.
        isShown: ({ markStatus }) => (act.command === unmarkSms) === (markStatus !== 0),
        mayAct: (row) => allowedBy(act.command as Command, act.refusal(row, at)),
        onAct: (row) => setAsked({ act, rows: [row] }),
      })),
      { key: 'explain', icon: CircleHelp, label: ['解释', 'Explain'], onAct: setOpened },
      ...(can(revealSms.code)
        ? [
            {
              key: 'reveal',
              icon: Eye,
              label: ['完整手机号', 'Whole number'] as const,
              isShown: ({ telephone }: SmsRow) => telephone !== '',
              // A call that failed has said so itself.
              onAct: (row: SmsRow) => void reveal(row).catch(() => undefined),
            } satisfies RowAct<SmsRow>,
          ]
        : []),
    ];
  }, [mine, now, can, reveal]);
  const names = new Map(asked?.rows.map(({ smsMessageId, sampleCode, personName }) => [smsMessageId, `${sampleCode} ${personName ?? ''}`.trim()]));
  return (
    <>
      <ListingScreen
        list={manualSms}
        cells={smsCells}
        acts={rowActs}
        onOpen={setOpened}
        mayTick={mayTick}
        emptyText={['没有需要人工处理的短信', 'No message waits for a person']}
        tools={({ ticked }) =>
          mine.map((act) => (
            <Button
              key={act.key}
              size="sm"
              icon={act.icon}
              {...(act.key === 'send' ? { variant: 'primary' as const } : {})}
              disabled={ticked.length === 0}
              onClick={() => setAsked({ act, rows: ticked })}
            >
              {label(act.label)}
            </Button>
          ))
        }
      />
      {asked ? (
        <ActDrawer
          key={asked.act.key}
          command={asked.act.command as typeof sendSms}
          rows={asked.rows.map(({ smsMessageId }) => ({ id: smsMessageId }))}
          nameOf={({ id }) => names.get(id) ?? id}
          onClose={() => setAsked(null)}
          onDone={renew}
        />
      ) : null}
      {opened ? <SmsExplainDrawer key={opened.smsMessageId} row={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
