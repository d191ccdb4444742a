import type { ComponentType } from 'react';
import { useState } from 'react';
import { yesNo } from '#domain/kernel/choices.ts';
import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { ChoiceControl, ChoiceListControl } from './fields/ChoiceControl.tsx';
import type { ControlProps } from './fields/control.ts';
import { DateControl } from './fields/DateControl.tsx';
import { DurationControl } from './fields/DurationControl.tsx';
import { Segmented } from './fields/Segmented.tsx';
import { RowsControl } from './fields/RowsControl.tsx';
import { LongTextControl, TextControl } from './fields/TextControl.tsx';
import { useSay } from './language.ts';
import { type PickerItem, type PickerSource, usePickerSources } from './picker.ts';
import { ResourceListPicker, ResourcePicker } from './ResourcePicker.tsx';

/**
 * The control of a described field. Values, by kind: text kinds and numbers a string as typed (`check` makes numbers of
 * them), yesNo 1 or 0, choice its code, date `yyyy-MM-dd`, dateTime `yyyy-MM-dd HH:mm:ss`, ref an id, lists arrays; empty is null, '' or [].
 */
// The value's type hangs on the kind; `check` is what judges it.
export interface FieldInputProps extends ControlProps<any> {
  readonly field: Field;
  /** Where a ref finds its rows; default: the source provided for the field's resource. */
  readonly source?: PickerSource;
}

const noSource: PickerSource = { key: '', search: () => Promise.reject(new Error('no picker source')), resolve: () => Promise.resolve([]) };

function RefInput({ field, source, value, defaultValue, onChange, ...rest }: FieldInputProps) {
  const sources = usePickerSources();
  const [own, setOwn] = useState(defaultValue);
  const say = useSay();
  const found = source ?? sources(field.ref ?? '', field.people) ?? noSource;
  const closed = found.isForbidden ? { isReadOnly: true, placeholder: say(['没有权限查看', 'Not permitted to see']) } : {};
  const shared = { ...rest, ...closed, source: found, value: value === undefined ? own : value };
  const keep = (next: unknown): void => {
    setOwn(next);
    onChange?.(next);
  };
  return field.kind === 'refList' ? <ResourceListPicker {...shared} onChange={keep} /> : <ResourcePicker {...shared} onChange={keep} />;
}

const DurationInput = ({ field: _field, ...rest }: FieldInputProps) => <DurationControl {...rest} />;

/** A word of a dictionary; one that left it stays as it was chosen. */
function WordInput({ field, value, defaultValue, onChange, ...rest }: FieldInputProps) {
  const sources = usePickerSources();
  const [own, setOwn] = useState(defaultValue);
  const source = sources('dictionary', field.dictionary);
  if (!source) return <TextControl maxLength={field.max} {...rest} value={value} onChange={onChange} />;
  const keep = (next: string | null): void => {
    setOwn(next);
    onChange?.(next);
  };
  return <ResourcePicker {...rest} source={source} value={value === undefined ? own : value} onChange={keep} />;
}

/** The code of a row of a list, chosen by its names. */
function CodeInput({ field, value, defaultValue, onChange, ...rest }: FieldInputProps) {
  const sources = usePickerSources();
  const [own, setOwn] = useState(defaultValue);
  const source = sources('code', field.codeOf);
  if (!source || source.isForbidden) return <TextControl maxLength={field.max} face="mono" {...rest} value={value} onChange={onChange} />;
  const keep = (next: string | null, item: PickerItem | null): void => {
    setOwn(next);
    onChange?.(next, item?.code ? item.name : undefined);
  };
  return <ResourcePicker {...rest} source={source} value={value === undefined ? own : value} onChange={keep} />;
}

const RowsInput = ({ field, ...rest }: FieldInputProps) => <RowsControl field={field} {...rest} cell={(props) => <FieldInput {...props} />} />;

const controls: Readonly<Record<FieldKind, ComponentType<FieldInputProps>>> = {
  text: ({ field, ...rest }) => <TextControl maxLength={field.max} unit={field.unit} isSecret={field.isSecret ?? false} {...rest} />,
  code: ({ field, ...rest }) => <TextControl maxLength={field.max} face="mono" {...rest} />,
  longText: ({ field, ...rest }) => <LongTextControl maxLength={field.max} {...rest} />,
  json: ({ field: _field, ...rest }) => <LongTextControl face="mono" {...rest} />,
  integer: ({ field, ...rest }) => <TextControl face="figures" inputMode="numeric" unit={field.unit} {...rest} />,
  decimal: ({ field, ...rest }) => <TextControl face="figures" inputMode="decimal" unit={field.unit} {...rest} />,
  money: ({ field, ...rest }) => <TextControl face="figures" inputMode="decimal" unit={field.unit ?? '¥'} {...rest} />,
  yesNo: ({ field: _field, ...rest }) => <Segmented options={yesNo.options} {...rest} />,
  choice: ({ field, ...rest }) => <ChoiceControl options={field.choices?.options ?? []} {...rest} />,
  choiceList: ({ field, ...rest }) => <ChoiceListControl options={field.choices?.options ?? []} {...rest} />,
  date: ({ field: _field, ...rest }) => <DateControl {...rest} />,
  dateTime: ({ field: _field, ...rest }) => <DateControl hasTime {...rest} />,
  ref: RefInput,
  refList: RefInput,
  rows: RowsInput,
};

/** Kinds whose control is a plain input: react-hook-form keeps them uncontrolled through `registration`. */
const plainKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'code', 'longText', 'json', 'integer', 'decimal', 'money']);
/** Kinds whose control is a group of buttons: labelled by id, since a `for` would press the first one. */
export const groupKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['yesNo', 'choice', 'choiceList', 'rows']);

/** Whether its control is a plain input that react-hook-form may keep by itself. */
export const isPlain = ({ kind, dictionary, codeOf, isDuration }: Field): boolean => plainKinds.has(kind) && !dictionary && !codeOf && !isDuration;

export function FieldInput(props: FieldInputProps) {
  const { dictionary, codeOf, isDuration, kind } = props.field;
  const Control = dictionary ? WordInput : codeOf ? CodeInput : isDuration ? DurationInput : controls[kind];
  const say = useSay();
  return (
    <Control
      {...props}
      isRequired={props.isRequired ?? props.field.required}
      ariaLabel={props.id || props.labelledBy || props.ariaLabel ? props.ariaLabel : say(props.field.label)}
    />
  );
}
