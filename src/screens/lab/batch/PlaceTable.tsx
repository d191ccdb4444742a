import { chakra } from '@chakra-ui/react';
import { RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { amountFields, libraryFields } from '#domain/lab/batch/saveBatch.ts';
import { nextStep } from '#domain/lab/redo/roundKind.ts';
import { useText } from '#src/console/useText.ts';
import { InputBox } from '#src/ui/fields/control.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { SheetRedo } from '../redo/useSheetRedo.tsx';
import { amountKeys, placeName, typedKeys, type EditedPlace, type TypedKey } from './plateEdit.ts';

const fields = { ...libraryFields, ...amountFields };
const widths: Readonly<Record<TypedKey, string>> = {
  lane: '52px',
  libraryCode: '120px',
  index1: '110px',
  index2: '110px',
  dnaConc: '74px',
  libConc: '74px',
  volume: '74px',
  expectedData: '74px',
};
const Head = chakra('th', {
  base: {
    position: 'sticky',
    top: 0,
    bg: 'bg.panel',
    textAlign: 'start',
    fontWeight: 'medium',
    px: 1,
    py: 1,
    borderBottom: 'hairline',
    whiteSpace: 'nowrap',
    zIndex: 1,
  },
});
const Cell = chakra('td', { base: { px: 1, py: '1px', borderBottom: 'hairline', whiteSpace: 'nowrap' } });

export interface PlaceTableProps {
  readonly places: readonly EditedPlace[];
  readonly faults: ReadonlyMap<string, string>;
  /** Who stands where is locked; what is measured is not. */
  readonly isLocked: boolean;
  readonly mayType: boolean;
  readonly onType: (at: string, key: TypedKey, text: string) => void;
  readonly onClear: (at: string) => void;
  /** Work that may begin anew, of a sheet that ran. */
  readonly redo: Pick<SheetRedo, 'wells' | 'onRedo'>;
}

const placeHead: Label = ['孔位', 'Well'];

/** The places of a sheet beside its plate: codes, libraries, indexes and concentrations. */
export function PlaceTable({ places, ...rest }: PlaceTableProps) {
  const { label } = useText();
  return (
    <chakra.div overflow="auto" scrollPaddingTop="32px" flex={1} minH="160px" border="hairline" borderRadius="md">
      <chakra.table w="full" textStyle="dense" borderCollapse="separate" borderSpacing={0} data-places>
        <thead>
          <tr>
            <Head>{label(placeHead)}</Head>
            <Head>{label(['编号', 'Code'])}</Head>
            {typedKeys.map((key) => (
              <Head key={key}>{label(fields[key].label)}</Head>
            ))}
            <Head />
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <PlaceLine
              key={place.at}
              place={place}
              fault={rest.faults.get(place.at) ?? ''}
              isLocked={rest.isLocked}
              mayType={rest.mayType}
              onType={rest.onType}
              onClear={rest.onClear}
              onRedo={rest.redo.wells.has(place.at) ? rest.redo.onRedo : undefined}
            />
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

/** Not drawn anew with every letter typed into another line. */
const PlaceLine = memo(function PlaceLine({
  place,
  fault,
  isLocked,
  mayType,
  onType,
  onClear,
  onRedo,
}: {
  readonly place: EditedPlace;
  readonly fault: string;
  readonly onRedo: ((at: string) => void) | undefined;
} & Omit<PlaceTableProps, 'places' | 'faults' | 'redo'>) {
  const { label } = useText();
  return (
    <chakra.tr bg={fault ? 'danger.subtle' : undefined} title={fault || undefined}>
      <Cell fontFamily="mono">{place.at}</Cell>
      <Cell fontFamily="mono" color={fault ? 'danger.text' : undefined}>
        {place.lotName ?? placeName(place)}
        {place.isUrgent ? ` ${label(['急', '!'])}` : ''}
        {place.nextStep === null ? '' : ` ${label(nextStep.labelOf(place.nextStep) ?? ['', ''])}`}
      </Cell>
      {typedKeys.map((key) => {
        const isClash = fault !== '' && (key === 'index1' || key === 'index2');
        return (
          <Cell key={key}>
            <InputBox
              size="sm"
              style={{ width: widths[key] }}
              aria-label={`${place.at} ${label(fields[key].label)}`}
              aria-invalid={isClash || undefined}
              value={place.typed[key]}
              maxLength={fields[key].max !== undefined && fields[key].max < 100 ? fields[key].max : 20}
              readOnly={!mayType || (isLocked && !amountKeys.includes(key))}
              onChange={(event) => onType(place.at, key, event.currentTarget.value)}
            />
          </Cell>
        );
      })}
      <Cell>
        {onRedo ? <IconButton size="sm" icon={RotateCcw} label={label(['重做此孔', 'Do this one again'])} onClick={() => onRedo(place.at)} /> : null}
        {isLocked ? null : <IconButton size="sm" icon={X} label={label(['清空此孔', 'Clear this well'])} onClick={() => onClear(place.at)} />}
      </Cell>
    </chakra.tr>
  );
});
