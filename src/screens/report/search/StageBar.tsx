import { chakra } from '@chakra-ui/react';
import { durationText } from '#domain/kernel/duration.ts';
import { toMs } from '#domain/kernel/dates.ts';
import type { PeriodRow } from '#domain/report/search/reportPeriods.ts';
import { useText } from '#src/console/useText.ts';
import { useLanguage } from '#src/ui/language.ts';

const Bar = chakra('div', { base: { display: 'flex', h: '8px', w: 'full', borderRadius: 'full', overflow: 'hidden', bg: 'bg.muted' } });

const minutes = (from: string | null, to: string): number => (from === null ? 0 : Math.max(0, Math.round((toMs(to) - toMs(from)) / 60_000)));

/** A task's way from sampling to report in its three stages, by the calendar; beside it the minutes that count. */
export function StageBar({ row }: { readonly row: PeriodRow }) {
  const { label } = useText();
  const language = useLanguage();
  const stages = [
    { name: ['检验前', 'Before testing'], length: minutes(row.samplingTime, row.labReceiveTime), colour: 'border.strong' },
    { name: ['检验', 'Testing'], length: minutes(row.labReceiveTime, row.secondAuditTime), colour: 'accent.solid' },
    { name: ['报告', 'Reporting'], length: row.reportingCycle, colour: row.externallyStatus === 1 ? 'danger.solid' : 'success.solid' },
  ] as const;
  const whole = stages.reduce((sum, { length }) => sum + length, 0) || 1;
  const told = stages.map(({ name, length }) => `${label(name)} ${durationText(length, language)}`).join(', ');
  return (
    <chakra.div display="flex" alignItems="center" gap={2} title={told} aria-label={told} w="full">
      <Bar aria-hidden>
        {stages.map(({ name, length, colour }) => (
          <chakra.span key={name[0]} style={{ width: `${(length / whole) * 100}%` }} minW={length > 0 ? '2px' : 0} bg={colour} />
        ))}
      </Bar>
      <chakra.span flexShrink={0} textStyle="figures" minW="72px" textAlign="end">
        {row.actuallyConsumeCycle === null ? '' : durationText(row.actuallyConsumeCycle, language)}
      </chakra.span>
    </chakra.div>
  );
}
