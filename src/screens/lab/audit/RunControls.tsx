import { chakra } from '@chakra-ui/react';
import type { AuditDetail } from '#domain/lab/audit/auditRows.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { useText } from '#src/console/useText.ts';
import { VerdictWord } from '../controls/VerdictWord.tsx';
import { GateTag } from '../ResultFileTags.tsx';
import { AuditTable } from './AuditTable.tsx';

/** The controls behind a result that came from files: what each showed, what they said of the file, and who let it through all the same. */
export function RunControls({ controls, gates }: Pick<AuditDetail, 'controls' | 'gates'>) {
  const { label } = useText();
  if (gates.length === 0) return null;
  return (
    <chakra.section mb={3} aria-label={label(['质控', 'Controls'])}>
      {gates.map(({ fileName, gate, gateReasons, releaseUserName, releaseReason, releaseTime }, at) => (
        <chakra.p key={at} textStyle="dense" display="flex" gap={2} flexWrap="wrap" mb={1}>
          <GateTag gate={gate} isReleased={releaseTime !== null} />
          <span>{fileName}</span>
          <span>{gateReasons.map(({ text, params }) => label(text, params)).join('; ')}</span>
          {releaseTime === null ? null : (
            <span>
              {label(['{by} {at} 放行: {reason}', 'Released by {by} {at}: {reason}'], {
                by: releaseUserName,
                at: releaseTime,
                reason: releaseReason,
              })}
            </span>
          )}
        </chakra.p>
      ))}
      {controls.length === 0 ? null : (
        <AuditTable>
          <thead>
            <tr>
              <th scope="col">{label(['质控', 'Control'])}</th>
              <th scope="col">{label(['检测项', 'Item'])}</th>
              <th scope="col">{label(['结果', 'Result'])}</th>
              <th scope="col">Z</th>
              <th scope="col">{label(['判定', 'Verdict'])}</th>
              <th scope="col">{label(['孔位', 'Well'])}</th>
              <th scope="col">{label(['文件', 'File'])}</th>
            </tr>
          </thead>
          <tbody>
            {controls.map((one, at) => (
              <tr key={at}>
                <td>{[label(controlKind.labelOf(one.controlKind) ?? ['', '']), one.lotNo].filter(Boolean).join(' ')}</td>
                <td>{one.measure === null ? null : label(metric.labelOf(one.measure) ?? [one.measure, one.measure])}</td>
                <td>{one.value}</td>
                <td>{one.z?.toFixed(2)}</td>
                <td>
                  <VerdictWord verdict={one.verdict} /> {one.rules.join(' ')}
                  {one.excludedReason === null ? null : label([' 已剔除: {reason}', ' Excluded: {reason}'], { reason: one.excludedReason })}
                </td>
                <td>{one.well}</td>
                <td>{one.isOwnFile ? one.fileName : label(['{file} (同批)', '{file} (same run)'], { file: one.fileName })}</td>
              </tr>
            ))}
          </tbody>
        </AuditTable>
      )}
    </chakra.section>
  );
}
