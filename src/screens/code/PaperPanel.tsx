import { chakra } from '@chakra-ui/react';
import { paperKind, type LabelLayout } from '#domain/code/labelLayout.ts';
import { useText } from '#src/console/useText.ts';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { onPaper, presets } from './layoutEdit.ts';
import { NumberInput } from '#src/resource/print/NumberInput.tsx';

const Row = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 2 } });
const dpiOptions = [
  { code: 203, label: ['203 dpi', '203 dpi'] },
  { code: 300, label: ['300 dpi', '300 dpi'] },
] as const;

/** Label and paper in mm: roll or sheet, columns, rows, gaps, margins, and the printer's dots. */
export function PaperPanel({ layout, onChange }: { readonly layout: LabelLayout; readonly onChange: (layout: LabelLayout) => void }) {
  const { label } = useText();
  const { paper, label: size } = layout;
  const isSheet = paper.kind === 'sheet';
  const set = (change: Partial<LabelLayout['paper']>): void => onChange({ ...layout, paper: { ...paper, ...change } });
  return (
    <chakra.section display="grid" gap={2} aria-label={label(['纸张', 'Paper'])}>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) auto auto" gap={2}>
        <ChoiceControl
          ariaLabel={label(['常用纸张', 'Common papers'])}
          form="list"
          placeholder={label(['常用纸张', 'Common papers'])}
          options={presets.map(({ key, label: name }) => ({ code: key, label: name }))}
          value={null}
          onChange={(key) => {
            const preset = presets.find((each) => each.key === key);
            if (preset) onChange(onPaper(layout, preset.paper, preset.size));
          }}
        />
        <ChoiceControl
          ariaLabel={label(['纸张种类', 'Kind of paper'])}
          form="segmented"
          options={paperKind.options}
          value={paper.kind}
          onChange={(kind) => {
            if (kind !== null) set({ kind: kind as 'roll' | 'sheet' });
          }}
        />
        <ChoiceControl
          ariaLabel={label(['打印机分辨率', 'Dots of the printer'])}
          form="segmented"
          options={dpiOptions}
          value={paper.dpi}
          onChange={(dpi) => {
            if (dpi !== null) set({ dpi: Number(dpi) === 300 ? 300 : 203 });
          }}
        />
      </chakra.div>
      <Row>
        <NumberInput
          label={['标签宽', 'Label width']}
          unit="mm"
          least={5}
          most={300}
          value={size.width}
          onChange={(width) => onChange(onPaper(layout, paper, { ...size, width }))}
        />
        <NumberInput
          label={['标签高', 'Label height']}
          unit="mm"
          least={3}
          most={300}
          value={size.height}
          onChange={(height) => onChange(onPaper(layout, paper, { ...size, height }))}
        />
        <NumberInput label={['列数', 'Columns']} least={1} most={20} isWhole value={paper.columns} onChange={(columns) => set({ columns })} />
        <NumberInput label={['列距', 'Column gap']} unit="mm" value={paper.gapX} onChange={(gapX) => set({ gapX })} />
        <NumberInput label={['左边距', 'Left margin']} unit="mm" value={paper.marginLeft} onChange={(marginLeft) => set({ marginLeft })} />
        {isSheet ? (
          <>
            <NumberInput label={['上边距', 'Top margin']} unit="mm" value={paper.marginTop} onChange={(marginTop) => set({ marginTop })} />
            <NumberInput label={['行数', 'Rows']} least={1} most={50} isWhole value={paper.rows} onChange={(rows) => set({ rows })} />
            <NumberInput label={['行距', 'Row gap']} unit="mm" value={paper.gapY} onChange={(gapY) => set({ gapY })} />
            <NumberInput label={['纸宽', 'Sheet width']} unit="mm" least={5} value={paper.width} onChange={(width) => set({ width })} />
            <NumberInput label={['纸高', 'Sheet height']} unit="mm" least={5} value={paper.height} onChange={(height) => set({ height })} />
          </>
        ) : null}
      </Row>
    </chakra.section>
  );
}
