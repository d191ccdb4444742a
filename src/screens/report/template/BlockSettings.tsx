import { chakra } from '@chakra-ui/react';
import { blockHeights, blockKind, titleCode, whenIs } from '#domain/report/reportContent.ts';
import { signatureSlots, type SignatureSlot } from '#domain/report/reportFacts.ts';
import { useText } from '#src/console/useText.ts';
import { NumberInput } from '#src/resource/print/NumberInput.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { Align, Check, FactChoice, Setting, TextSetting, type SettingsProps } from './PlainField.tsx';
import { PictureSetting } from './PictureSetting.tsx';
import { CellSettings, TableSettings } from './RowSettings.tsx';

/** What can be set of the chosen block. */
export function BlockSettings(props: SettingsProps) {
  const { block, isReadOnly, onChange } = props;
  const { label } = useText();
  return (
    <chakra.section display="grid" gap={2} alignContent="start" aria-label={label(['块设置', 'Settings of the block'])}>
      <chakra.h3 textStyle="body" fontWeight="medium">
        {label(blockKind.labelOf(block.kind) ?? [block.kind, block.kind])}
      </chakra.h3>
      {'heading' in block ? (
        <TextSetting
          label={['小标题', 'Heading']}
          value={block.heading}
          max={200}
          isDisabled={isReadOnly}
          onChange={(heading) => onChange({ ...block, heading })}
        />
      ) : null}
      <KindSettings {...props} />
      <WhenSettings {...props} />
    </chakra.section>
  );
}

function KindSettings({ block, isReadOnly, onChange }: SettingsProps) {
  const { label } = useText();
  switch (block.kind) {
    case 'reportTitle':
      return (
        <>
          <TextSetting
            hasFacts
            label={['标题', 'Title']}
            value={block.text}
            max={200}
            isDisabled={isReadOnly}
            onChange={(text) => onChange({ ...block, text })}
          />
          <TextSetting
            hasFacts
            label={['标题上方', 'Above the title']}
            value={block.subtitle}
            max={200}
            isDisabled={isReadOnly}
            onChange={(subtitle) => onChange({ ...block, subtitle })}
          />
          <Setting label={['右侧码', 'Code at the right']}>
            <ChoiceControl
              ariaLabel={label(['右侧码', 'Code at the right'])}
              form="segmented"
              options={titleCode.options}
              value={block.code}
              isReadOnly={isReadOnly}
              onChange={(code) => onChange({ ...block, code: (code ?? 'none') as typeof block.code })}
            />
          </Setting>
          {block.code === 'none' ? null : (
            <TextSetting
              hasFacts
              label={['码的内容', 'What the code says']}
              value={block.codeText}
              max={200}
              isDisabled={isReadOnly}
              onChange={(codeText) => onChange({ ...block, codeText })}
            />
          )}
        </>
      );
    case 'patient':
    case 'sample':
      return <CellSettings block={block} isReadOnly={isReadOnly} onChange={onChange} />;
    case 'resultTable':
      return <TableSettings block={block} isReadOnly={isReadOnly} onChange={onChange} />;
    case 'conclusion':
    case 'suggestion':
    case 'note':
      return (
        <>
          <TextSetting
            isLong
            hasFacts
            label={['内容', 'Text']}
            value={block.text}
            max={4000}
            isDisabled={isReadOnly}
            onChange={(text) => onChange({ ...block, text })}
          />
          <Check
            label={['加底色框', 'In a box']}
            isOn={block.isBoxed}
            isDisabled={isReadOnly}
            onTurn={(isBoxed) => onChange({ ...block, isBoxed })}
          />
        </>
      );
    case 'barcode':
    case 'qr':
    case 'image': {
      const [least, most] = blockHeights[block.kind];
      return (
        <>
          {block.kind === 'image' ? (
            <PictureSetting value={block.picture} isDisabled={isReadOnly} onChange={(picture) => onChange({ ...block, picture })} />
          ) : (
            <TextSetting
              hasFacts
              label={['码的内容', 'What the code says']}
              value={block.text}
              max={200}
              isDisabled={isReadOnly}
              onChange={(text) => onChange({ ...block, text })}
            />
          )}
          <TextSetting
            hasFacts
            label={block.kind === 'image' ? ['图下文字', 'Below the picture'] : ['码下文字', 'Below the code']}
            value={block.caption}
            max={200}
            isDisabled={isReadOnly}
            onChange={(caption) => onChange({ ...block, caption })}
          />
          <NumberInput
            label={['高度', 'Height']}
            unit="mm"
            isWhole
            least={least}
            most={most}
            value={block.height}
            isDisabled={isReadOnly}
            onChange={(height) => onChange({ ...block, height })}
          />
          <Align value={block.align} isReadOnly={isReadOnly} onChange={(align) => onChange({ ...block, align })} />
        </>
      );
    }
    case 'pageNumber':
      return <Align value={block.align} isReadOnly={isReadOnly} onChange={(align) => onChange({ ...block, align })} />;
    case 'signature':
      return (
        <>
          {(Object.keys(signatureSlots) as SignatureSlot[]).map((slot) => (
            <Check
              key={slot}
              label={signatureSlots[slot]}
              isOn={block.slots.includes(slot)}
              isDisabled={isReadOnly}
              onTurn={(isOn) =>
                onChange({
                  ...block,
                  slots: (Object.keys(signatureSlots) as SignatureSlot[]).filter((one) => (one === slot ? isOn : block.slots.includes(one))),
                })
              }
            />
          ))}
          <Check
            label={['印签名时间', 'With times']}
            isOn={block.isTimed}
            isDisabled={isReadOnly}
            onTurn={(isTimed) => onChange({ ...block, isTimed })}
          />
        </>
      );
    case 'endMark':
      return (
        <TextSetting
          label={['文字', 'Text']}
          value={block.text}
          max={200}
          isDisabled={isReadOnly}
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case 'guidance':
    case 'comments':
    case 'amendment':
    case 'pageBreak':
      return null;
  }
}

/** When the block is printed at all. */
function WhenSettings({ block, isReadOnly, onChange }: SettingsProps) {
  const { label } = useText();
  const { when } = block;
  return (
    <chakra.div display="grid" gap={1} pt={2} borderTop="hairline">
      <Check
        label={['按条件打印', 'Printed on a condition']}
        isOn={when !== null}
        isDisabled={isReadOnly}
        onTurn={(isOn) => onChange({ ...block, when: isOn ? { fact: 'qualitativeResult', is: 'given', value: '' } : null })}
      />
      {when ? (
        <>
          <FactChoice
            label={['字段', 'Fact']}
            value={when.fact}
            isDisabled={isReadOnly}
            onChange={(fact) => onChange({ ...block, when: { ...when, fact } })}
          />
          <ChoiceControl
            ariaLabel={label(['条件', 'Condition'])}
            form="list"
            size="sm"
            options={whenIs.options}
            value={when.is}
            isReadOnly={isReadOnly}
            onChange={(is) => {
              if (is !== null) onChange({ ...block, when: { ...when, is: is as typeof when.is } });
            }}
          />
          {when.is === 'equal' || when.is === 'unequal' ? (
            <TextSetting
              label={['值', 'Value']}
              value={when.value}
              max={200}
              isDisabled={isReadOnly}
              onChange={(value) => onChange({ ...block, when: { ...when, value } })}
            />
          ) : null}
        </>
      ) : null}
    </chakra.div>
  );
}
