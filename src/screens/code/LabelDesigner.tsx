import { chakra } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { layoutFaults, overlapWarnings, plainLayout, type LabelFacts, type LabelLayout } from '#domain/code/labelLayout.ts';
import { flatSize } from '#domain/code/labelTurn.ts';
import { narrowestBar, code128Module, code128Modules } from '#domain/code/symbolSize.ts';
import { fillFacts } from '#domain/code/labelLayout.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { stopsAtFault } from '#src/resource/print/stopsAtFault.ts';
import { Button } from '#src/ui/Button.tsx';
import { LabelDrawing } from '#src/ui/label/LabelDrawing.tsx';
import { LabelSheet } from '#src/ui/label/LabelSheet.tsx';
import { DesignCanvas } from './DesignCanvas.tsx';
import { ElementPanel } from './ElementPanel.tsx';
import { newElement, withElement, withoutElement } from './layoutEdit.ts';
import { PaperPanel } from './PaperPanel.tsx';

const kinds = [
  ['text', ['文字', 'Text']],
  ['fact', ['字段', 'Field']],
  ['code128', ['Code 128', 'Code 128']],
  ['datamatrix', ['Data Matrix', 'Data Matrix']],
  ['qr', ['QR 码', 'QR']],
  ['line', ['线条', 'Line']],
] as const satisfies readonly (readonly [string, Label])[];

/** Bars that a desk's scanner may miss: said, not forbidden, for another code may be shorter. */
function narrowBars({ elements, paper }: LabelLayout, facts: LabelFacts): readonly Label[] {
  return elements.flatMap((element, at): Label[] => {
    if (element.kind !== 'barcode' || element.symbology !== 'code128') return [];
    const module = code128Module(code128Modules(fillFacts(element.text, facts)), flatSize(element).width, paper.dpi);
    return module >= narrowestBar
      ? []
      : [
          [
            `第 ${at + 1} 个元素: 条太窄(${module.toFixed(2)} mm),扫描枪可能读不出`,
            `Element ${at + 1}: bars of ${module.toFixed(2)} mm may be too narrow to scan`,
          ],
        ];
  });
}

/** A label that no tube can be taken in with: its code is as long as a real one, and none. */
const testFacts = (facts: LabelFacts): LabelFacts => ({ ...facts, code: `TEST${facts.code.slice(4)}`, kind: 'TEST', serial: 'TEST' });

interface LabelDesignerProps {
  readonly layout: LabelLayout;
  readonly facts: LabelFacts;
  readonly onChange: (layout: LabelLayout) => void;
}

/** A label drawn on the screen: the enlarged canvas at the left, figures at the right, and the label at its true size. */
export function LabelDesigner({ layout, facts, onChange }: LabelDesignerProps) {
  const { label } = useText();
  const [chosen, setChosen] = useState<number | null>(0);
  const element = chosen === null ? undefined : layout.elements[chosen];
  const faults = layoutFaults(layout);
  const [isTesting, setTesting] = useState(false);
  const onTested = useCallback(() => setTesting(false), [setTesting]);
  const remove = (at: number): void => {
    setChosen(null);
    onChange(withoutElement(layout, at));
  };
  return (
    <chakra.div display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 460px' }} gap={4}>
      <chakra.div display="grid" gap={3} alignContent="start" minW={0}>
        <chakra.div display="flex" gap={1} flexWrap="wrap">
          {kinds.map(([kind, name]) => (
            <Button
              key={kind}
              size="sm"
              onClick={() => {
                onChange({ ...layout, elements: [...layout.elements, newElement(layout, kind)] });
                setChosen(layout.elements.length);
              }}
            >
              + {label(name)}
            </Button>
          ))}
        </chakra.div>
        <DesignCanvas
          layout={layout}
          facts={facts}
          chosen={chosen}
          onChoose={setChosen}
          onChange={(at, changed) => onChange(withElement(layout, at, changed))}
          onRemove={remove}
        />
        <chakra.div>
          <chakra.p textStyle="note" color="fg.muted" mb={1}>
            {label(['实际大小 {width} × {height} mm', 'True size, {width} × {height} mm'], layout.label)}
          </chakra.p>
          <chakra.div display="inline-block" border="hairline" data-testid="true-size">
            <LabelDrawing layout={layout} facts={facts} />
          </chakra.div>
        </chakra.div>
      </chakra.div>
      <chakra.div display="grid" gap={3} alignContent="start" minW={0}>
        <PaperPanel layout={layout} onChange={onChange} />
        <chakra.hr borderColor="border" />
        {element && chosen !== null ? (
          <ElementPanel
            key={chosen}
            layout={layout}
            element={element}
            onChange={(changed) => onChange(withElement(layout, chosen, changed))}
            onRemove={() => remove(chosen)}
          />
        ) : (
          <chakra.p textStyle="dense" color="fg.muted">
            {label(['点选一个元素进行编辑', 'Choose an element to edit it'])}
          </chakra.p>
        )}
        <chakra.ul role="alert" listStyleType="none" textStyle="dense" color="danger.text">
          {faults.map((fault) => (
            <li key={fault[1]}>{label(fault)}</li>
          ))}
        </chakra.ul>
        <chakra.ul listStyleType="none" textStyle="dense" color="warning.text">
          {[...overlapWarnings(layout), ...narrowBars(layout, facts)].map((fault) => (
            <li key={fault[1]}>{label(fault)}</li>
          ))}
        </chakra.ul>
        <chakra.div display="flex" gap={2} flexWrap="wrap">
          <Button size="sm" icon={Printer} disabled={faults.length > 0} onClick={() => setTesting(!stopsAtFault())} data-test-label>
            {label(['打印测试标签', 'Print a test label'])}
          </Button>
          <Button size="sm" onClick={() => onChange(plainLayout)}>
            {label(['恢复为标准版面', 'Back to the plain label'])}
          </Button>
          {isTesting ? <LabelSheet layout={layout} labels={[testFacts(facts)]} skipped={0} onPrinted={onTested} /> : null}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}
