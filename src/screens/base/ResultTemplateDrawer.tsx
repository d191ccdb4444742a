import { chakra } from '@chakra-ui/react';
import { resultTemplate, templateState, type RowRole, type TemplateColumn } from '#domain/base/resultTemplate.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { RecordHistory } from '#src/resource/RecordHistory.tsx';
import { fieldsOfRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { useFileRecord } from './useFileRecord.ts';

export interface ResultTemplateDrawerProps {
  readonly state: DrawerState;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const { templateName, panelGroupId, layout, remark } = resultTemplate.fields;
const fields: Fields = { templateName, panelGroupId, layout, disable: templateState, remark };
const roles: Readonly<Record<RowRole, Label>> = {
  labCode: ['实验室编号', 'Lab code'],
  sampleCode: ['样本条码', 'Sample code'],
  personName: ['受检者姓名', 'Patient name'],
  well: ['孔位', 'Well'],
  index: ['接头', 'Index'],
  instrument: ['仪器', 'Instrument'],
  itemName: ['检测项', 'Item'],
  value: ['检测值', 'Value'],
  callStatus: ['判读状态', 'Call status'],
  finding: ['检出名称', 'Found'],
  gene: ['基因', 'Gene'],
  transcript: ['转录本', 'Transcript'],
  nucleotideChange: ['核苷酸变化', 'Nucleotide change'],
  proteinChange: ['氨基酸变化', 'Protein change'],
  zygosity: ['合子类型', 'Zygosity'],
  nameEn: ['英文名', 'English name'],
  findingClass: ['类别', 'Class'],
  reads: ['读段数', 'Reads'],
  rpm: ['RPM', 'RPM'],
  coverage: ['覆盖度', 'Coverage'],
  abundance: ['丰度', 'Abundance'],
  confidence: ['可信度', 'Confidence'],
  drug: ['耐药', 'Drugs'],
};
const item: Label = ['检测项', 'Item'];
const unused: Label = ['不导入', 'Not imported'];

/** One template: the sheet it was made from, and what each of its columns means. */
export function ResultTemplateDrawer({ state: { mode, row = {} }, onClose, onSaved }: ResultTemplateDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const id = mode === 'add' ? '' : String(row.resultTemplateId ?? '');
  const { file, setFile, save } = useFileRecord({
    path: 'result-template',
    idName: 'resultTemplateId',
    fileName: 'templateFile',
    id,
    fileMissing: ['请选择模板文件', 'Choose the template’s file'],
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const isReadOnly = mode === 'view' || !can('resultTemplate_save');
  const columns = (Array.isArray(row.columns) ? row.columns : []) as readonly TemplateColumn[];
  const form = useDescribedForm({
    fields,
    isReadOnly,
    values: mode === 'add' ? { disable: 0 } : { ...fieldsOfRow(resultTemplate, row), disable: Number(row.isDisable ?? 0) },
    onSave: save,
  });
  return (
    <SideDrawer
      title={
        mode === 'add'
          ? label(['新增结果模板', 'New result template'])
          : label(['结果模板 · {name}', 'Result template: {name}'], { name: row.templateName })
      }
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
            {label(['保存', 'Save'])}
          </Button>
        )
      }
    >
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} />
      {isReadOnly ? null : (
        <chakra.div mt={3} display="flex" flexDirection="column" gap={2} alignItems="flex-start">
          <FileBox
            label={[
              '模板文件 (xlsx、xls、csv): 表头含实验室编号或样本条码, 以及检测项或检出',
              'File (xlsx, xls, csv): its header has lab codes or sample codes, and items or findings',
            ]}
            accept=".xlsx,.xls,.csv"
            file={file}
            onChoose={setFile}
          />
        </chakra.div>
      )}
      {columns.length > 0 && !file ? (
        <chakra.table mt={3} textStyle="dense" w="full">
          <chakra.caption textAlign="start" color="fg.muted">
            {label(['{file} · {sheet} · 表头在第 {row} 行', '{file} · {sheet} · header in row {row}'], {
              file: row.fileName,
              sheet: row.sheetName,
              row: row.headerRow,
            })}
          </chakra.caption>
          <tbody>
            {columns.map(({ at, title, role, itemId, metric: measure }) => (
              <chakra.tr key={at} borderBottom="hairline">
                <chakra.th scope="row" textAlign="start" fontWeight="normal" py={1}>
                  {title}
                </chakra.th>
                <chakra.td color={role || itemId || measure ? 'fg' : 'fg.muted'}>
                  {label(role ? roles[role] : itemId ? item : measure ? (metric.labelOf(measure) ?? unused) : unused)}
                </chakra.td>
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      ) : null}
      {isReadOnly && id !== '' ? <RecordHistory resource={resultTemplate} id={id} /> : null}
    </SideDrawer>
  );
}
