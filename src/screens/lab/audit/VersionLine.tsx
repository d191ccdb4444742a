import { chakra } from '@chakra-ui/react';
import type { AuditDetail } from '#domain/lab/audit/auditRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { confidence } from '#domain/lab/rules/judging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { classWord } from '#domain/lab/rules/organismClass.ts';
import { resultSource, type FindingPart } from '#domain/lab/rules/resultVersions.ts';
import { useText } from '#src/console/useText.ts';
import { ResultWord } from './auditCells.tsx';

const partNames: Readonly<Record<FindingPart, Label>> = {
  findingClass: ['类别', 'class'],
  confidence: ['可信度', 'confidence'],
  reads: ['读段数', 'reads'],
  rpm: ['RPM', 'RPM'],
  abundance: ['丰度', 'abundance'],
  isReported: ['报告', 'reported'],
};
const same = (text: string): Label => [text, text];
function partWord(part: FindingPart, said: string | null): Label {
  if (part === 'findingClass') return classWord(said ?? '');
  if (part === 'confidence') return confidence.labelOf(said ?? '') ?? same(said ?? '');
  if (part === 'isReported') return said === '1' ? ['是', 'yes'] : ['否', 'no'];
  return same(said ?? '');
}

/** Of a first version all values are new: that many are told by their number. */
const mostTold = 12;

/** A version of a result: who made it, when, from where, why, and what it changed. */
export function VersionLine({ version }: { readonly version: AuditDetail['versions'][number] }) {
  const { label } = useText();
  const { no, round, source, authorName, createTime, reason, fileName, line, instrumentName, changes, conclusion, isConcluded, detectionResult } =
    version;
  const from =
    fileName === null
      ? label(resultSource.labelOf(source) ?? ['', ''])
      : label(['{file} 第{line}行', '{file} line {line}'], { file: fileName, line });
  const told = changes.map(({ finding, part, itemName, metric: name, before, after }) => {
    const none = label(['空', 'none']);
    if (finding !== null && part === null)
      return before === null
        ? label(['检出 {finding} {kind}', 'found {finding} {kind}'], { finding, kind: label(classWord(after ?? '')) }).trim()
        : label(['去掉检出 {finding}', '{finding} taken out'], { finding });
    if (finding !== null && part !== null)
      return `${finding} ${label(partNames[part])} ${label(partWord(part, before)) || none} → ${label(partWord(part, after)) || none}`;
    const what = itemName ?? label(metric.labelOf(name ?? '') ?? [name ?? '', name ?? '']);
    return before === null ? `${what} ${after}` : `${what} ${before} → ${after ?? none}`;
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
      {instrumentName} {isConcluded ? label(['结论', 'Conclusion']) : null} <ResultWord result={detectionResult} /> {reason}
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
