import { chakra } from '@chakra-ui/react';
import type { CodeRange, CodeRun, FateCounts } from '#domain/code/codeAnswers.ts';
import type { NumberFate } from '#domain/code/usableRange.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Tag, type Tone } from '#src/ui/Tag.tsx';

const fates: Readonly<Record<NumberFate, { readonly label: Label; readonly tone: Tone }>> = {
  unprinted: { label: ['未打印', 'Not printed'], tone: 'neutral' },
  printed: { label: ['已打印', 'Printed'], tone: 'info' },
  used: { label: ['已使用', 'Used'], tone: 'success' },
  voided: { label: ['已作废', 'Void'], tone: 'warning' },
};
const order: readonly NumberFate[] = ['used', 'printed', 'unprinted', 'voided'];
const Line = chakra('li', { base: { display: 'flex', gap: 3, py: 0.5, alignItems: 'baseline', textStyle: 'dense' } });

/** `K000001 – K000005`, or one code alone. */
export const rangeText = ({ firstCode, lastCode }: CodeRange): string => (firstCode === lastCode ? firstCode : `${firstCode} – ${lastCode}`);

/** Counts of what became of codes. */
export function FateTags({ counts }: { readonly counts: FateCounts }) {
  const { label } = useText();
  return (
    <chakra.div display="flex" gap={2} flexWrap="wrap">
      {order.map((fate) => (
        <Tag key={fate} tone={fates[fate].tone}>
          {label(fates[fate].label)} {counts[fate]}
        </Tag>
      ))}
    </chakra.div>
  );
}

/** Ranges of codes, each with its count; `isBad` for what somebody must look into. */
export function RangeList({ ranges, isBad = false }: { readonly ranges: readonly CodeRange[]; readonly isBad?: boolean }) {
  const { label } = useText();
  return (
    <chakra.ul listStyleType="none" color={isBad ? 'danger.text' : undefined} maxH="200px" overflowY="auto">
      {ranges.map((range) => (
        <Line key={`${range.segmentId} ${range.firstCode}`}>
          <chakra.span textStyle="mono">{rangeText(range)}</chakra.span>
          <chakra.span textStyle="figures" color="fg.muted">
            {label(['{count} 个', '{count}'], { count: range.count })}
          </chakra.span>
        </Line>
      ))}
    </chakra.ul>
  );
}

/** Codes in their order, as runs of one fate each. */
export function RunList({ runs }: { readonly runs: readonly CodeRun[] }) {
  const { label } = useText();
  return (
    <chakra.ul listStyleType="none" data-testid="code-runs">
      {runs.map((run) => (
        <Line key={`${run.segmentId} ${run.firstCode}`}>
          <chakra.span w="64px">
            <Tag tone={fates[run.fate].tone}>{label(fates[run.fate].label)}</Tag>
          </chakra.span>
          <chakra.span textStyle="mono">{rangeText(run)}</chakra.span>
          <chakra.span textStyle="figures" color="fg.muted">
            {label(['{count} 个', '{count}'], { count: run.count })}
          </chakra.span>
        </Line>
      ))}
    </chakra.ul>
  );
}
