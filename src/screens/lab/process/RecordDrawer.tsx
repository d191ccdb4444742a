import { chakra } from '@chakra-ui/react';
import { FileDown } from 'lucide-react';
import { contactWay, notifyWay, processKind } from '#domain/lab/process/processChoices.ts';
import { servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Fact, Facts, RecordWord, TaskWord } from './processCells.tsx';

/** What somebody put before the laboratory to have a stop taken back. */
async function takeEvidence(id: string): Promise<void> {
  try {
    const { blob, name } = await download(servicePath('lab', 'lab-process/evidence'), { id }, 'evidence');
    downloadFile(new Uint8Array(await blob.arrayBuffer()), name);
  } catch (error) {
    notify.error((error as Error).message);
  }
}

/** A process record with its tasks, and what was done about it, the newest first. */
export function RecordDrawer({ recordId, onClose }: { readonly recordId: string; readonly onClose: () => void }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET lab/resample-record/detail', { id: recordId });
  const row = data?.recordId === recordId ? data : null;
  const kind = row ? label(processKind.labelOf(row.kind) ?? ['', '']) : '';
  return (
    <SideDrawer title={`${kind} ${row?.sampleCode ?? ''}`.trim()} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!row && !failure ? <StateView state="loading" /> : null}
      {row ? (
        <>
          <chakra.div display="flex" gap={3} alignItems="center" mb={2}>
            <RecordWord state={row.recordState} />
            {row.hasFile === 1 ? (
              <Button size="sm" icon={FileDown} onClick={() => void takeEvidence(recordId)}>
                {label(['恢复凭证', 'Evidence'])}
              </Button>
            ) : null}
          </chakra.div>
          <Facts mb={3}>
            <Fact name={label(['原因', 'Reason'])} value={[row.reasonCode, row.reason].filter(Boolean).join(' ')} />
            <Fact name={label(['受检者', 'Person'])} value={row.personName} />
            <Fact name={label(['产品', 'Commodities'])} value={row.commodityNames} />
            <Fact name={label(['送检单位', 'Sending client'])} value={row.sendSampleClientName} />
            <Fact name={label(['申请单条码', 'Requisition code'])} value={row.requisitionCode} />
            <Fact name={label(['实验室编号', 'Lab code'])} value={row.labCode} />
            <Fact name={label(['承诺时间', 'Promised for'])} value={row.promisedTime} />
            <Fact name={label(['新样本条码', 'New sample code'])} value={row.newSampleCode} />
            <Fact
              name={label(['计费', 'Charged'])}
              value={row.isBillable === null ? null : label(row.isBillable === 1 ? ['是', 'Yes'] : ['否', 'No'])}
            />
            <Fact name={label(['通知方式', 'Told by'])} value={row.notify === null ? null : label(notifyWay.labelOf(row.notify) ?? ['', ''])} />
            <Fact name={label(['创建人', 'Created by'])} value={`${row.creator} ${row.createTime}`} />
            <Fact name={label(['恢复人', 'Closed by'])} value={row.closerName ? `${row.closerName} ${row.closeTime ?? ''}` : null} />
            <Fact name={label(['恢复原因', 'Why recovered'])} value={row.closeReason} />
          </Facts>
          <chakra.ul listStyleType="none" textStyle="dense" mb={4}>
            {row.tasks.map((task) => (
              <chakra.li key={task.taskId} display="flex" gap={3} borderTop="hairline" py={1}>
                <chakra.span flex={1} minW={0} truncate>
                  {task.panelNames || task.panelGroupName}
                </chakra.span>
                <TaskWord state={task.taskState} />
              </chakra.li>
            ))}
          </chakra.ul>
          <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
            {label(['跟进记录', 'Follow-ups'])}
          </chakra.h3>
          {row.tracks.length === 0 ? <chakra.p textStyle="dense">{label(['尚未跟进', 'Nothing yet'])}</chakra.p> : null}
          <chakra.ol listStyleType="none" textStyle="dense" data-tracks>
            {row.tracks.map((track) => (
              <chakra.li key={track.trackId} borderTop="hairline" py={1}>
                <chakra.div color="fg.muted">
                  {[
                    track.createTime.slice(0, 16),
                    track.creator,
                    track.contactWay === null ? null : label(contactWay.labelOf(track.contactWay) ?? ['', '']),
                    track.contactName,
                    track.nextTime ? label(['下次跟进 {time}', 'again at {time}'], { time: track.nextTime.slice(0, 16) }) : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </chakra.div>
                {track.content}
              </chakra.li>
            ))}
          </chakra.ol>
        </>
      ) : null}
    </SideDrawer>
  );
}
