import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { Field } from '#domain/kernel/fields.ts';
import { tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { useText } from '#src/console/useText.ts';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { PickerSource } from '#src/ui/picker.ts';
import { takesScan } from '#src/ui/scan/fieldScan.ts';
import { Tag } from '#src/ui/Tag.tsx';
import type { ExtraTube } from './summaryForm.ts';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(120px, 1fr) minmax(160px, 1.4fr) minmax(140px, 1fr) auto',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 1,
  },
});
const classField: Field = { ...tubeFields.sampleClassId, required: false };

export interface ExtraTubesProps {
  readonly tubes: readonly ExtraTube[];
  /** The classes its commodities take. */
  readonly sampleClasses?: PickerSource | undefined;
  readonly onChange: (sampleCode: string, change: Partial<ExtraTube>) => void;
  readonly onRemove: (sampleCode: string) => void;
}

/** The further tubes of a requisition, below the first one: each with its own class; what it does not say it shares with the first. */
export function ExtraTubes({ tubes, sampleClasses, onChange, onRemove }: ExtraTubesProps) {
  const { label } = useText();
  if (tubes.length === 0) return null;
  return (
    <chakra.ol
      aria-label={label(['其他样本', 'Further tubes'])}
      display="flex"
      flexDirection="column"
      gap={1}
      mt={2}
      textStyle="dense"
      data-extra-tubes
    >
      {tubes.map((tube, index) => {
        const name = { tube: index + 2 };
        return (
          <Row key={tube.sampleCode} data-tube={tube.sampleCode}>
            <Tag tone="accent">{label(['第 {tube} 管', 'Tube {tube}'], name)}</Tag>
            <chakra.span textStyle="mono" overflow="hidden" textOverflow="ellipsis" title={tube.sampleCode}>
              {tube.sampleCode}
            </chakra.span>
            {/* Enter goes by: a tube shares the first one's class unless somebody says otherwise. */}
            <span data-enter-skip="always">
              <FieldInput
                field={classField}
                source={sampleClasses}
                size="sm"
                ariaLabel={label(['第 {tube} 管 样本类型', 'Tube {tube}: sample class'], name)}
                placeholder={label(['样本类型: 同第 1 管', 'Class: as tube 1'])}
                value={tube.sampleClassId}
                onChange={(sampleClassId: string | null) => onChange(tube.sampleCode, { sampleClassId })}
              />
            </span>
            <span data-enter-skip="always" {...{ [takesScan]: '' }}>
              <FieldInput
                field={tubeFields.testTubeNumber}
                size="sm"
                ariaLabel={label(['第 {tube} 管 采血管号', 'Tube {tube}: tube no.'], name)}
                placeholder={label(['采血管号', 'Tube number'])}
                value={tube.testTubeNumber}
                onChange={(testTubeNumber: string) => onChange(tube.sampleCode, { testTubeNumber })}
              />
            </span>
            <IconButton
              icon={X}
              label={label(['移除 {code}', 'Remove {code}'], { code: tube.sampleCode })}
              size="sm"
              onClick={() => onRemove(tube.sampleCode)}
            />
          </Row>
        );
      })}
    </chakra.ol>
  );
}
