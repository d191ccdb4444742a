import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { useText } from '#src/console/useText.ts';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { cellNames, cells, type CellName, type RowFault, type TypedConversion } from './typedConversion.ts';

interface ConversionRowProps {
  readonly at: number;
  readonly row: TypedConversion;
  readonly isReadOnly: boolean;
  /** What keeps it from being saved. */
  readonly fault: RowFault | null;
  readonly onChange: (row: TypedConversion) => void;
  readonly onRemove: () => void;
}

/** Wide cells first: an item's name and a class need the room. */
const Cells = chakra('div', {
  base: {
    flex: 1,
    minW: 0,
    display: 'grid',
    gap: 2,
    alignItems: 'end',
    gridTemplateColumns: { base: 'repeat(3, minmax(0, 1fr))', xl: '2.2fr 1.4fr 1.2fr 0.9fr 0.9fr 1.2fr 0.9fr 0.8fr 0.8fr' },
  },
});

/** One wording: an item's results of one class, and how they are told. */
export function ConversionRow({ at, row, isReadOnly, fault, onChange, onRemove }: ConversionRowProps) {
  const { label } = useText();
  const faultId = `conversion-fault-${at}`;
  return (
    <chakra.div
      data-conversion={at + 1}
      border="hairline"
      borderColor={fault ? 'danger.solid' : undefined}
      borderRadius="sm"
      p={2}
      display="grid"
      gap={1}
      role="group"
      aria-label={label(['第{row}行', 'Row {row}'], { row: at + 1 })}
    >
      <chakra.div display="flex" gap={2} alignItems="end">
        <chakra.span textStyle="note" color="fg.muted" minW="20px" pb={1.5}>
          {at + 1}
        </chakra.span>
        <Cells>
          {cellNames.map((name) => (
            <chakra.div key={name} data-cell={name} display="grid" gap={0.5} minW={0}>
              <chakra.span textStyle="note" color="fg.muted" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                {label(cells[name].label)}
              </chakra.span>
              <Cell
                name={name}
                ariaLabel={label(['第{row}行 {field}', 'Row {row}: {field}'], { row: at + 1, field: cells[name].label })}
                value={row[name]}
                isReadOnly={isReadOnly}
                isInvalid={fault?.cell === name}
                {...(fault?.cell === name ? { describedBy: faultId } : {})}
                onChange={(value) => onChange({ ...row, [name]: value })}
              />
            </chakra.div>
          ))}
        </Cells>
        {isReadOnly ? null : (
          <IconButton size="sm" icon={X} label={label(['移除第{row}行', 'Remove row {row}'], { row: at + 1 })} onClick={onRemove} />
        )}
      </chakra.div>
      {fault ? (
        <chakra.p id={faultId} textStyle="note" color="danger.text" ps="28px">
          {label(fault.text, fault.params)}
        </chakra.p>
      ) : null}
    </chakra.div>
  );
}

interface CellProps {
  readonly name: CellName;
  readonly ariaLabel: string;
  readonly value: string | number | null;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly describedBy?: string;
  readonly onChange: (value: string | number | null) => void;
}
/** A class is chosen from a list, for nine cells stand side by side. */
function Cell({ name, ...control }: CellProps) {
  return name === 'qualitativeResult' ? (
    <ChoiceControl form="list" options={qualitativeResult.options} {...control} />
  ) : (
    <FieldInput field={cells[name]} {...control} />
  );
}
