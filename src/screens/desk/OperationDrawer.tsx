import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useOpened } from '#src/console/useOpened.ts';
import { useOperation } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { actLines, type ActLine } from './actContent.ts';
import { timesOf } from './operationColumns.tsx';
import { actTitle, fieldFaults, stateWords, unreadableTexts, whyText } from './operationText.ts';
import { useMasterNames } from './useMasterNames.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: '120px minmax(0, 1fr)',
    columnGap: 3,
    rowGap: 1.5,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
const Heading = chakra('h3', { base: { textStyle: 'title', mt: 4, mb: 2 } });

/** One act in full: who, what, when, why; what was entered beside what the server says. */
export function OperationDrawer({
  shown,
  onClose,
  footer,
}: {
  readonly shown: OutboxOperation;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
}) {
  const { label, language } = useText();
  const operation = useOperation(shown.opId) ?? shown;
  const { word, tone } = stateWords[operation.state];
  const faults = fieldFaults(operation, language);
  const facts: readonly (readonly [Label, ReactNode])[] = [
    [['说明', 'Why'], whyText(operation, language)],
    [['操作人', 'By'], operation.authorName],
    [['保存时间', 'Saved at'], <ActTime key="at" {...timesOf(operation)} />],
    [
      ['对象', 'Subject'],
      <chakra.span key="subject" textStyle="mono">
        {operation.subject}
      </chakra.span>,
    ],
    [['本机序号', 'Desk number'], String(operation.seq)],
    [['上传次数', 'Sent'], String(operation.attempts)],
    ...(operation.isUnknown && operation.resolvedAt === null
      ? [[['结果', 'Outcome'], label(['服务器可能已收到,等待确认', 'The server may have received it; not confirmed yet'])] as const]
      : []),
    ...(operation.lastError
      ? [[['上次失败', 'Last failure'], `${formatDateTime(operation.lastError.at)} ${operation.lastError.message}`] as const]
      : []),
    ...(operation.receipt && operation.receipt.serverSeq !== '0'
      ? [[['服务器回执', 'Receipt'], `${operation.receipt.serverSeq} (${operation.receipt.serverTime})`] as const]
      : []),
    [
      ['操作编号', 'Key'],
      <chakra.span key="key" textStyle="mono" userSelect="all">
        {operation.opId}
      </chakra.span>,
    ],
  ];
  const opened = useOpened(operation);
  const payload = opened?.isReadable ? opened.payload : undefined;
  const nameOf = useMasterNames(payload, operation.receipt?.params);
  const sent = actLines(payload, language, nameOf);
  const told = actLines(operation.receipt?.params, language, nameOf);
  return (
    <SideDrawer
      title={actTitle(operation.type, language)}
      aside={<StatusWord tone={tone}>{label(word)}</StatusWord>}
      size="md"
      onClose={onClose}
      footer={footer}
    >
      <Facts>
        {facts.map(([title, value]) => (
          <chakra.div key={title[1]} display="contents">
            <dt>{label(title)}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </Facts>
      {faults.length > 0 ? (
        <>
          <Heading>{label(['需要改正', 'To be corrected'])}</Heading>
          <chakra.ul pl={4} color="danger.text" textStyle="dense">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </chakra.ul>
        </>
      ) : null}
      <chakra.div display="grid" gridTemplateColumns={told.length > 0 ? { base: '1fr', lg: '1fr 1fr' } : '1fr'} columnGap={4}>
        <Lines
          title={label(['我的内容', 'What I entered'])}
          lines={sent}
          note={opened?.isReadable === false ? label(unreadableTexts[opened.why]) : ''}
        />
        {told.length > 0 ? <Lines title={label(['服务器现状', 'What the server has'])} lines={told} /> : null}
      </chakra.div>
    </SideDrawer>
  );
}

function Lines({ title, lines, note = '' }: { readonly title: string; readonly lines: readonly ActLine[]; readonly note?: string }) {
  return (
    <section>
      <Heading>{title}</Heading>
      {note === '' ? null : (
        <chakra.p color="fg.muted" textStyle="dense">
          {note}
        </chakra.p>
      )}
      <Facts>
        {lines.map((line) => (
          <chakra.div key={line.key} display="contents">
            <dt>{line.title}</dt>
            <dd>{line.text}</dd>
          </chakra.div>
        ))}
      </Facts>
    </section>
  );
}
