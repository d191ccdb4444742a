import { chakra } from '@chakra-ui/react';
import { ArrowRight, Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { importFields, type ImportField } from '#domain/sample/import/importVerdict.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { usePickerSources } from '#src/ui/picker.ts';
import { ResourcePicker } from '#src/ui/ResourcePicker.tsx';
import type { OpenedSheet } from '#workers/importSession.ts';
import { importDesk, type ImportDefaults } from './importDesk.ts';
import { fieldLabels, neededFields } from './importTexts.ts';
import type { SeenImport } from './seenImports.ts';

const Select = chakra('select', {
  base: {
    h: 'controlSm',
    px: 1,
    w: 'full',
    minW: '120px',
    bg: 'bg.input',
    color: 'fg',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'sm',
    textStyle: 'dense',
    _focusVisible: { borderColor: 'accent.focus', outline: '1px solid {colors.accent.focus}' },
  },
});
const Grid = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    borderCollapse: 'collapse',
    '& th, & td': { borderBottom: 'hairline', px: 2, py: '3px', textAlign: 'start', verticalAlign: 'middle' },
    '& th': { position: 'sticky', top: 0, bg: 'bg.subtle', fontWeight: 'medium', zIndex: 1 },
  },
});
const Notice = chakra('div', {
  base: {
    display: 'flex',
    gap: 2,
    alignItems: 'center',
    px: 3,
    py: '5px',
    border: '1px solid',
    borderRadius: 'md',
    textStyle: 'dense',
    flexShrink: 0,
  },
  variants: {
    tone: {
      info: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
      warning: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
    },
  },
});

/** The second stage: which column is which. Found by the headers; every choice can be corrected. */
export function MapColumns({
  sheet,
  seen,
  problem,
}: {
  readonly sheet: OpenedSheet;
  readonly seen: SeenImport | null;
  readonly problem: Label | null;
}) {
  const { label } = useText();
  const sources = usePickerSources();
  const [defaults, setDefaults] = useState<ImportDefaults>({});
  const mapped = new Set(sheet.columns.map(({ field }) => field));
  const hasLaboratory = mapped.has('contractLaboratory') || defaults.contractLaboratoryId !== undefined;
  const hasClient = mapped.has('sendSampleClient') || defaults.sendSampleClientId !== undefined;
  const missing = [
    ...neededFields.filter((field) => !mapped.has(field)),
    ...(hasLaboratory ? [] : (['contractLaboratory'] as const)),
    ...(hasClient ? [] : (['sendSampleClient'] as const)),
  ];
  const setField = (column: number, field: ImportField | null): void => {
    const fields = sheet.columns.map((entry, index) => (index === column ? field : entry.field === field ? null : entry.field));
    void importDesk.remap((remote) => remote.mapColumns(fields));
  };
  const source = (resource: string) => sources(resource);
  const laboratories = source('laboratory');
  const clients = source('sendSampleClient');
  return (
    <>
      {problem ? (
        <Notice tone="warning" role="alert">
          <TriangleAlert size={16} aria-hidden />
          {label(problem)}
        </Notice>
      ) : null}
      {seen ? (
        <Notice tone="warning" role="alert" data-import-seen>
          <TriangleAlert size={16} aria-hidden />
          {label(
            [
              '本机在 {at} 导入过同一份文件({rows} 条);已录入的申请单会标为重复',
              'This very file was imported here at {at} ({rows} rows); requisitions entered then will show as duplicates',
            ],
            { at: formatDateTime(seen.at), rows: seen.rows },
          )}
        </Notice>
      ) : null}
      {missing.length > 0 ? (
        <Notice tone="info">
          <Info size={16} aria-hidden />
          {label(['还没有对应: {names}', 'Not mapped yet: {names}'], {
            names: missing.map((field) => label(fieldLabels[field])).join(label(['、', ', '])),
          })}
        </Notice>
      ) : null}
      <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(180px, 1fr))" gap={3} alignItems="end" textStyle="dense" flexShrink={0}>
        {sheet.sheetNames.length > 1 ? (
          <label>
            {label(['工作表', 'Sheet'])}
            <Select value={sheet.sheetName} onChange={(event) => void importDesk.remap((remote) => remote.chooseSheet(event.target.value))}>
              {sheet.sheetNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </label>
        ) : null}
        <label>
          {label(['表头所在行', 'Header row'])}
          <Select value={sheet.headerRow} onChange={(event) => void importDesk.remap((remote) => remote.chooseHeaderRow(Number(event.target.value)))}>
            <option value={-1}>{label(['没有表头', 'No headers'])}</option>
            {sheet.head.map((cells, index) => (
              <option key={index} value={index}>{`${sheet.headNumbers[index] ?? index + 1}: ${cells
                .filter((cell) => cell !== '')
                .join(' ')
                .slice(0, 40)}`}</option>
            ))}
          </Select>
        </label>
        {laboratories ? (
          <div>
            {label(['默认检验所(单元格为空时)', 'Laboratory where the cell is empty'])}
            <ResourcePicker
              source={laboratories}
              size="sm"
              ariaLabel={label(['默认检验所', 'Default laboratory'])}
              value={defaults.contractLaboratoryId}
              onChange={(id) => setDefaults({ ...defaults, contractLaboratoryId: id ?? undefined })}
            />
          </div>
        ) : null}
        {clients ? (
          <div>
            {label(['默认送检单位(单元格为空时)', 'Client where the cell is empty'])}
            <ResourcePicker
              source={clients}
              size="sm"
              ariaLabel={label(['默认送检单位', 'Default client'])}
              value={defaults.sendSampleClientId}
              onChange={(id) => setDefaults({ ...defaults, sendSampleClientId: id ?? undefined })}
            />
          </div>
        ) : null}
      </chakra.div>
      <chakra.div flex={1} minH="160px" overflow="auto" scrollPaddingTop="36px" border="hairline" borderRadius="md">
        <Grid>
          <thead>
            <tr>
              <th scope="col">{label(['列', 'Column'])}</th>
              <th scope="col">{label(['文件中的表头', 'Header in the file'])}</th>
              <th scope="col">{label(['对应字段', 'Field'])}</th>
              <th scope="col">{label(['前几个值', 'First values'])}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map(({ header, field, samples }, index) => (
              <tr key={index}>
                <chakra.td color="fg.muted" w="48px">
                  {index + 1}
                </chakra.td>
                <td>{header || <chakra.span color="fg.muted">{label(['(无表头)', '(none)'])}</chakra.span>}</td>
                <chakra.td w="200px">
                  <Select
                    aria-label={label(['第 {column} 列 {header} 对应字段', 'Field of column {column} {header}'], { column: index + 1, header })}
                    value={field ?? ''}
                    onChange={(event) => setField(index, (event.target.value || null) as ImportField | null)}
                  >
                    <option value="">{label(['不导入', 'Leave out'])}</option>
                    {importFields.map((name) => (
                      <option key={name} value={name}>
                        {label(fieldLabels[name])}
                      </option>
                    ))}
                  </Select>
                </chakra.td>
                <chakra.td color="fg.muted" maxW="280px" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                  {samples.join(' · ')}
                </chakra.td>
              </tr>
            ))}
          </tbody>
        </Grid>
      </chakra.div>
      <chakra.div display="flex" gap={2} alignItems="center" flexShrink={0}>
        <Button variant="primary" icon={ArrowRight} autoFocus disabled={missing.length > 0} onClick={() => void importDesk.judge(defaults)}>
          {label(['校验 {count} 行', 'Check {count} rows'], { count: sheet.rowCount.toLocaleString('en-US') })}
        </Button>
        <Button icon={X} onClick={() => importDesk.reset()}>
          {label(['换一个文件', 'Another file'])}
        </Button>
        <chakra.span textStyle="note" color="fg.muted">
          {sheet.encoding ? label(['编码 {encoding}', 'Encoding {encoding}'], { encoding: sheet.encoding.toUpperCase() }) : ''}
        </chakra.span>
      </chakra.div>
    </>
  );
}
