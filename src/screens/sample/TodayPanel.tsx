import { chakra } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { TodayRow } from '#domain/sample/rows.ts';
import { useCall, type PageOf } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

const columns: readonly TableColumn<TodayRow>[] = [
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 140, isMono: true },
  { key: 'sampleCode', title: ['样本条码', 'Sample'], width: 130, isMono: true },
  { key: 'personName', title: ['姓名', 'Name'], width: 90 },
  { key: 'commodityNames', title: ['产品', 'Commodities'], width: 200 },
  { key: 'sendSampleClientName', title: ['送检单位', 'Client'], width: 200 },
  {
    key: 'labStatus',
    title: ['状态', 'Status'],
    width: 90,
    text: (row, language) => labStatus.labelOf(row.labStatus)?.[language === 'zh' ? 0 : 1] ?? '',
  },
  { key: 'receiveTime', title: ['收样时间', 'Received'], width: 160 },
  { key: 'entryPersonName', title: ['录入人', 'Entered by'], width: 90 },
  { key: 'rejectReason', title: ['拒收原因', 'Rejected for'], width: 160 },
];

/** What the laboratories of this user took in today, from the server. */
export function TodayPanel() {
  const { label } = useText();
  const { data, isStale, failure, retry } = useCall<PageOf<TodayRow>>('sample', 'enter-info/today-list', { current: 1, size: 200 });
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="420px">
      <chakra.div display="flex" gap={2} alignItems="center" textStyle="dense" color="fg.muted">
        <Button size="sm" icon={RefreshCw} onClick={retry}>
          {label(['刷新', 'Refresh'])}
        </Button>
        {data ? label(['共 {total} 管', '{total} tubes'], { total: data.total }) : null}
      </chakra.div>
      <DataTable
        label={['今日列表', 'Today']}
        screen="summary-today"
        columns={columns}
        rows={data?.records}
        rowKey={(row) => row.sampleId}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={['今天还没有收样', 'Nothing received today yet']}
      />
    </chakra.div>
  );
}
