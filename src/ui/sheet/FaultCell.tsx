import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { InputBox, isComposing } from '../fields/control.ts';
import { useSay } from '../language.ts';
import { useNearNames } from './MeantName.tsx';
import type { PreviewField, PreviewLine, PreviewSource } from './sheetPreview.ts';

export interface FaultCellProps {
  readonly row: PreviewLine;
  readonly field: PreviewField;
  /** It was taken over: nothing is corrected any more. */
  readonly isSettled: boolean;
  readonly onCorrect: PreviewSource['correct'];
}

/** A cell of the preview: text where it is good, an input where it is at fault. Enter corrects and goes to the next fault. */
export function FaultCell({ row, field: described, isSettled, onCorrect }: FaultCellProps) {
  const { field, title } = described;
  const say = useSay();
  const [isAsked, setAsked] = useState(false);
  const listId = useId();
  const fault = row.cells.find((cell) => cell.field === field);
  const text = row.texts[field] ?? '';
  const near = useNearNames(described, text, isAsked && fault !== undefined && !isSettled);
  const choices = described.choices ?? (near.length > 0 ? near : undefined);
  if (!fault || isSettled) return <>{text}</>;
  const commit = (input: HTMLInputElement): void => {
    if (input.value.trim() !== text.trim()) onCorrect(row.line, { [field]: input.value });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.currentTarget.value = text;
      event.stopPropagation();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    const inputs = [...(event.currentTarget.closest('[role=grid], table')?.querySelectorAll<HTMLInputElement>('input[data-fault]') ?? [])];
    const next = inputs[inputs.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)];
    commit(event.currentTarget);
    next?.focus();
    next?.select();
  };
  return (
    <chakra.span display="block" mx="-6px" title={say(fault.text)}>
      <InputBox
        key={text}
        size="sm"
        data-fault={fault.fault}
        defaultValue={text}
        list={choices ? listId : undefined}
        aria-invalid={fault.verdict === 'error'}
        aria-label={`${say(title)}: ${say(fault.text)}`}
        borderColor={fault.verdict === 'warn' ? 'warning.solid' : undefined}
        bg={fault.verdict === 'warn' ? 'warning.subtle' : 'danger.subtle'}
        onFocus={() => setAsked(true)}
        onBlur={(event) => commit(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      {choices ? <Choices id={listId} choices={choices} /> : null}
    </chakra.span>
  );
}

/** What may stand in a cell, offered while it is typed. */
export function Choices({ id, choices }: { readonly id: string; readonly choices: readonly string[] }) {
  return (
    <datalist id={id}>
      {choices.map((choice) => (
        <option key={choice} value={choice} />
      ))}
    </datalist>
  );
}
