import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { codeType } from '#domain/code/codeStyle.ts';
import { useNumbers } from '#domain/code/useNumbers.ts';
import { choices } from '#domain/kernel/choices.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import { choice, text, type Fields } from '#domain/kernel/fields.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { labelLayoutOf } from '#src/console/labelLayoutOf.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { readNumbers, type LabelBatch } from '#src/offline/numbers/numbersRow.ts';
import { NumbersError, reprintLabels } from '#src/offline/numbers/printLabels.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { failureOf } from '#src/resource/failure.ts';
import { PrintDrawer } from '#src/resource/print/PrintDrawer.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { LabelSheet, type LabelsToPrint } from '#src/ui/label/LabelSheet.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { mayReprintOfApply } from './mayReprint.ts';

/** How a label comes out once more: from the desk's own block, which works without network, or of the application it was printed for. */
interface Printable {
  readonly code: string;
  readonly batch: LabelBatch | null;
  readonly applyId: string | null;
}
/** Those of the codes whose labels we printed; without network those of this desk. Throws CallError where nothing can be said without the server. */
async function printableOf(codes: readonly string[], can: (permission: string) => boolean): Promise<readonly Printable[]> {
  const batches = can(useNumbers.permission) ? (await readNumbers()).batches : [];
  const found: Printable[] = [];
  let unanswered: unknown = null;
  for (const code of new Set(codes)) {
    const batch = batches.find((each) => each.codes.includes(code) && !each.spoiled.includes(code)) ?? null;
    if (batch) found.push({ code, batch, applyId: null });
    else if (mayReprintOfApply(can)) {
      const query = { sampleCode: code };
      const asked = call<{ readonly applyId?: string | null }>('GET', servicePath('code', 'sample-code/detail'), { query, quiet: true });
      const applyId = await asked.then(
        (known) => known.applyId ?? null,
        (error: unknown) => {
          unanswered = error;
          return null;
        },
      );
      if (applyId !== null) found.push({ code, batch, applyId });
    }
  }
  if (found.length === 0 && unanswered !== null) throw unanswered as Error;
  return found;
}

export interface ReprintDrawerProps {
  /** A requisition's and its tubes', the likeliest first. */
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The label of a requisition or tube once more, with a reason. What a client printed itself is not ours to print. */
export function ReprintDrawer({ codes, onClose }: ReprintDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['reprintable', ...codes],
    queryFn: () => printableOf(codes, can),
    gcTime: 0,
    staleTime: 0,
    networkMode: 'always',
  });
  if (data && data.length > 0) return <ReprintForm printable={data} onClose={onClose} />;
  return (
    <SideDrawer size="sm" title={label(['重打标签', 'Print a label again'])} onClose={onClose}>
      {error ? <StateView state="failed" failure={failureOf(error)} onRetry={() => void refetch()} /> : null}
      {data ? (
        <StateView
          state="empty"
          text={['这些条码不是本系统打印的; 标签损坏请用“更换条码”', 'We did not print these codes; where a label is damaged, replace its code']}
        />
      ) : error ? null : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function ReprintForm({ printable, onClose }: { readonly printable: readonly Printable[]; readonly onClose: () => void }) {
  const { label } = useText();
  const [printId, setPrintId] = useState<string | null>(null);
  const [toPrint, setToPrint] = useState<LabelsToPrint | null>(null);
  const onPrinted = useCallback(() => onClose(), [onClose]);
  const [fields] = useState<Fields>(() => ({
    code: choice('条码', 'Code', choices(Object.fromEntries(printable.map(({ code }) => [code, [code, code, code] as const]))), { required: true }),
    reason: text('原因', 'Reason', { required: true, max: 200 }),
  }));
  const printHere = async (batch: LabelBatch, code: string, reason: string): Promise<void> => {
    const { codeType: type, printedAt, printedBy } = await reprintLabels(batch.opId, [code], reason);
    const facts = { kind: label(codeType.labelOf(type) ?? ['', '']), date: formatDate(printedAt), user: printedBy };
    const serial = `${batch.codes.indexOf(code) + 1}/${batch.codes.length}`;
    setToPrint({ layout: await labelLayoutOf(type, null), labels: [{ ...facts, code, serial }] });
  };
  const form = useDescribedForm({
    fields,
    values: { code: printable[0]?.code },
    isSavedByLastEnter: true,
    onSave: async ({ code, reason }) => {
      const chosen = printable.find((each) => each.code === code);
      try {
        if (chosen?.batch) await printHere(chosen.batch, chosen.code, String(reason));
        else
          setPrintId(
            (
              await call<{ readonly printId: string }>('POST', servicePath('code', 'sample-code-apply/reprint'), {
                body: { applyId: chosen?.applyId, codes: [code], reason },
              })
            ).printId,
          );
        return undefined;
      } catch (error) {
        if (error instanceof OutboxError || error instanceof NumbersError) notify.error(error.label);
        else if (!(error instanceof CallError)) throw error;
        else if (error.isTransport) notify.error(['此操作需要网络,内容已保留', 'This needs the network; what you typed stays']);
        return error instanceof CallError ? (error.problems ?? []) : [];
      }
    },
  });
  if (printId) return <PrintDrawer kind="sample" printId={printId} onClose={onClose} onChanged={() => undefined} />;
  return (
    <SideDrawer
      size="sm"
      title={label(['重打标签', 'Print a label again'])}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={form.isSaving || toPrint !== null} onClick={() => void form.save()} data-enter-end>
          {label(['重打', 'Print again'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      {toPrint ? <LabelSheet {...toPrint} onPrinted={onPrinted} /> : null}
    </SideDrawer>
  );
}
