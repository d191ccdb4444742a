import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { sheetFields } from '#domain/lab/batch/saveBatch.ts';
import { batchKind, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import type { ImportedSheet } from '#domain/lab/batch/sheetRows.ts';
import { pick } from '#domain/kernel/listing.ts';
import { plateFormat } from '#domain/lab/rules/plate.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';
import { AskDrawer, saidAt } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const asked = pick(sheetFields, 'laboratoryId', 'panelGroupId', 'batchKind', 'plateFormat');
const calls = {
  mapmi: 'POST lab/mapmiSj/import-file',
  tngs: 'POST lab/tngsSj/import-file',
  general: 'POST lab/lab-batch/import-file',
} as const;

/** A sheet's file becomes a draft; what became of each line is told before the draft is opened. */
export function ImportSheetDrawer({
  line,
  onDone,
  onClose,
}: {
  readonly line: BatchLine;
  readonly onDone: (made: ImportedSheet) => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const [file, setFile] = useState<File | null>(null);
  const [made, setMade] = useState<ImportedSheet | null>(null);
  const key = useRef(newRequestId());
  if (made && made.errorCount > 0) {
    const close = (): void => {
      onClose();
      onDone(made);
    };
    return (
      <SideDrawer
        title={label(['导入结果: 成功 {okCount} 行,有误 {errorCount} 行', 'Imported {okCount} lines; {errorCount} at fault'], { ...made })}
        onClose={close}
      >
        <chakra.table w="full" textStyle="dense">
          <tbody>
            {made.rows.map((row) => (
              <chakra.tr key={row.line} borderBottom="hairline">
                <td>{row.line}</td>
                <chakra.td fontFamily="mono">{row.code}</chakra.td>
                <chakra.td fontFamily="mono">{row.well}</chakra.td>
                <td>
                  <StatusWord tone={row.verdict === 'ok' ? 'success' : 'danger'}>{row.text ?? label(['已放入', 'Placed'])}</StatusWord>
                </td>
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </SideDrawer>
    );
  }
  return (
    <AskDrawer
      title={label(['导入上机表', 'Import a run sheet'])}
      fields={asked}
      values={{ batchKind: batchKind.run, plateFormat: plateFormat.plate96 }}
      icon={Upload}
      act={['导入', 'Import']}
      onAct={async (values) => {
        if (!file) return [saidAt(undefined, ['请选择文件', 'Choose a file'])];
        const form = new FormData();
        for (const [name, value] of Object.entries(values)) form.append(name, String(value ?? ''));
        form.append('file', file);
        const answer = await ask(calls[line], { form, quiet: true, headers: { 'Idempotency-Key': key.current } });
        if (answer.errorCount > 0) {
          setMade(answer);
          return [];
        }
        onDone(answer);
        return undefined;
      }}
      onClose={onClose}
    >
      <chakra.div mt={3}>
        <FileBox label={['选择文件(xlsx、csv)', 'Choose a file (xlsx, csv)']} accept=".xlsx,.xls,.csv" file={file} onChoose={setFile} />
      </chakra.div>
    </AskDrawer>
  );
}
