import { chakra } from '@chakra-ui/react';
import { Ban } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { rejectFields } from '#domain/sample/rejectFields.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SaveBar } from '#src/ui/SaveBar.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { useHeldPictures } from '#src/console/pictures/useHeldPictures.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';

const barcodes = { requisitionCode: { takesScan: true }, sampleCode: { takesScan: true } };

export interface RejectPanelProps {
  readonly initialCode: string;
  /** What the scan box heard while this stands there; each scan another object. */
  readonly scanned: { readonly code: string } | null;
  readonly onDone: (opId: string, requisitionCode: string) => void;
}

/** Reception refuses a tube or a requisition: code of the catalogue, measure, reason (docs/forms.md#rejection). */
export function RejectPanel({ initialCode, scanned, onDone }: RejectPanelProps) {
  const { label } = useText();
  const [start] = useState({ requisitionCode: initialCode, measure: 1 });
  const pictures = useHeldPictures(imageKind.rejection);
  const form = useDescribedForm({
    fields: rejectFields,
    values: start,
    onSave: async (values): Promise<readonly Problem[] | void> => {
      const saved = await enqueue(rejectSummary, values).catch(problemsOf);
      if (!('opId' in saved)) {
        playSound('refused');
        return saved;
      }
      // Before it is called saved: a page that is left now would take the photographs with it.
      await pictures.take(normalCode(values.requisitionCode));
      playSound('ok');
      notify.success(['已登记拒收,已保存到本机,待上传', 'Rejection saved on this computer, waiting to be sent']);
      onDone(saved.opId, values.requisitionCode);
      return undefined;
    },
  });
  useKeyDown((event) => {
    if (event.key !== 'F9') return;
    event.preventDefault();
    // The requisition of the last ten may stand open above it.
    if (!isBehind()) void form.save();
  });
  const taken = useRef(scanned);
  useEffect(() => {
    if (!scanned || taken.current === scanned) return;
    taken.current = scanned;
    const field = form.methods.getValues('requisitionCode') === '' ? 'requisitionCode' : 'sampleCode';
    form.methods.setValue(field, scanned.code);
    // Once the requisition is there, the reason is what is missing.
    form.focusField('rejectCode');
  });
  return (
    <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={3} data-testid="reject-form">
      <FormGrid form={form} columns={3} settings={barcodes} isFocused />
      {pictures.shown}
      <SaveBar>
        <Button variant="danger" icon={Ban} keyHint="F9" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['登记拒收', 'Reject'])}
        </Button>
      </SaveBar>
    </chakra.form>
  );
}
