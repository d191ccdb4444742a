import { useState } from 'react';
import { codeType } from '#domain/code/codeStyle.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { longText, type Fields } from '#domain/kernel/fields.ts';
import { useText } from '#src/console/useText.ts';
import type { LabelBatch } from '#src/offline/numbers/numbersRow.ts';
import { NumbersError, reprintLabels, spoilLabels } from '#src/offline/numbers/printLabels.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { useLanguage } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { ToggleList } from '#src/ui/fields/ToggleList.tsx';

const words = {
  checked: ['已核对', 'Checked'],
  waiting: ['待核对', 'To check'],
} as const satisfies Record<string, Label>;

const good = ({ codes, spoiled }: LabelBatch): readonly string[] => codes.filter((code) => !spoiled.includes(code));

function StateCell({ batch }: { readonly batch: LabelBatch }) {
  const language = useLanguage();
  return (
    <StatusWord tone={batch.isChecked ? 'success' : 'warning'}>{inLanguage(batch.isChecked ? words.checked : words.waiting, language)}</StatusWord>
  );
}

/** All in sight beside the scan box at 1366 px. */
const columns: readonly TableColumn<LabelBatch>[] = [
  { key: 'printedAt', title: ['打印时间', 'Printed at'], width: 104, text: ({ printedAt }) => formatDateTime(printedAt).slice(5, 16) },
  { key: 'first', title: ['起始号', 'First number'], width: 140, isMono: true, text: ({ codes }) => codes[0] ?? '' },
  { key: 'last', title: ['终止号', 'Last number'], width: 140, isMono: true, text: ({ codes }) => codes.at(-1) ?? '' },
  { key: 'count', title: ['张数', 'Labels'], width: 62, align: 'end', text: ({ codes }) => String(codes.length) },
  {
    key: 'state',
    title: ['核对', 'Check'],
    width: 100,
    text: ({ isChecked }, language) => inLanguage(isChecked ? words.checked : words.waiting, language),
    cell: (batch) => <StateCell batch={batch} />,
  },
  {
    key: 'codeType',
    title: ['种类', 'Kind'],
    width: 100,
    isHidden: true,
    text: ({ codeType: type }, language) => inLanguage(codeType.labelOf(type) ?? ['', ''], language),
  },
  {
    key: 'spoiled',
    title: ['作废', 'Void'],
    width: 66,
    align: 'end',
    isHidden: true,
    text: ({ spoiled }) => (spoiled.length === 0 ? '' : String(spoiled.length)),
  },
  { key: 'printedBy', title: ['打印人', 'Printed by'], width: 80, isHidden: true },
];

interface Again {
  readonly what: 'reprint' | 'spoil';
  readonly batch: LabelBatch;
}

/** What was printed at this desk, the newest first; printing again and giving up need a reason. */
export function BatchTable({
  batches,
  error,
  onPrint,
}: {
  readonly batches: readonly LabelBatch[] | undefined;
  readonly error: Error | null;
  readonly onPrint: (batch: LabelBatch, codes?: readonly string[]) => void;
}) {
  const { label } = useText();
  const [again, setAgain] = useState<Again | null>(null);
  const mayAct = (batch: LabelBatch): true | Label => (good(batch).length > 0 ? true : ['全部已作废', 'All are void']);
  return (
    <>
      <DataTable
        label={['已打印标签', 'Printed labels']}
        screen="/code/number-block"
        columns={columns}
        extent="whole"
        rows={batches}
        rowKey={({ opId }) => opId}
        acts={[
          { key: 'reprint', label: ['重打', 'Again'], onAct: (batch) => setAgain({ what: 'reprint', batch }), mayAct },
          { key: 'spoil', label: ['作废', 'Void'], isDanger: true, onAct: (batch) => setAgain({ what: 'spoil', batch }), mayAct },
        ]}
        failure={error ? { message: label(['本机存储无法读取', 'The storage of this computer cannot be read']) } : null}
        onRetry={() => location.reload()}
        emptyText={['本机还没有打印过标签', 'No labels were printed at this desk yet']}
      />
      {again ? <AgainDrawer {...again} onPrint={onPrint} onClose={() => setAgain(null)} /> : null}
    </>
  );
}

const fields: Fields = { reason: longText('原因', 'Reason', { required: true, min: 2, max: 200 }) };
const titles: Readonly<Record<Again['what'], { readonly title: Label; readonly act: Label }>> = {
  reprint: { title: ['重新打印标签', 'Print labels again'], act: ['重新打印', 'Print again'] },
  spoil: { title: ['作废号码', 'Void numbers'], act: ['作废', 'Void'] },
};
/** So many are offered one by one; of a larger batch all are meant. */
const mostShown = 60;

function AgainDrawer({
  what,
  batch,
  onPrint,
  onClose,
}: Again & { readonly onPrint: (batch: LabelBatch, codes?: readonly string[]) => void; readonly onClose: () => void }) {
  const { label } = useText();
  const usable = good(batch);
  const [chosen, setChosen] = useState<readonly string[]>(what === 'reprint' ? usable : []);
  const form = useDescribedForm({
    fields,
    values: what === 'reprint' && !batch.isChecked ? { reason: label(['未打印成功', 'Did not come out']) } : {},
    isSavedByLastEnter: true,
    onSave: async ({ reason }) => {
      try {
        if (what === 'spoil') await spoilLabels(batch.opId, chosen, String(reason));
        else onPrint(await reprintLabels(batch.opId, chosen, String(reason)), chosen);
      } catch (error) {
        if (!(error instanceof OutboxError || error instanceof NumbersError)) throw error;
        notify.error(error.label);
        return [];
      }
      onClose();
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(titles[what].title)}
      form={form}
      onClose={onClose}
      footer={
        <Button
          variant={what === 'spoil' ? 'danger' : 'primary'}
          isBusy={form.isSaving}
          disabled={chosen.length === 0}
          onClick={() => void form.save()}
          data-enter-end
        >
          {label(titles[what].act)} ({chosen.length})
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
      {usable.length <= mostShown ? (
        <ToggleList
          options={usable.map((code) => ({ code, label: [code, code] }))}
          value={[...chosen]}
          onChange={(codes) => setChosen(codes.map(String))}
          ariaLabel={label(['标签', 'Labels'])}
        />
      ) : (
        label(['全部 {count} 张', 'All {count} labels'], { count: usable.length })
      )}
    </SideDrawer>
  );
}
