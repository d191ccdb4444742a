import { chakra } from '@chakra-ui/react';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { choice, code, ref, refList, text, type Fields } from '#domain/kernel/fields.ts';
import { rejectCode, rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/enqueue.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';

const fields: Fields = {
  requisitionCode: code('申请单条码', 'Requisition barcode', { required: true, max: 32 }),
  sampleCode: code('样本条码', 'Sample barcode', { max: 32, help: ['留空: 整张申请单', 'Empty: the whole requisition'] }),
  personName: text('受检者姓名', 'Name', { max: 50 }),
  rejectCode: choice('拒收原因', 'Reason code', rejectCode, { required: true }),
  measure: choice('处理措施', 'Measure', rejectMeasure, { required: true }),
  rejectReason: text('原因说明', 'Explanation', { required: true, max: 200 }),
  sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient'),
  commodityIds: refList('产品', 'Commodities', 'commodity'),
};

/** Reception refuses a tube or a requisition: code of the catalogue, measure, reason (forms.md 13). */
export function RejectPanel({ initialCode, onDone }: { readonly initialCode: string; readonly onDone: () => void }) {
  const { label } = useText();
  const [start] = useState({ requisitionCode: initialCode, measure: 1 });
  const form = useDescribedForm({
    fields,
    values: start,
    onSave: async (values): Promise<readonly Problem[] | void> => {
      await enqueue(rejectSummary, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as never);
      playSound('ok');
      notify.success(['已登记拒收,已保存到本机,待上传', 'Rejection saved on this computer, waiting to be sent']);
      onDone();
    },
  });
  return (
    <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={3} data-testid="reject-form">
      <FormGrid form={form} columns={3} isFocused />
      <div>
        <Button variant="danger" icon={Ban} keyHint="Ctrl+S" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['登记拒收', 'Reject'])}
        </Button>
      </div>
    </chakra.form>
  );
}
