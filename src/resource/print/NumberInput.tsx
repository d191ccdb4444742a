import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from '#src/ui/language.ts';
import { TextControl } from '#src/ui/fields/TextControl.tsx';

interface NumberInputProps {
  readonly label: Label;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly unit?: string;
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
  readonly isDisabled?: boolean;
}

/** A number that is typed: taken as soon as it is one, marked while it is none; who saves what it is part of asks `stopsAtFault` first. */
export function NumberInput({ label, value, onChange, unit, least = 0, most = 500, isWhole = false, isDisabled }: NumberInputProps) {
  const say = useSay();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const read = (typed: string): number | null => {
    const number = Number(typed);
    return typed.trim() === '' || !Number.isFinite(number) || number < least || number > most || (isWhole && !Number.isInteger(number))
      ? null
      : number;
  };
  // What is half typed stays as typed; a value that was set otherwise is shown.
  const typedNumber = draft === null ? value : read(draft);
  const text = draft !== null && (typedNumber === null || typedNumber === value) ? draft : String(value);
  return (
    <chakra.div display="grid" gap={0.5} minW={0} data-number>
      <chakra.label htmlFor={id} textStyle="note" color="fg.muted">
        {say(label)}
      </chakra.label>
      <TextControl
        id={id}
        size="sm"
        face="figures"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        unit={unit}
        value={text}
        isDisabled={isDisabled}
        isInvalid={read(text) === null}
        onChange={(typed) => {
          setDraft(String(typed ?? ''));
          const number = read(String(typed ?? ''));
          if (number !== null) onChange(number);
        }}
      />
    </chakra.div>
  );
}
