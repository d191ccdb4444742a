import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { placeKind } from '#domain/lab/batch/sheetChoices.ts';
import type { FilePlate, WellOfFile } from '#domain/lab/resultFile.ts';
import { faultyWells, stateOfWell, type WellState } from '#domain/lab/rules/filePlate.ts';
import { rowErrors, rowWarnings } from '#domain/lab/rules/resultRow.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { PlateGrid, type WellMark } from './batch/PlateGrid.tsx';
import type { EditedPlace } from './batch/plateEdit.ts';

const marks: Readonly<Record<WellState, { readonly tone: WellMark['tone']; readonly sign: string; readonly word: Label }>> = {
  ok: { tone: 'success', sign: '✓', word: ['通过', 'OK'] },
  warn: { tone: 'warning', sign: '!', word: ['警告', 'Warning'] },
  error: { tone: 'danger', sign: '✕', word: ['错误', 'Error'] },
  missing: { tone: 'info', sign: '∅', word: ['缺结果', 'No row'] },
  blank: { tone: 'neutral', sign: '', word: ['空白', 'Blank'] },
};
const shownStates = ['error', 'missing', 'warn', 'ok'] as const;
const texts: Readonly<Record<string, Label>> = { ...rowErrors, ...rowWarnings };
const nothing: Pick<EditedPlace, 'typed' | 'kept'> = {
  typed: { lane: '', libraryCode: '', index1: '', index2: '', dnaConc: '', libConc: '', volume: '', expectedData: '' },
  kept: { quantConc: null, poolConc: null, dilution: null, reason: null },
};
const placeOf = ({ well, kind, code }: WellOfFile): EditedPlace => ({
  at: well,
  kind,
  taskId: null,
  qcLotId: null,
  lotName: null,
  sampleCode: null,
  labCode: kind === placeKind.sample ? code : null,
  isUrgent: false,
  nextStep: null,
  ...nothing,
});

export interface FilePlatePreviewProps {
  readonly plate: FilePlate;
  /** Brings a row of the file into sight. */
  readonly onRow: (line: number) => void;
}

/** A file as the plate it was measured on: what each well came to, controls first, what has no row, what has no place. Enter goes to the next fault. */
export function FilePlatePreview({ plate, onRow }: FilePlatePreviewProps) {
  const { label } = useText();
  const [looked, setLooked] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const faulty = useMemo(() => faultyWells(plate.wells), [plate]);
  const places = useMemo(() => plate.wells.map(placeOf), [plate]);
  const marked = useMemo(
    () => new Map(plate.wells.map((one) => [one.well, { ...marks[stateOfWell(one)], word: label(marks[stateOfWell(one)].word) }])),
    [plate, label],
  );
  if (plate.plateFormat === 0 || plate.wells.length === 0) return null;
  const next = (): void => {
    const at = faulty.findIndex(({ well }) => well === looked);
    const found = faulty[(at + 1) % Math.max(1, faulty.length)];
    if (found) setMoved(found.well);
  };
  const count = (state: WellState): number => plate.wells.filter((one) => stateOfWell(one) === state).length;
  const one = plate.wells.find(({ well }) => well === looked);
  const said = one
    ? [
        ...[...one.errors, ...one.warnings].flatMap((code) => (texts[code] ? [label(texts[code], one.params)] : [])),
        ...(one.otherWell ? [label(['文件中的孔位是 {well}', 'The file has it in well {well}'], { well: one.otherWell })] : []),
      ]
    : [];
  return (
    <chakra.section aria-label={label(['孔板预览', 'The plate'])} display="flex" flexDirection="column" gap={2}>
      <chakra.div display="flex" gap={3} alignItems="center" flexWrap="wrap">
        <Button size="sm" keyHint="Enter" disabled={faulty.length === 0} onClick={next}>
          {label(['下一个问题孔', 'Next well at fault'])}
        </Button>
        {shownStates.map((state) =>
          count(state) > 0 ? (
            <span key={state}>
              <StatusWord tone={marks[state].tone as Tone}>
                {marks[state].sign} {label(marks[state].word)} {count(state)}
              </StatusWord>
            </span>
          ) : null,
        )}
        {plate.surplus.length > 0 ? (
          <StatusWord tone="warning">
            {label(['不在上机表 {n}: {codes}', 'Not on the run sheet {n}: {codes}'], {
              n: plate.surplus.length,
              codes: plate.surplus.map(({ code, line }) => code ?? String(line)).join('、'),
            })}
          </StatusWord>
        ) : null}
      </chakra.div>
      <PlateGrid
        format={plate.plateFormat}
        places={places}
        faults={new Map()}
        next={null}
        isReadOnly
        marks={marked}
        looked={moved}
        onLook={(well) => {
          setLooked(well);
          setMoved(null);
        }}
        onEnter={next}
        onNext={() => undefined}
        onMove={() => undefined}
        onClear={() => undefined}
      />
      <chakra.div role="status" aria-live="polite" minH="28px" display="flex" gap={2} alignItems="center">
        {one ? (
          <>
            <b>{one.well}</b>
            <chakra.span fontFamily="mono">{one.code}</chakra.span>
            <StatusWord tone={marks[stateOfWell(one)].tone as Tone}>{label(marks[stateOfWell(one)].word)}</StatusWord>
            <span>{said.join('  ')}</span>
            {one.line === null ? null : (
              <Button size="sm" variant="ghost" onClick={() => onRow(one.line ?? 0)}>
                {label(['第 {line} 行', 'Line {line}'], { line: one.line })}
              </Button>
            )}
          </>
        ) : null}
      </chakra.div>
    </chakra.section>
  );
}
