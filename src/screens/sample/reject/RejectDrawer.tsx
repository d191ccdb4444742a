import { chakra } from '@chakra-ui/react';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { rejectCode, rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useActionLabel } from '#src/console/useActionLabel.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Notices } from './Notices.tsx';
import { Photographs } from '#src/console/pictures/Photographs.tsx';
import { RejectWord } from './rejectCells.tsx';
import { Tracks } from './Tracks.tsx';

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

/** A rejection: why, by whom, its photographs, what was done about it, and all that happened to its tube. */
export function RejectDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { label, language } = useText();
  const actionLabel = useActionLabel();
  const { data, failure, retry } = useAsked('GET sample/reject-record/detail', { id });
  const process = useAsked('GET search/labRejection/rejectionProcess', { id });
  const row = data?.rejectRecordId === id ? data : null;
  const facts: readonly (readonly [string, string | null])[] = row
    ? [
        [label(['拒收原因', 'Reject reason']), label(rejectCode.labelOf(row.rejectCode) ?? [row.rejectCode, row.rejectCode])],
        [label(['原因说明', 'Explanation']), row.applyReason],
        [label(['处理措施', 'Measure']), label(rejectMeasure.labelOf(row.measure) ?? ['', ''])],
        [
          label(['拒收人', 'Rejected by']),
          `${row.applyCreator} ${actTimeText({ at: row.applyCreateTime, serverTime: row.applyCreateServerTime }, language)}`,
        ],
        [label(['受检者', 'Person']), row.personName],
        [label(['产品', 'Commodities']), row.commodityNames],
        [label(['送检单位', 'Sending client']), row.sendSampleClientName],
        [label(['代理商', 'Agent']), row.agentName],
        [label(['销售员', 'Salesperson']), [row.salesmanName, row.salesmanTel].filter(Boolean).join(' ')],
        [label(['申请单条码', 'Requisition code']), row.requisitionCode],
        [label(['样本状态', 'Sample status']), label(labStatus.labelOf(row.labStatus) ?? ['', ''])],
        [label(['恢复人', 'Recovered by']), row.creator && `${row.creator} ${row.createTime ?? ''}`],
        [label(['恢复原因', 'Why recovered']), row.reason],
      ]
    : [];
  return (
    <SideDrawer title={`${label(['拒收', 'Rejection'])} ${row?.sampleCode ?? ''}`.trim()} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!row && !failure ? <StateView state="loading" /> : null}
      {row ? (
        <chakra.div display="flex" flexDirection="column" gap={4}>
          <RejectWord state={row.state} />
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
          <Photographs at="sample/reject-record/photo" id={id} photos={row.photos} />
          <Notices notices={row.notices} />
          <Tracks tracks={row.tracks} />
          <section>
            <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
              {label(['过程', 'What happened'])}
            </chakra.h3>
            {process.failure ? <StateView state="failed" failure={process.failure} onRetry={process.retry} /> : null}
            <chakra.ol listStyleType="none" textStyle="dense" data-process>
              {(process.data ?? []).map((act, at) => (
                <chakra.li key={at} display="flex" gap={3} borderTop="hairline" py={1}>
                  <chakra.span textStyle="figures">{act.at.slice(0, 16)}</chakra.span>
                  <span>{label(actionLabel(act.what))}</span>
                  <chakra.span color="fg.muted" flex={1}>
                    {[act.by, act.toStatus === null ? null : label(labStatus.labelOf(act.toStatus) ?? ['', '']), act.why].filter(Boolean).join(' · ')}
                  </chakra.span>
                </chakra.li>
              ))}
            </chakra.ol>
          </section>
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
