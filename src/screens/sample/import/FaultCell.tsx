import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import type { ImportField } from '#domain/sample/import/importVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { InputBox, isComposing } from '#src/ui/fields/control.ts';
import type { PreviewRow } from '#workers/importSession.ts';
import { importDesk } from './importDesk.ts';
import { fieldLabels } from './importTexts.ts';

/** A cell of the preview: text where it is good, an input where it is at fault. Enter corrects and goes to the next fault. */
export function FaultCell({ row, field, isSaved }: { readonly row: PreviewRow; readonly field: ImportField; readonly isSaved: boolean }) {
  const { label } = useText();
  const fault = row.cells.find((cell) => cell.field === field);
  const text = row.texts[field] ?? '';
  if (!fault || isSaved) return <>{text}</>;
  const commit = (input: HTMLInputElement): void => {
    if (input.value.trim() !== text.trim()) void importDesk.correct(row.line, { [field]: input.value });
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
    <chakra.span display="block" mx="-6px" title={label(fault.text)}>
      <InputBox
        key={text}
        size="sm"
        data-fault={fault.fault}
        defaultValue={text}
        aria-invalid={fault.verdict === 'error'}
        aria-label={`${label(fieldLabels[field])}: ${label(fault.text)}`}
        borderColor={fault.verdict === 'warn' ? 'warning.solid' : undefined}
        bg={fault.verdict === 'warn' ? 'warning.subtle' : 'danger.subtle'}
        onBlur={(event) => commit(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
    </chakra.span>
  );
}
