import { chakra } from '@chakra-ui/react';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { AuditRow } from '#domain/lab/audit/auditRows.ts';
import { signalsText, signalWords } from '#domain/lab/audit/resultAudit.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord, Tag, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [qualitativeResult.negative]: 'success',
  [qualitativeResult.positive]: 'danger',
  [qualitativeResult.suspected]: 'warning',
};

/** What a result is, as a word with its colour. */
export function ResultWord({ result }: { readonly result: number | null }) {
  const { label } = useText();
  const word = qualitativeResult.labelOf(result);
  return word ? <StatusWord tone={tones[Number(result)] ?? 'neutral'}>{label(word)}</StatusWord> : null;
}
/** What an auditor must look at. */
export function SignalTags({ signals }: Pick<AuditRow, 'signals'>) {
  const { label } = useText();
  return (
    <chakra.span display="inline-flex" gap={1} maxW="full" overflow="hidden">
      {signalWords(signals).map((word) => (
        <Tag key={word[1]} tone="warning">
          {label(word)}
        </Tag>
      ))}
    </chakra.span>
  );
}

export const auditCells: Cells<AuditRow> = {
  labCode: { width: 200, least: 190, isMono: true },
  personName: { width: 90, least: 72 },
  panelNames: { width: 160, least: 100 },
  detectionResult: { width: 112, least: 84, cell: ({ detectionResult }) => <ResultWord result={detectionResult} /> },
  signals: {
    width: 150,
    least: 90,
    text: ({ signals }, language) => inLanguage(signalsText(signals), language),
    cell: ({ signals }) => <SignalTags signals={signals} />,
  },
  externalDueTime: {
    cell: ({ externalDueTime, isOverdue }) =>
      externalDueTime ? <chakra.span color={isOverdue === 1 ? 'danger.text' : undefined}>{externalDueTime.slice(0, 16)}</chakra.span> : null,
    width: 140,
    least: 124,
  },
  round: { width: 56, least: 48, align: 'end' },
};
