import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileSignature, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import type { HandoverRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

const handoverColumns: readonly TableColumn<HandoverRow>[] = [
  { key: 'commodityName', title: ['产品', 'Commodity'], width: 130 },
  { key: 'handoverTotal', title: ['数量', 'Tubes'], width: 60, align: 'end' },
  {
    key: 'handoverStatus',
    title: ['状态', 'Status'],
    width: 150,
    text: (row, language) => handoverStatus.labelOf(row.handoverStatus)?.[language === 'zh' ? 0 : 1] ?? '',
    cell: (row) => <HandoverState row={row} />,
  },
  { key: 'actionUserName', title: ['交接人', 'From'], width: 70 },
  actTimeColumn({ key: 'createTime', title: ['交接时间', 'Made at'], width: 156 }, (row) => ({
    at: row.createTime,
    serverTime: row.createServerTime,
  })),
  { key: 'signUserName', title: ['签收人', 'Signed by'], width: 90 },
  actTimeColumn({ key: 'signTime', title: ['签收时间', 'Signed at'], width: 160 }, (row) =>
    row.signTime === null ? null : { at: row.signTime, serverTime: row.signServerTime },
  ),
];

function HandoverState({ row }: { readonly row: HandoverRow }) {
  const { label } = useText();
  const text = handoverStatus.labelOf(row.handoverStatus);
  return <StatusWord tone={row.handoverStatus === handoverStatus.handedOver ? 'success' : 'warning'}>{text ? label(text) : ''}</StatusWord>;
}

/** Every handover that was made, page by page. */
export function HandoverList({ onOpen, onRemoved }: { readonly onOpen: (row: HandoverRow) => void; readonly onRemoved: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const [status, setStatus] = useState<number | null>(null);
  const queries = useQueryClient();
  const remove = async (row: HandoverRow): Promise<void> => {
    if (
      !(await confirm({
        text: ['确定删除此交接单? 其中样本将重新待交接', 'Remove this handover? Its tubes will wait for a handover again'],
        isDanger: true,
      }))
    )
      return;
    await call('POST', servicePath('sample', 'sample-handover/remove'), { body: { ids: row.handoverId } });
    notify.success(['删除成功', 'Removed']);
    void queries.invalidateQueries({ queryKey: ['call', 'sample', 'sample-handover/page'] });
    onRemoved();
  };
  return (
    <chakra.section display="flex" flexDirection="column" minH="200px" flex={2}>
      <chakra.div display="flex" gap={3} alignItems="center" mb={1}>
        <chakra.h2 textStyle="title">{label(['交接单', 'Handovers'])}</chakra.h2>
        <Segmented
          options={handoverStatus.options}
          value={status}
          onChange={(next) => setStatus(next === null ? null : Number(next))}
          ariaLabel={label(['状态', 'Status'])}
        />
      </chakra.div>
      <PagedTable<HandoverRow>
        label={['交接单', 'Handovers']}
        screen="handover-list"
        service="sample"
        path="sample-handover/page"
        query={{ handoverStatus: status ?? undefined }}
        search={[
          { name: 'sampleCode', label: ['样本条码', 'Sample'] },
          { name: 'requisitionCode', label: ['申请单条码', 'Requisition'] },
        ]}
        columns={handoverColumns}
        rowKey={(row) => row.handoverId}
        onOpen={onOpen}
        emptyText={['还没有交接单', 'No handover yet']}
        acts={[
          {
            key: 'sign',
            label: ['签收', 'Sign'],
            icon: FileSignature,
            isShown: (row) => row.handoverStatus === handoverStatus.pending,
            onAct: onOpen,
          },
          { key: 'open', label: ['查看', 'View'], icon: Printer, isShown: (row) => row.handoverStatus !== handoverStatus.pending, onAct: onOpen },
          {
            key: 'remove',
            label: ['删除', 'Remove'],
            icon: Trash2,
            isDanger: true,
            isShown: (row) => row.handoverStatus === handoverStatus.pending && can('handover_remove'),
            onAct: (row) => void remove(row).catch(() => undefined),
          },
        ]}
      />
    </chakra.section>
  );
}
