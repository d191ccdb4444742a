import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileSignature, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { Label } from '#domain/kernel/label.ts';
import { handoverList } from '#domain/sample/handoverContracts.ts';
import { removeHandover, removeRefusal } from '#domain/sample/handover.ts';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import type { HandoverRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { confirm } from '#src/ui/confirm.tsx';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const cells: Cells<HandoverRow> = {
  commodityId: { width: 130, least: 100 },
  handoverTotal: { width: 70, least: 60 },
  handoverStatus: { width: 130, cell: (row) => <HandoverState row={row} /> },
  actionUserName: { width: 84, least: 70 },
  signUserName: { width: 84, least: 70 },
};

function HandoverState({ row }: { readonly row: HandoverRow }) {
  const { label } = useText();
  const text = handoverStatus.labelOf(row.handoverStatus);
  return <StatusWord tone={row.handoverStatus === handoverStatus.handedOver ? 'success' : 'warning'}>{text ? label(text) : ''}</StatusWord>;
}

/** Whether the rule would take a handover back; else its own sentence. */
const mayRemove = ({ handoverId, handoverStatus: status, signUserName, signTime }: HandoverRow): true | Label =>
  allowedBy(removeHandover, removeRefusal([{ handoverId, handoverStatus: status, signedBy: signUserName, signTime }]));

const byCode = ['sampleCode', 'requisitionCode'];

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
    void queries.invalidateQueries({ queryKey: resourceKey(handoverList) });
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
      <ListPanel
        list={handoverList}
        screen="handover-list"
        query={status === null ? {} : { handoverStatus: status }}
        isInAddress
        search={byCode}
        cells={cells}
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
            isShown: () => can(removeHandover.permission),
            mayAct: mayRemove,
            onAct: (row) => void remove(row).catch(() => undefined),
          },
        ]}
      />
    </chakra.section>
  );
}
