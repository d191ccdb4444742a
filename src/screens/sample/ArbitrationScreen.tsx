import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { ArbitrationRow } from '#domain/sample/rows.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { ArbitrationDrawer } from './ArbitrationDrawer.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { rowActs, type RowActKind } from './rowActs.ts';

const columns: readonly TableColumn<ArbitrationRow>[] = [
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 150, isMono: true },
  { key: 'personName', title: ['姓名', 'Name'], width: 90 },
  { key: 'fieldCount', title: ['差异', 'Differences'], width: 70, align: 'end' },
  { key: 'commodityNames', title: ['产品', 'Commodities'], width: 220 },
  { key: 'sendSampleClientName', title: ['送检单位', 'Client'], width: 220 },
  { key: 'firstBy', title: ['一录', 'First entry'], width: 100 },
  { key: 'secondBy', title: ['二录', 'Second entry'], width: 100 },
  { key: 'compareTime', title: ['比对时间', 'Compared at'], width: 160 },
];

const mayDecide = (row: ArbitrationRow): true | Label =>
  row.isMine === 1 ? ['您录入过此申请单,须由他人仲裁', 'You entered this requisition yourself; another person must arbitrate'] : true;

/** Entries whose passes still differ: a third person decides field by field (forms.md 10.4). */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [acting, setActing] = useState<{ readonly code: string; readonly start: RowActKind } | null>(null);
  const open = (row: ArbitrationRow): void => {
    const may = mayDecide(row);
    if (may === true) setChosen(row.requisitionCode);
    else notify.warn(may);
  };
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <ScreenTitle />
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" flex={1} minH={0}>
        <PagedTable<ArbitrationRow>
          label={['录入仲裁', 'Arbitration']}
          screen="/sample/arbitration"
          service="sample"
          path="enter-info/arbitration-page"
          head={(total) => (
            <chakra.p textStyle="dense" color="fg.muted" mb={2}>
              {total === undefined ? '' : label(['待仲裁 {total}', '{total} to arbitrate'], { total })}
            </chakra.p>
          )}
          columns={columns}
          rowKey={(row) => row.requisitionId}
          onOpen={open}
          acts={[
            ...(can('detail_arbitrate') ? [{ key: 'decide', label: ['仲裁', 'Decide'] as const, icon: Gavel, onAct: open, mayAct: mayDecide }] : []),
            ...(['amend', 'withdraw'] as const)
              .filter((kind) => can(rowActs[kind].command.permission))
              .map((kind) => ({
                key: kind,
                label: rowActs[kind].label,
                isDanger: kind === 'withdraw',
                onAct: ({ requisitionCode }: ArbitrationRow) => setActing({ code: requisitionCode, start: kind }),
              })),
          ]}
          emptyText={['没有待仲裁的录入', 'Nothing to arbitrate']}
        />
      </chakra.section>
      {acting ? <RequisitionDrawer requisitionCode={acting.code} start={acting.start} onClose={() => setActing(null)} /> : null}
      {chosen ? (
        <ArbitrationDrawer
          key={chosen}
          requisitionCode={chosen}
          onClose={() => setChosen(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'sample', 'enter-info/arbitration-page'] })}
        />
      ) : null}
    </chakra.div>
  );
}
