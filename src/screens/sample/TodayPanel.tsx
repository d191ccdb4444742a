import { chakra } from '@chakra-ui/react';
import { Ban, FilePen, ListPlus, RefreshCw, Tag, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { replaceCode } from '#domain/sample/replaceCode.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { TodayRow } from '#domain/sample/rows.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { mayReplace } from './mayReplace.ts';
import { ReplaceCodeDrawer } from './ReplaceCodeDrawer.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { mayDo, rowActs, type RowActKind } from './rowActs.ts';

const tones: Readonly<Record<number, Tone>> = { [labStatus.pendingEntry]: 'warning', [labStatus.rejected]: 'danger' };

function StatusCell({ row }: { readonly row: TodayRow }) {
  const { label } = useText();
  return <StatusWord tone={tones[row.labStatus] ?? 'success'}>{label(labStatus.labelOf(row.labStatus) ?? ['', ''])}</StatusWord>;
}

const columns: readonly TableColumn<TodayRow>[] = [
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 120, least: 104, isMono: true },
  // A requisition that was rejected without a tube has no tube's code: its own stands for it on the wire.
  {
    key: 'sampleCode',
    title: ['样本条码', 'Sample'],
    width: 120,
    least: 104,
    isMono: true,
    text: ({ isCodeInvented, sampleCode }) => (isCodeInvented === 1 ? '—' : sampleCode),
  },
  { key: 'personName', title: ['姓名', 'Name'], width: 76 },
  {
    key: 'labStatus',
    title: ['状态', 'Status'],
    width: 88,
    text: (row, language) => labStatus.labelOf(row.labStatus)?.[language === 'zh' ? 0 : 1] ?? '',
    cell: (row) => <StatusCell row={row} />,
  },
  { key: 'rejectReason', title: ['拒收原因', 'Rejected for'], width: 120, least: 88 },
  { key: 'commodityNames', title: ['产品', 'Commodities'], width: 150, least: 100 },
  actTimeColumn({ key: 'receiveTime', title: ['收样时间', 'Received'], width: 104 }, ({ receiveTime, receiveServerTime }) => ({
    at: receiveTime,
    serverTime: receiveServerTime,
    isShort: true,
  })),
  { key: 'sendSampleClientName', title: ['送检单位', 'Client'], width: 180, least: 100 },
  { key: 'entryPersonName', title: ['录入人', 'Entered by'], width: 90 },
];
const icons = { correct: FilePen, amend: ListPlus, withdraw: Undo2, reject: Ban } as const;

/** What the laboratories of this user took in today, from the server; each row opens and can be mended, with reasons. */
export function TodayPanel({ onReject }: { readonly onReject: (requisitionCode: string) => void }) {
  const { label } = useText();
  const { can } = useSession();
  const [opened, setOpened] = useState<{ readonly code: string; readonly start?: RowActKind } | null>(null);
  const [replaced, setReplaced] = useState<string | null>(null);
  const acts = (Object.keys(icons) as RowActKind[])
    .filter((kind) => can(rowActs[kind].command.permission))
    .map((kind): RowAct<TodayRow> => ({
      key: kind,
      label: rowActs[kind].label,
      icon: icons[kind],
      isDanger: kind === 'withdraw' || kind === 'reject',
      mayAct: (row) => mayDo(kind, row),
      onAct: ({ requisitionCode }) => (kind === 'reject' ? onReject(requisitionCode) : setOpened({ code: requisitionCode, start: kind })),
    }));
  if (can(replaceCode.permission))
    acts.push({
      key: 'replace',
      label: ['更换条码', 'Replace code'],
      icon: Tag,
      mayAct: mayReplace,
      onAct: ({ sampleCode }) => setReplaced(sampleCode),
    });
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="420px">
      <PagedTable<TodayRow>
        label={['今日列表', 'Today']}
        screen="summary-today"
        service="sample"
        path="enter-info/today-list"
        search={[
          { name: 'requisitionCode', label: ['申请单条码', 'Requisition'] },
          { name: 'sampleCode', label: ['样本条码', 'Sample'] },
        ]}
        head={(total, renew) => (
          <chakra.div display="flex" gap={2} alignItems="center" textStyle="dense" color="fg.muted">
            <Button size="sm" icon={RefreshCw} onClick={renew}>
              {label(['刷新', 'Refresh'])}
            </Button>
            {total === undefined ? null : label(['共 {total} 管', '{total} tubes'], { total })}
          </chakra.div>
        )}
        columns={columns}
        rowKey={(row) => row.sampleId}
        onOpen={({ requisitionCode }) => setOpened({ code: requisitionCode })}
        acts={acts}
        emptyText={['今天还没有收样', 'Nothing received today yet']}
      />
      {replaced ? <ReplaceCodeDrawer sampleCode={replaced} onClose={() => setReplaced(null)} /> : null}
      {opened ? (
        <RequisitionDrawer
          key={`${opened.code} ${opened.start ?? ''}`}
          requisitionCode={opened.code}
          start={opened.start}
          onClose={() => setOpened(null)}
          onReject={(code) => {
            setOpened(null);
            onReject(code);
          }}
        />
      ) : null}
    </chakra.div>
  );
}
