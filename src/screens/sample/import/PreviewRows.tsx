import { ArrowLeft, FilePlus2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { yesNo, type ChoiceSet } from '#domain/kernel/choices.ts';
import { importFields, type ImportField } from '#domain/sample/import/importVerdict.ts';
import { ageUnit, credentialType, duplicateAnswer, sex } from '#domain/sample/rules/formChoices.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';
import { SheetPreview } from '#src/ui/sheet/SheetPreview.tsx';
import type { PreviewField, PreviewLine, PreviewSource, RowState } from '#src/ui/sheet/sheetPreview.ts';
import { ConfirmImport } from './ConfirmImport.tsx';
import { importDesk, type ImportState } from './importDesk.ts';
import { fieldLabels, stateWords } from './importTexts.ts';
import { useSavedActs } from './useSavedActs.ts';

type PreviewState = Extract<ImportState, { stage: 'preview' }>;

const source: PreviewSource = {
  page: (states, offset, limit) => importDesk.remote.page(states, offset, limit),
  rowsAt: (lines) => importDesk.remote.rowsAt(lines),
  correct: (line, texts) => void importDesk.correct(line, texts),
};

/** The third stage: every row with its verdict; cells at fault are corrected in place and judged again at once. */
export function PreviewRows({ state }: { readonly state: PreviewState }) {
  const { label, language } = useText();
  const { tally, sheet, saved, faultyFields } = state;
  const acts = useSavedActs(saved);
  const { stateOf } = acts;
  const fields = useMemo(() => {
    const mapped = sheet.columns.flatMap(({ field }) => (field === null ? [] : [field]));
    // What tells the row, then what has to be corrected, then the rest as it stands in the file.
    // An earlier requisition is answered in a column of its own, which few sheets bring.
    const first = ['requisitionCode' as const, ...faultyFields].filter((field) => field === 'duplicateAnswer' || mapped.includes(field));
    return [...new Set([...first, ...mapped])].map(previewField);
  }, [sheet, faultyFields]);
  const wordOf = useCallback((row: PreviewLine) => stateWords[stateOf(row.line) ?? row.verdict], [stateOf]);
  const isSettled = useCallback((line: number) => saved.has(line), [saved]);

  const exportBad = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const states: readonly RowState[] = tally.rows.error > 0 ? ['error'] : ['warn'];
    const name = state.fileName.replace(/\.[^.]*$/, '');
    downloadFile(await importDesk.remote.exportFile(states, format, language), `${name}-${label(['问题数据', 'faults'])}.${format}`);
  };
  const restart = async (): Promise<void> => {
    const open = tally.rows.ok + tally.rows.warn - saved.size;
    const isSure =
      open === 0 ||
      (await confirm({
        text: ['还有 {open} 行可导入但未导入,确定换文件?', '{open} good rows are not imported yet. Take another file?'],
        params: { open },
      }));
    if (isSure) importDesk.reset();
  };
  return (
    <>
      <SheetPreview
        screen="sample-import"
        fields={fields}
        others={others}
        tally={tally.rows}
        version={state.version}
        source={source}
        wordOf={wordOf}
        isSettled={isSettled}
        onExportFaults={(format) => void exportBad(format)}
        tools={
          <>
            <Button size="sm" icon={ArrowLeft} onClick={() => importDesk.backToMap()}>
              {label(['表头对应', 'Columns'])}
            </Button>
            <Button size="sm" icon={FilePlus2} onClick={() => void restart()}>
              {label(['换一个文件', 'Another file'])}
            </Button>
          </>
        }
      />
      <ConfirmImport state={state} acts={acts} />
    </>
  );
}

const widths: Readonly<Partial<Record<ImportField, number>>> = {
  credentialNo: 180,
  samplingTime: 160,
  commodity: 180,
  sendSampleClient: 170,
  clinicalDiagnosis: 160,
  telephone: 124,
  sex: 72,
  age: 72,
  ageUnit: 84,
  sampleQuantity: 72,
  isUrgent: 72,
  duplicateAnswer: 120,
};
const monoFields: ReadonlySet<ImportField> = new Set([
  'requisitionCode',
  'sampleCode',
  'testTubeNumber',
  'hospitalCode',
  'credentialNo',
  'telephone',
  'courierNumber',
]);
/** Cells that name a row of the master data, and cells with a closed set of words. */
const refs: Readonly<Partial<Record<ImportField, string>>> = {
  sendSampleClient: 'sendSampleClient',
  contractLaboratory: 'laboratory',
  commodity: 'commodity',
  sampleClass: 'sampleClass',
};
const wordsOf = (set: ChoiceSet): readonly string[] => set.options.map(({ label: [zh] }) => zh);
const choices: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  sex: wordsOf(sex),
  ageUnit: wordsOf(ageUnit),
  credentialType: wordsOf(credentialType),
  isUrgent: wordsOf(yesNo),
  duplicateAnswer: wordsOf(duplicateAnswer),
};
const previewField = (field: ImportField): PreviewField => ({
  field,
  title: fieldLabels[field],
  width: widths[field] ?? 110,
  isMono: monoFields.has(field),
  ...(refs[field] ? { ref: refs[field] } : {}),
  ...(choices[field] ? { choices: choices[field] } : {}),
});
/** A fault may stand at a field the sheet has no column for. */
const others = importFields.map(previewField);
