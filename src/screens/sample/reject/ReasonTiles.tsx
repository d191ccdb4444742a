import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { rejectCode, rejectGroups } from '#domain/sample/rejectReasons.ts';
import { useText } from '#src/console/useText.ts';
import type { FieldInputProps } from '#src/ui/FieldInput.tsx';

const Tile = chakra('button', {
  base: {
    minH: '36px',
    px: 2,
    py: 1,
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    textStyle: 'dense',
    textAlign: 'left',
    cursor: 'pointer',
    bg: 'bg.input',
    _hover: { bg: 'bg.muted' },
    '&[aria-checked=true]': { bg: 'accent.subtle', color: 'accent.text', borderColor: 'accent.focus', fontWeight: 'medium' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
  },
});

/** All reasons in sight, by their groups: one press chooses. */
export function ReasonTiles({ value, defaultValue, onChange, isInvalid, isDisabled, id, labelledBy }: FieldInputProps) {
  const { label } = useText();
  const [own, setOwn] = useState<unknown>(defaultValue ?? null);
  const chosen: unknown = value === undefined ? own : value;
  return (
    <chakra.div
      id={id}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-invalid={isInvalid || undefined}
      display="flex"
      flexDirection="column"
      gap={2}
      data-reason-tiles
    >
      {Object.entries(rejectGroups).map(([group, { title, codes }]) => (
        <chakra.div key={group} display="grid" gridTemplateColumns="84px minmax(0, 1fr)" gap={2} alignItems="start">
          <chakra.span textStyle="note" color="fg.muted" pt={2}>
            {label(title)}
          </chakra.span>
          <chakra.div display="flex" flexWrap="wrap" gap={1}>
            {codes.map((code) => (
              <Tile
                key={code}
                type="button"
                role="radio"
                aria-checked={chosen === code}
                disabled={isDisabled}
                onClick={() => {
                  setOwn(code);
                  onChange?.(code);
                }}
              >
                {label(rejectCode.labelOf(code) ?? [code, code])}
              </Tile>
            ))}
          </chakra.div>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
