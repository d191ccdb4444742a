import { chakra } from '@chakra-ui/react';
import { Ban, FilePen, ListPlus, Printer, RefreshCw, Tag, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { todayList } from '#domain/sample/entryContracts.ts';
import { replaceCode } from '#domain/sample/replaceCode.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { TodayRow } from '#domain/sample/rows.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { actTimeCell } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { mayReplace } from './mayReplace.ts';
import { mayReprint } from './mayReprint.ts';
import { ReprintDrawer } from './reprinting.ts';
import { ReplaceCodeDrawer } from './ReplaceCodeDrawer.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { mayDo, rowActs, type RowActKind } from './rowActs.ts';

const tones: Readonly<Record<number, Tone>> = { [labStatus.pendingEntry]: 'warning', [labStatus.rejected]: 'danger' };

function StatusCell({ row }: { readonly row: TodayRow }) {
  const { label } = useText();
  return <StatusWord tone={tones[row.labStatus] ?? 'success'}>{label(labStatus.labelOf(row.labStatus) ?? ['', ''])}</StatusWord>;
}

const cells: Cells<TodayRow> = {
  requisitionCode: { width: 120, least: 104 },
  // A requisition that was rejected without a tube has no tube's code: its own stands for it on the wire.
  sampleCode: { width: 120, least: 104, text: ({ isCodeInvented, sampleCode }) => (isCodeInvented === 1 ? '—' : sampleCode) },
  personName: { width: 100, least: 76 },
  labStatus: { width: 104, least: 88, cell: (row) => <StatusCell row={row} /> },
  rejectReason: { width: 120, least: 88 },
  commodityNames: { width: 150, least: 100 },
  // Of today the hour says all.
  receiveTime: {
    width: 104,
    least: 96,
    ...actTimeCell(({ receiveTime, receiveServerTime }) => ({ at: receiveTime, serverTime: receiveServerTime, isShort: true })),
  },
  sendSampleClientId: { width: 180, least: 100 },
  entryPersonName: { width: 90, least: 80 },
};
const byCode = ['requisitionCode', 'sampleCode'];
const icons = { correct: FilePen, amend: ListPlus, withdraw: Undo2, reject: Ban } as const;

/** What the laboratories of this user took in today, from the server; each row opens and can be mended, with reasons. */
export function TodayPanel() {
  const { label } = useText();
  const { can } = useSession();
  const [opened, setOpened] = useState<{ readonly code: string; readonly start?: RowActKind } | null>(null);
  const [replaced, setReplaced] = useState<string | null>(null);
  const [printed, setPrinted] = useState<readonly string[] | null>(null);
  const acts = (Object.keys(icons) as RowActKind[])
    .filter((kind) => can(rowActs[kind].command.permission))
    .map((kind): RowAct<TodayRow> => ({
      key: kind,
      label: rowActs[kind].label,
      icon: icons[kind],
      isDanger: kind === 'withdraw' || kind === 'reject',
      mayAct: (row) => mayDo(kind, row),
      onAct: ({ requisitionCode }) => setOpened({ code: requisitionCode, start: kind }),
    }));
  if (can(replaceCode.permission))
    acts.push({
      key: 'replace',
      label: ['更换条码', 'Replace code'],
      icon: Tag,
      mayAct: mayReplace,
      onAct: ({ sampleCode }) => setReplaced(sampleCode),
    });
  if (mayReprint(can))
    acts.push({
      key: 'reprint',
      label: ['重打标签', 'Print again'],
      icon: Printer,
      onAct: ({ sampleCode, requisitionCode }) => setPrinted([sampleCode, requisitionCode]),
    });
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="420px">
      <ListPanel
        list={todayList}
        screen="summary-today"
        isInAddress
        search={byCode}
        cells={cells}
        head={(total, renew) => (
          <chakra.div display="flex" gap={2} alignItems="center" textStyle="dense" color="fg.muted">
            <Button size="sm" icon={RefreshCw} onClick={renew}>
              {label(['刷新', 'Refresh'])}
            </Button>
            {total === undefined ? null : label(['共 {total} 管', '{total} tubes'], { total })}
          </chakra.div>
        )}
        onOpen={({ requisitionCode }) => setOpened({ code: requisitionCode })}
        acts={acts}
        emptyText={['今天还没有收样', 'Nothing received today yet']}
      />
      {replaced ? <ReplaceCodeDrawer sampleCode={replaced} onClose={() => setReplaced(null)} /> : null}
      <Suspense>{printed ? <ReprintDrawer codes={printed} onClose={() => setPrinted(null)} /> : null}</Suspense>
      {opened ? (
        <RequisitionDrawer
          key={`${opened.code} ${opened.start ?? ''}`}
          requisitionCode={opened.code}
          start={opened.start}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </chakra.div>
  );
}
