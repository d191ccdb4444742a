import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import type { ImportField } from '#domain/sample/import/importVerdict.ts';
import { textOf } from '#domain/sample/rules/derive.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { InputBox, isComposing } from '#src/ui/fields/control.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { OpenedColumn, PreviewRow } from '#workers/importSession.ts';
import { importDesk } from './importDesk.ts';
import { fieldLabels } from './importTexts.ts';

/** All cells of a row, those at fault first and with what is wrong; judged again when it is taken over. */
export function RowEditor({
  row,
  columns,
  onClose,
}: {
  readonly row: PreviewRow;
  readonly columns: readonly OpenedColumn[];
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const formId = useId();
  const faulty = new Set(row.cells.map(({ field }) => field));
  const mapped = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  // A fault may stand at a field the sheet has no column for.
  const fields = [...new Set([...row.cells.map(({ field }) => field), ...mapped])].toSorted((a, b) => Number(faulty.has(b)) - Number(faulty.has(a)));
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const changed = Object.fromEntries(
      fields.map((field) => [field, textOf(given.get(field))]).filter(([field, text]) => text !== (row.texts[field as ImportField] ?? '')),
    );
    if (Object.keys(changed).length > 0) void importDesk.correct(row.line, changed);
    onClose();
  };
  return (
    <SideDrawer
      title={label(['修改第 {row} 行', 'Edit row {row}'], { row: row.rowNumber })}
      size="md"
      onClose={onClose}
      footer={
        <Button variant="primary" icon={Check} type="submit" form={formId} keyHint="Ctrl+S" data-enter-end>
          {label(['更正并重新校验', 'Correct and check again'])}
        </Button>
      }
    >
      <chakra.form
        id={formId}
        onSubmit={save}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }
        }}
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(240px, 1fr))"
        gap={3}
      >
        {fields.map((field) => {
          const faults = row.cells.filter((cell) => cell.field === field);
          return (
            <chakra.label key={field} display="flex" flexDirection="column" gap="2px" textStyle="dense">
              {label(fieldLabels[field])}
              <InputBox name={field} defaultValue={row.texts[field] ?? ''} aria-invalid={faults.some(({ verdict }) => verdict === 'error')} />
              {faults.map((fault) => (
                <chakra.span key={fault.fault} textStyle="note" color={fault.verdict === 'error' ? 'danger.text' : 'warning.text'}>
                  {label(fault.text)}
                </chakra.span>
              ))}
            </chakra.label>
          );
        })}
      </chakra.form>
    </SideDrawer>
  );
}
