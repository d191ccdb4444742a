import { chakra } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { OutboxOperation } from '#src/offline/operation.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { useText } from '../useText.ts';
import { actVerdict } from './actVerdict.ts';

const undoSeconds = 10;
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
  /** The word for an applied act, e.g. 已接收. */
  readonly done: Label;
  /** Takes an act back; offered for ten seconds (a compensating act, audited). */
  readonly onUndo?: (operation: OutboxOperation) => void;
  readonly canUndo?: (operation: OutboxOperation) => boolean;
}

/** The last ten acts of this desk, newest first, each with the truth about it. */
export function ActLog({ operations, done, onUndo, canUndo }: ActLogProps) {
  const { label } = useText();
  const now = useTick(onUndo ? 1000 : 0);
  const last = operations.slice(-10).toReversed();
  const latest = useRef(onUndo);
  useLayoutEffect(() => {
    latest.current = onUndo;
  });
  const undo = useCallback((operation: OutboxOperation) => latest.current?.(operation), []);
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
        {last.map((operation) => (
          <ActRow
            key={operation.opId}
            operation={operation}
            done={done}
            onUndo={onUndo && now - operation.createdAt < undoSeconds * 1000 && (canUndo?.(operation) ?? true) ? undo : undefined}
          />
        ))}
      </chakra.ol>
    </chakra.section>
  );
}

/** Drawn anew only when its own act changes: scans come faster than ten rows are drawn. */
const ActRow = memo(function ActRow({ operation, done, onUndo }: Pick<ActLogProps, 'done' | 'onUndo'> & { readonly operation: OutboxOperation }) {
  const { label, language } = useText();
  const verdict = actVerdict(operation, done, language);
  return (
    <Row data-op-state={operation.state} data-verdict={verdict.kind}>
      <chakra.span textStyle="figures" color="fg.muted">
        {formatDateTime(operation.createdAt).slice(11)}
      </chakra.span>
      <chakra.span textStyle="mono" overflow="hidden" textOverflow="ellipsis" title={operation.subject}>
        {operation.subject}
      </chakra.span>
      <span title={verdict.detail}>
        <StatusWord tone={tones[verdict.kind] ?? 'neutral'}>{label(verdict.word)}</StatusWord>
      </span>
      {onUndo ? (
        <Button size="sm" variant="ghost" icon={Undo2} onClick={() => onUndo(operation)}>
          {label(['撤销', 'Undo'])}
        </Button>
      ) : (
        <span />
      )}
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
