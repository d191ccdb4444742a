import { chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { labelFacts, labelSymbology, textAlign, type LabelElement, type LabelLayout } from '#domain/code/labelLayout.ts';
import { labelTurn, type LabelTurn } from '#domain/code/labelTurn.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { movedTo, sizedTo, turnedTo } from './layoutEdit.ts';
import { NumberInput } from '#src/resource/print/NumberInput.tsx';

interface ElementPanelProps {
  readonly layout: LabelLayout;
  readonly element: LabelElement;
  readonly onChange: (element: LabelElement) => void;
  readonly onRemove: () => void;
}
const Row = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 2 } });

/** The chosen element in figures: place and size in mm, its text and its looks. */
export function ElementPanel({ layout, element, onChange, onRemove }: ElementPanelProps) {
  const { label } = useText();
  const { width, height } = layout.label;
  const hasText = element.kind !== 'line';
  return (
    <chakra.section display="grid" gap={2} aria-label={label(['元素', 'Element'])}>
      <Row>
        <NumberInput
          label={['左', 'Left']}
          unit="mm"
          value={element.x}
          most={width}
          onChange={(x) => onChange(movedTo(layout, element, x, element.y))}
        />
        <NumberInput
          label={['上', 'Top']}
          unit="mm"
          value={element.y}
          most={height}
          onChange={(y) => onChange(movedTo(layout, element, element.x, y))}
        />
        <NumberInput
          label={['宽', 'Width']}
          unit="mm"
          least={0.1}
          most={width}
          value={element.width}
          onChange={(wide) => onChange(sizedTo(layout, element, wide, element.height))}
        />
        <NumberInput
          label={['高', 'Height']}
          unit="mm"
          least={0.1}
          most={height}
          value={element.height}
          onChange={(high) => onChange(sizedTo(layout, element, element.width, high))}
        />
      </Row>
      {hasText ? (
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) 140px" gap={2}>
          <TextControl
            ariaLabel={label(['内容', 'Content'])}
            maxLength={200}
            value={element.text}
            isInvalid={element.text === ''}
            onChange={(text) => onChange({ ...element, text: String(text ?? '') })}
          />
          <ChoiceControl
            ariaLabel={label(['插入字段', 'Insert a field'])}
            form="list"
            placeholder={label(['插入字段', 'Insert field'])}
            options={labelFacts.options}
            value={null}
            onChange={(fact) => {
              if (fact !== null) onChange({ ...element, text: `${element.text}{${fact}}` });
            }}
          />
        </chakra.div>
      ) : null}
      {element.kind === 'barcode' ? (
        <ChoiceControl
          ariaLabel={label(['码制', 'Symbology'])}
          form="segmented"
          options={labelSymbology.options}
          value={element.symbology}
          onChange={(symbology) => {
            if (symbology !== null) onChange({ ...element, symbology: symbology as typeof element.symbology });
          }}
        />
      ) : null}
      {hasText ? (
        <ChoiceControl
          ariaLabel={label(['旋转', 'Turned'])}
          form="segmented"
          options={labelTurn.options}
          value={element.turn ?? labelTurn.none}
          onChange={(turn) => {
            if (turn !== null) onChange(turnedTo(layout, element, turn as LabelTurn));
          }}
        />
      ) : null}
      {element.kind === 'text' ? (
        <chakra.div display="flex" gap={3} alignItems="center" flexWrap="wrap">
          <ChoiceControl
            ariaLabel={label(['对齐', 'Align'])}
            form="segmented"
            options={textAlign.options}
            value={element.align}
            onChange={(align) => {
              if (align !== null) onChange({ ...element, align: align as typeof element.align });
            }}
          />
          <Check label={label(['粗体', 'Bold'])} isOn={element.isBold} onTurn={(isBold) => onChange({ ...element, isBold })} />
          <Check label={label(['等宽', 'Monospace'])} isOn={element.isMono} onTurn={(isMono) => onChange({ ...element, isMono })} />
        </chakra.div>
      ) : null}
      <chakra.div>
        <Button size="sm" icon={Trash2} onClick={onRemove}>
          {label(['移除元素', 'Remove element'])}
        </Button>
      </chakra.div>
    </chakra.section>
  );
}

const Check = ({ label, isOn, onTurn }: { readonly label: string; readonly isOn: boolean; readonly onTurn: (isOn: boolean) => void }) => (
  <chakra.label display="inline-flex" gap={1.5} alignItems="center" textStyle="dense">
    <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
    {label}
  </chakra.label>
);
