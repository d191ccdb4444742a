import { chakra } from '@chakra-ui/react';
import { Printer, Undo2 } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { useText } from '../useText.ts';
import { actVerdict, type Done } from './actVerdict.ts';

const undoSeconds = 30;
const tones: Readonly<Record<string, Tone>> = { ok: 'success', waiting: 'info', repeat: 'warning', refused: 'danger', idle: 'neutral' };
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '62px minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: 2,
    minH: '32px',
    borderBottom: 'hairline',
    textStyle: 'dense',
    _last: { borderBottom: 'none' },
  },
});

export interface ActLogProps {
  readonly operations: readonly OutboxOperation[];
  readonly done: Done;
  /** Takes an act back; offered for half a minute (a compensating act, audited). */
  readonly onUndo?: (operation: OutboxOperation) => void;
  readonly canUndo?: (operation: OutboxOperation) => boolean;
  /** The word for an act that was done and has been taken back since, by whomever; null: it stands. */
  readonly undone?: (operation: OutboxOperation) => Label | null;
  /** Beside the code: whose it is. */
  readonly name?: (operation: OutboxOperation) => string;
  /** Opens what the act was about. */
  readonly onOpen?: (operation: OutboxOperation) => void;
  /** Prints a label of what the act was about once more. */
  readonly onReprint?: (operation: OutboxOperation) => void;
  readonly canReprint?: (operation: OutboxOperation) => boolean;
}

/** The last ten acts of this desk, newest first, each with the truth about it. */
export function ActLog({ operations, done, onUndo, canUndo, undone, name, onOpen, onReprint, canReprint }: ActLogProps) {
  const { label } = useText();
  const now = useTick(onUndo ? 1000 : 0);
  const last = operations.slice(-10).toReversed();
  const latest = useRef({ onUndo, onOpen, onReprint });
  useLayoutEffect(() => {
    latest.current = { onUndo, onOpen, onReprint };
  });
  const undo = useCallback((operation: OutboxOperation) => latest.current.onUndo?.(operation), []);
  const reprint = useCallback((operation: OutboxOperation) => latest.current.onReprint?.(operation), []);
  const open = useCallback((operation: OutboxOperation) => latest.current.onOpen?.(operation), []);
  return (
    <chakra.section aria-label={label(['最近十次', 'Last ten'])}>
      <chakra.h2 textStyle="note" color="fg.muted" mb={1}>
        {label(['最近十次', 'Last ten'])}
      </chakra.h2>
      {last.length === 0 ? (
        <chakra.div textStyle="dense" color="fg.muted">
          {label(['尚无记录,扫描后显示在这里', 'Nothing yet; what you scan appears here'])}
        </chakra.div>
      ) : null}
      <chakra.ol data-act-log>
        {last.map((operation) => {
          const left = Math.min(undoSeconds, undoSeconds - Math.floor((now - operation.createdAt) / 1000));
          const mayUndo = onUndo && left > 0 && (canUndo?.(operation) ?? true);
          return (
            <ActRow
              key={operation.opId}
              operation={operation}
              done={done}
              undone={undone?.(operation) ?? null}
              name={name?.(operation) ?? ''}
              onOpen={onOpen && open}
              onUndo={mayUndo ? undo : undefined}
              onReprint={onReprint && (canReprint?.(operation) ?? true) ? reprint : undefined}
              secondsLeft={mayUndo ? left : 0}
            />
          );
        })}
      </chakra.ol>
    </chakra.section>
  );
}

/** Drawn anew only when its own act changes: scans come faster than ten rows are drawn. */
const ActRow = memo(function ActRow({
  operation,
  done,
  undone,
  name,
  onOpen,
  onUndo,
  onReprint,
  secondsLeft,
}: Pick<ActLogProps, 'done' | 'onUndo' | 'onOpen' | 'onReprint'> & {
  readonly operation: OutboxOperation;
  readonly undone: Label | null;
  readonly name: string;
  readonly secondsLeft: number;
}) {
  const { label, language } = useText();
  const verdict = undone ? { kind: 'idle', word: undone, detail: '' } : actVerdict(operation, done, language);
  return (
    <Row data-op-state={operation.state} data-verdict={verdict.kind}>
      <chakra.span textStyle="figures" color="fg.muted">
        {formatDateTime(operation.createdAt).slice(11)}
      </chakra.span>
      <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={`${operation.subject} ${name}`}>
        {onOpen ? (
          <chakra.button type="button" textStyle="mono" cursor="pointer" _hover={{ textDecoration: 'underline' }} onClick={() => onOpen(operation)}>
            {operation.subject}
          </chakra.button>
        ) : (
          <chakra.span textStyle="mono">{operation.subject}</chakra.span>
        )}{' '}
        <chakra.span color="fg.muted">{name}</chakra.span>
      </chakra.span>
      <span title={verdict.detail}>
        <StatusWord tone={tones[verdict.kind] ?? 'neutral'}>{label(verdict.word)}</StatusWord>
      </span>
      <chakra.span display="inline-flex">
        {onUndo ? (
          <Button size="sm" variant="ghost" icon={Undo2} onClick={() => onUndo(operation)}>
            {label(['撤销 {seconds}', 'Undo {seconds}'], { seconds: secondsLeft })}
          </Button>
        ) : null}
        {onReprint ? (
          <IconButton
            size="sm"
            icon={Printer}
            label={label(['重打标签 {code}', 'Print the label of {code} again'], { code: operation.subject })}
            data-reprint
            onClick={() => onReprint(operation)}
          />
        ) : null}
      </chakra.span>
      {verdict.kind === 'refused' && verdict.detail ? (
        <chakra.span gridColumn="2 / -1" textStyle="note" color="danger.text" overflowWrap="anywhere" pb={1} data-why>
          {verdict.detail}
        </chakra.span>
      ) : null}
    </Row>
  );
});

/** The desk clock, ms, renewed every `everyMs`; 0 stands still. */
function useTick(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
