import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ChoiceSet } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { blockAlign, type BlockOf, type ReportBlock } from '#domain/report/reportContent.ts';
import { factGroups } from '#domain/report/reportFacts.ts';
import { useText } from '#src/console/useText.ts';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import { LongTextControl, TextControl } from '#src/ui/fields/TextControl.tsx';

/** A setting with its name above it. */
export function Setting({ label: name, children }: { readonly label: Label; readonly children: ReactNode }) {
  const { label } = useText();
  return (
    <chakra.div display="grid" gap={0.5} minW={0}>
      <chakra.span textStyle="note" color="fg.muted">
        {label(name)}
      </chakra.span>
      {children}
    </chakra.div>
  );
}

interface TextSettingProps {
  readonly label: Label;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly max: number;
  readonly isLong?: boolean;
  /** Facts can be put into it. */
  readonly hasFacts?: boolean;
  readonly isDisabled: boolean;
}
/** A text of a block; a fact is put at its end. */
export function TextSetting({ label: name, value, onChange, max, isLong = false, hasFacts = false, isDisabled }: TextSettingProps) {
  const { label } = useText();
  const Control = isLong ? LongTextControl : TextControl;
  return (
    <Setting label={name}>
      <Control ariaLabel={label(name)} maxLength={max} value={value} isReadOnly={isDisabled} onChange={(text) => onChange(String(text ?? ''))} />
      {hasFacts && !isDisabled ? (
        <FactChoice label={['插入字段', 'Insert a fact']} value={null} onChange={(fact) => onChange(`${value}{${fact}}`)} />
      ) : null}
    </Setting>
  );
}

/** The closed catalogue, each fact with where it comes from. */
const facts: ChoiceSet['options'] = Object.values(factGroups).flatMap(({ title, facts: own }) =>
  Object.entries<Label>(own).map(([code, [zh, en]]) => ({ code, label: [`${zh} · ${title[0]}`, `${en} · ${title[1]}`] as const })),
);

interface FactChoiceProps {
  readonly label: Label;
  readonly value: string | null;
  readonly onChange: (fact: string) => void;
  readonly isDisabled?: boolean;
}
/** One fact of the catalogue, found by its name in either language. */
export function FactChoice({ label: name, value, onChange, isDisabled = false }: FactChoiceProps) {
  const { label } = useText();
  return (
    <ChoiceControl
      ariaLabel={label(name)}
      form="list"
      size="sm"
      placeholder={label(name)}
      options={facts}
      value={value}
      isReadOnly={isDisabled}
      onChange={(fact) => {
        if (fact !== null) onChange(String(fact));
      }}
    />
  );
}

/** What every part of the settings gets. */
export interface SettingsProps<Block extends ReportBlock = ReportBlock> {
  readonly block: Block;
  readonly isReadOnly: boolean;
  readonly onChange: (block: ReportBlock) => void;
}

type Alignment = BlockOf<'pageNumber'>['align'];
/** Where on its line something stands. */
export function Align({
  value,
  isReadOnly,
  onChange,
}: {
  readonly value: Alignment;
  readonly isReadOnly: boolean;
  readonly onChange: (align: Alignment) => void;
}) {
  const { label } = useText();
  return (
    <Setting label={['对齐', 'Align']}>
      <ChoiceControl
        ariaLabel={label(['对齐', 'Align'])}
        form="segmented"
        options={blockAlign.options}
        value={value}
        isReadOnly={isReadOnly}
        onChange={(align) => {
          if (align !== null) onChange(align as Alignment);
        }}
      />
    </Setting>
  );
}

interface CheckProps {
  readonly label: Label;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onTurn: (isOn: boolean) => void;
}
/** Something that is on or off. */
export function Check({ label: name, isOn, isDisabled, onTurn }: CheckProps) {
  const { label } = useText();
  return (
    <chakra.label display="inline-flex" gap={1.5} alignItems="center" textStyle="dense">
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={(event) => onTurn(event.target.checked)} />
      {label(name)}
    </chakra.label>
  );
}
