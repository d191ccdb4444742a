import { chakra } from '@chakra-ui/react';
import { abnormalCode, caseSeverity, caseStage } from '#domain/sample/abnormal/abnormalChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Notices } from '../reject/Notices.tsx';
import { Photographs } from '#src/console/pictures/Photographs.tsx';
import { Tracks } from '../reject/Tracks.tsx';
import { CaseWord } from './abnormalCells.tsx';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(250px, 1fr))',
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    '& > div': { display: 'flex', gap: 2, minW: 0 },
    '& dt': { color: 'fg.muted', flexShrink: 0 },
    '& dd': { overflowWrap: 'anywhere' },
  },
});

/** A case: what was found, its samples and photographs, what was decided and done. */
export function CaseDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { label, language } = useText();
  const { data, failure, retry } = useAsked('GET sample/abnormal-registration/detail', { id });
  const row = data?.caseId === id ? data : null;
  const at = (name: string | null, time: string | null): string | null => (name ? `${name} ${time ?? ''}`.trim() : null);
  const facts: readonly (readonly [string, string | null])[] = row
    ? [
        [label(['异常原因', 'What is wrong']), label(abnormalCode.labelOf(row.caseCode) ?? [row.caseCode, row.caseCode])],
        [label(['异常描述', 'What was found']), row.content],
        [label(['环节', 'Stage']), label(caseStage.labelOf(row.stage) ?? ['', ''])],
        [label(['严重程度', 'Severity']), label(caseSeverity.labelOf(row.severity) ?? ['', ''])],
        [label(['限期', 'Due']), row.dueTime],
        [label(['冻结', 'On hold']), label(row.isHold === 1 ? ['是', 'Yes'] : ['否', 'No'])],
        [label(['登记人', 'Registered by']), at(row.foundUserName, actTimeText({ at: row.foundTime, serverTime: row.foundServerTime }, language))],
        [
          label(['处理措施', 'Measure']),
          row.measure === null ? null : [label(rejectMeasure.labelOf(row.measure) ?? ['', '']), row.measureText].filter(Boolean).join(' '),
        ],
        [label(['处理人', 'Decided by']), at(row.decidedUserName, row.decidedTime)],
        [label(['关闭人', 'Closed by']), at(row.closedUserName, row.closedTime)],
        [label(['关闭说明', 'Why closed']), row.closeReason],
      ]
    : [];
  return (
    <SideDrawer title={`${label(['异常登记', 'Case'])} ${row?.caseNo ?? ''}`.trim()} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!row && !failure ? <StateView state="loading" /> : null}
      {row ? (
        <chakra.div display="flex" flexDirection="column" gap={4}>
          <CaseWord state={row.state} />
          <List>
            {facts.map(([name, value]) =>
              value ? (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </List>
          <chakra.ul listStyleType="none" textStyle="dense" data-case-tubes>
            {row.tubes.map((tube) => (
              <chakra.li key={tube.sampleCode} display="flex" gap={3} borderTop="hairline" py={1}>
                <chakra.span textStyle="mono">{tube.sampleCode}</chakra.span>
                <chakra.span flex={1} minW={0} truncate>
                  {[tube.personName, tube.sendSampleClientName].filter(Boolean).join(' · ')}
                </chakra.span>
                <span>{tube.labStatus === null ? label(['未知样本', 'Unknown']) : label(labStatus.labelOf(tube.labStatus) ?? ['', ''])}</span>
              </chakra.li>
            ))}
          </chakra.ul>
          <Photographs at="sample/abnormal-registration/photo" id={id} photos={row.photos} />
          <Notices notices={row.notices} />
          <Tracks tracks={row.tracks} />
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
