import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { gate, type GateVerdict } from '#domain/lab/rules/controlGate.ts';
import { fileJobResult, fileJobState, type ResultFileRow } from '#domain/lab/resultFile.ts';
import { useText } from '#src/console/useText.ts';
import { Tag } from '#src/ui/Tag.tsx';

/** How far a job of a file is, in one word. */
export function JobTag({ state, result }: { readonly state: ResultFileRow['readState']; readonly result: number | null }) {
  const { label } = useText();
  if (state === fileJobState.none) return <Tag>{label(['未开始', 'Not begun'])}</Tag>;
  if (state !== fileJobState.done)
    return (
      <Tag tone="info">
        <Clock size={12} />
        {label(fileJobState.labelOf(state) ?? ['', ''])}
      </Tag>
    );
  const isWhole = result === fileJobResult.whole;
  return (
    <Tag tone={isWhole ? 'success' : 'danger'}>
      {isWhole ? <CircleCheck size={12} /> : <CircleAlert size={12} />}
      {label(isWhole ? ['已完成', 'Done'] : ['失败', 'Failed'])}
    </Tag>
  );
}

/** What a file's controls say. */
export function GateTag({ gate: found, isReleased }: { readonly gate: GateVerdict['gate']; readonly isReleased: boolean }) {
  const { label } = useText();
  if (found === gate.held && isReleased) return <Tag tone="warning">{label(['失控已放行', 'Held, released'])}</Tag>;
  const isHeld = found === gate.held;
  return (
    <Tag tone={isHeld ? 'danger' : found === gate.passed ? 'success' : 'neutral'}>
      {isHeld ? <TriangleAlert size={12} /> : found === gate.passed ? <CircleCheck size={12} /> : null}
      {label(gate.labelOf(found) ?? ['', ''])}
    </Tag>
  );
}
