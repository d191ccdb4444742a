import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { text, type Fields } from '#domain/kernel/fields.ts';
import type { LabReceiveRow } from '#domain/lab/labRows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { refreshWorklist } from '#src/offline/worklists.ts';
import { Button } from '#src/ui/Button.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { receiveColumns } from './TodayReceived.tsx';

const fields: Fields = { reason: text('取消原因', 'Reason', { required: true, max: 200 }) };

const cancelColumns: readonly TableColumn<LabReceiveRow>[] = [...receiveColumns, { key: 'reason', title: ['原因', 'Reason'], width: 200 }];
const byCode = [
  { name: 'sampleCode', label: ['样本条码', 'Sample'] },
  { name: 'labCode', label: ['实验室编号', 'Lab code'] },
] as const;

/** Receipts that were taken back, and taking one back with a reason: 104 -> 103. Needs the network and says so. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const renew = (): void => {
    void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
    // The desk's own copy would go on saying that the tube was received; a failure leaves it for the next minute.
    void refreshWorklist('labReceive').catch(() => undefined);
  };
  const mayCancel = can('lab_cancel_receive');
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto">
      <ScreenTitle />
      {mayCancel ? (
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} maxW="560px">
          <ScanBox
            label={['扫描要取消接收的样本', 'Scan the sample to take back']}
            placeholder={['扫描要取消接收的样本', 'Scan the sample to take back']}
            onScan={({ code }) => setChosen(code)}
          />
        </chakra.section>
      ) : null}
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH="260px" flex={1}>
        <chakra.h2 textStyle="title" mb={2}>
          {label(['今日接收', 'Received today'])}
        </chakra.h2>
        <PagedTable<LabReceiveRow>
          label={['今日接收', 'Received today']}
          screen="cancel-today"
          service="lab"
          path="lab-task/today-receive-page"
          search={byCode}
          columns={receiveColumns}
          rowKey={(row) => row.recordId}
          emptyText={['今天还没有接收', 'Nothing received today yet']}
          acts={mayCancel ? [{ key: 'cancel', label: ['取消接收', 'Take back'], icon: Undo2, onAct: (row) => setChosen(row.sampleCode) }] : []}
        />
      </chakra.section>
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH="220px" flex={1}>
        <chakra.h2 textStyle="title" mb={2}>
          {label(['取消记录', 'Taken back'])}
        </chakra.h2>
        <PagedTable<LabReceiveRow>
          label={['取消记录', 'Taken back']}
          screen="/sample/cancelReceived"
          service="lab"
          path="lab-task/cancel-receive-page"
          search={byCode}
          columns={cancelColumns}
          rowKey={(row) => row.recordId}
          emptyText={['没有取消过接收', 'No receipt was taken back']}
        />
      </chakra.section>
      {chosen ? <CancelDrawer sampleCode={chosen} onClose={() => setChosen(null)} onDone={renew} /> : null}
    </chakra.div>
  );
}

function CancelDrawer({ sampleCode, onClose, onDone }: { readonly sampleCode: string; readonly onClose: () => void; readonly onDone: () => void }) {
  const { label } = useText();
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: true,
    onSave: async ({ reason }) => {
      try {
        await call('POST', servicePath('lab', 'lab-task/cancel-receive'), { body: { sampleCode, reason } });
      } catch (error) {
        // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
        if ((error as { isTransport?: boolean }).isTransport) notify.error(['取消接收需要网络', 'Taking back needs the network']);
        return [];
      }
      notify.success(['已取消接收 {code}', 'Taken back: {code}'], { params: { code: sampleCode } });
      onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['取消接收 {code}', 'Take back {code}'], { code: sampleCode })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="danger" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['取消接收', 'Take back'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
