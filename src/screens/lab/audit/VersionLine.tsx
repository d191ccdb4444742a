import { chakra } from '@chakra-ui/react';
import type { AuditDetail } from '#domain/lab/audit/auditRows.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { resultSource } from '#domain/lab/rules/resultVersions.ts';
import { useText } from '#src/console/useText.ts';
import { ResultWord } from './auditCells.tsx';

/** Of a first version all values are new: that many are told by their number. */
const mostTold = 12;

/** A version of a result: who made it, when, from where, why, and what it changed. */
export function VersionLine({ version }: { readonly version: AuditDetail['versions'][number] }) {
  const { label } = useText();
  const { no, round, source, authorName, createTime, reason, fileName, line, changes, conclusion, isConcluded, detectionResult } = version;
  const from =
    fileName === null
      ? label(resultSource.labelOf(source) ?? ['', ''])
      : label(['{file} 第{line}行', '{file} line {line}'], { file: fileName, line });
  const told = changes.map(({ itemName, metric: name, before, after }) => {
    const what = itemName ?? label(metric.labelOf(name ?? '') ?? [name ?? '', name ?? '']);
    return before === null ? `${what} ${after}` : `${what} ${before} → ${after ?? label(['空', 'none'])}`;
  });
  return (
    <li data-version={no}>
      {label(['{at} 第{no}版结果 第{round}轮 {from} {by}', '{at} result version {no}, round {round}, {from}, {by}'], {
        at: createTime,
        no,
        round,
        from,
        by: authorName,
      })}{' '}
      {isConcluded ? label(['结论', 'Conclusion']) : null} <ResultWord result={detectionResult} /> {reason}
      {conclusion ? <chakra.div ps={4}>{conclusion}</chakra.div> : null}
      {told.length > 0 ? (
        <chakra.div ps={4} title={told.join('\n')}>
          {told.slice(0, mostTold).join('; ')}
          {told.length > mostTold ? label([' 等 {n} 项', ' and {n} more'], { n: told.length - mostTold }) : null}
        </chakra.div>
      ) : null}
    </li>
  );
}
