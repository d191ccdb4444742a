import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { Button } from '../Button.tsx';
import { InputBox, isComposing } from '../fields/control.ts';
import { commitTyped } from '../fields/holder.ts';
import { useSay } from '../language.ts';
import { SideDrawer } from '../SideDrawer.tsx';
import { Choices } from './FaultCell.tsx';
import { MeantName } from './MeantName.tsx';
import type { PreviewField, PreviewLine, PreviewSource } from './sheetPreview.ts';

export interface RowEditorProps {
  readonly row: PreviewLine;
  /** Those of the file, and any other a fault may stand at. */
  readonly fields: readonly PreviewField[];
  readonly onCorrect: PreviewSource['correct'];
  readonly onClose: () => void;
}

/** All cells of a row, those at fault first and with what is wrong; judged again when it is taken over. */
export function RowEditor({ row, fields, onCorrect, onClose }: RowEditorProps) {
  const say = useSay();
  const formId = useId();
  const faulty = new Set(row.cells.map(({ field }) => field));
  const shown = fields.toSorted((a, b) => Number(faulty.has(b.field)) - Number(faulty.has(a.field)));
  const ofRow = row.cells.filter(({ field }) => !fields.some((one) => one.field === field));
  const fill = (id: string, name: string): void => {
    const input = document.getElementById(id);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = name;
    input.focus();
  };
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    // A name that was typed into a list and means none stays in sight, marked.
    const [unread] = await commitTyped(form);
    if (unread) {
      unread.element.querySelector('input')?.focus();
      return;
    }
    const given = new FormData(form);
    const texts = shown.map(({ field }) => {
      const text = given.get(field);
      return [field, typeof text === 'string' ? text : ''] as const;
    });
    const changed = Object.fromEntries(texts.filter(([field, text]) => text !== (row.texts[field] ?? '')));
    if (Object.keys(changed).length > 0) onCorrect(row.line, changed);
    onClose();
  };
  return (
    <SideDrawer
      title={say(['修改第 {row} 行', 'Edit row {row}'], { row: row.rowNumber })}
      size="md"
      onClose={onClose}
      footer={
        <Button variant="primary" icon={Check} type="submit" form={formId} keyHint="Ctrl+S" data-enter-end>
          {say(['更正并重新校验', 'Correct and check again'])}
        </Button>
      }
    >
      {ofRow.map(({ fault, text }) => (
        <chakra.p key={fault} role="alert" textStyle="dense" color="danger.text" mb={3}>
          {say(text)}
        </chakra.p>
      ))}
      <chakra.form
        id={formId}
        onSubmit={(event) => void save(event)}
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
        {shown.map((described) => {
          const { field, title, choices } = described;
          const faults = row.cells.filter((cell) => cell.field === field);
          const listId = `${formId}-${field}`;
          return (
            <chakra.div key={field} display="flex" flexDirection="column" gap="2px" textStyle="dense">
              <label htmlFor={`${listId}-input`}>{say(title)}</label>
              <InputBox
                id={`${listId}-input`}
                name={field}
                defaultValue={row.texts[field] ?? ''}
                list={choices ? listId : undefined}
                aria-invalid={faults.some(({ verdict }) => verdict === 'error')}
              />
              {choices ? <Choices id={listId} choices={choices} /> : null}
              {faults.map((fault) => (
                <chakra.span key={fault.fault} textStyle="note" color={fault.verdict === 'error' ? 'danger.text' : 'warning.text'}>
                  {say(fault.text)}
                </chakra.span>
              ))}
              {described.ref !== undefined && faults.length > 0 ? (
                <MeantName field={described} text={row.texts[field] ?? ''} onMeant={(name) => fill(`${listId}-input`, name)} />
              ) : null}
            </chakra.div>
          );
        })}
      </chakra.form>
    </SideDrawer>
  );
}
