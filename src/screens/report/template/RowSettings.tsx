import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import type { BlockOf } from '#domain/report/reportContent.ts';
import { columnLabel, factLabel, tableSources, type TableSource } from '#domain/report/reportFacts.ts';
import { useText } from '#src/console/useText.ts';
import { NumberInput } from '#src/resource/print/NumberInput.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { Check, FactChoice, Setting, TextSetting, type SettingsProps } from './PlainField.tsx';
import { RowsEditor } from './RowsEditor.tsx';

const Pair = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 2 } });

/** Which facts a block shows, in which order and how wide. */
export function CellSettings({ block, isReadOnly, onChange }: SettingsProps<BlockOf<'patient'> | BlockOf<'sample'>>) {
  const { label } = useText();
  return (
    <>
      <NumberInput
        label={['列数', 'Columns']}
        isWhole
        least={1}
        most={4}
        value={block.columns}
        isDisabled={isReadOnly}
        onChange={(columns) => onChange({ ...block, columns })}
      />
      <RowsEditor
        title={['字段', 'Facts']}
        rows={block.cells}
        isReadOnly={isReadOnly}
        nameOf={({ fact }) => label(factLabel(fact) ?? [fact, fact])}
        onChange={(cells) => onChange({ ...block, cells })}
        settings={(cell, change) => (
          <Pair>
            <TextSetting
              label={['印作', 'Printed as']}
              value={cell.label ?? ''}
              max={200}
              isDisabled={isReadOnly}
              onChange={(text) => change({ ...cell, label: text === '' ? null : text })}
            />
            <NumberInput
              label={['占列数', 'Columns wide']}
              isWhole
              least={1}
              most={4}
              value={cell.span}
              isDisabled={isReadOnly}
              onChange={(span) => change({ ...cell, span })}
            />
          </Pair>
        )}
      >
        <FactChoice
          label={['添加字段', 'Add a fact']}
          value={null}
          onChange={(fact) => onChange({ ...block, cells: [...block.cells, { fact, label: null, span: 1 }] })}
        />
      </RowsEditor>
    </>
  );
}

const sources = Object.entries(tableSources).map(([code, { title }]) => ({ code, label: title }));

/** Which rows a table shows, and its columns. */
export function TableSettings({ block, isReadOnly, onChange }: SettingsProps<BlockOf<'resultTable'>>) {
  const { label } = useText();
  const columns: Readonly<Record<string, Label>> = tableSources[block.source].columns;
  const left = Object.entries(columns).filter(([code]) => block.columns.every(({ column }) => column !== code));
  return (
    <>
      <Setting label={['数据', 'Rows']}>
        <ChoiceControl
          ariaLabel={label(['数据', 'Rows'])}
          form="list"
          options={sources}
          value={block.source}
          isReadOnly={isReadOnly}
          onChange={(chosen) => {
            const source = chosen as TableSource | null;
            // Other rows have other columns: those it cannot do without are a beginning.
            if (source !== null && source !== block.source)
              onChange({ ...block, source, columns: tableSources[source].needed.map(([column]) => ({ column, label: null, share: 25 })) });
          }}
        />
      </Setting>
      <Check
        label={['只印异常行', 'What is out of range alone']}
        isOn={block.isOnlyAbnormal}
        isDisabled={isReadOnly}
        onTurn={(isOnlyAbnormal) => onChange({ ...block, isOnlyAbnormal })}
      />
      <Check
        label={['按检测项目分组', 'Grouped by panel']}
        isOn={block.isGrouped}
        isDisabled={isReadOnly}
        onTurn={(isGrouped) => onChange({ ...block, isGrouped })}
      />
      <TextSetting
        hasFacts
        label={['无行时印', 'Printed where there are none']}
        value={block.emptyText}
        max={200}
        isDisabled={isReadOnly}
        onChange={(emptyText) => onChange({ ...block, emptyText })}
      />
      <RowsEditor
        title={['列', 'Columns']}
        rows={block.columns}
        isReadOnly={isReadOnly}
        nameOf={({ column }) => label(columnLabel(block.source, column) ?? [column, column])}
        onChange={(next) => onChange({ ...block, columns: next })}
        settings={(column, change) => (
          <Pair>
            <TextSetting
              label={['印作', 'Printed as']}
              value={column.label ?? ''}
              max={200}
              isDisabled={isReadOnly}
              onChange={(text) => change({ ...column, label: text === '' ? null : text })}
            />
            <NumberInput
              label={['宽度份数', 'Share of the width']}
              isWhole
              least={1}
              most={100}
              value={column.share}
              isDisabled={isReadOnly}
              onChange={(share) => change({ ...column, share })}
            />
          </Pair>
        )}
      >
        <ChoiceControl
          ariaLabel={label(['添加列', 'Add a column'])}
          form="list"
          size="sm"
          placeholder={label(['添加列', 'Add a column'])}
          options={left.map(([code, name]) => ({ code, label: name }))}
          value={null}
          onChange={(column) => {
            if (column !== null) onChange({ ...block, columns: [...block.columns, { column: String(column), label: null, share: 20 }] });
          }}
        />
      </RowsEditor>
    </>
  );
}
