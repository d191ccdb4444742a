import { chakra } from '@chakra-ui/react';
import { memo, type ReactNode } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { problemText } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { FieldInput, type FieldInputProps, groupKinds, isPlain } from '../FieldInput.tsx';
import { useLanguage, useSay } from '../language.ts';
import type { PickerSource } from '../picker.ts';
import { takesScan } from '../scan/fieldScan.ts';
import { skippedFilled } from '../focusNext.ts';
import { type DescribedForm, fieldId, problemOfError } from './useDescribedForm.ts';

export interface FormFieldProps {
  readonly form: DescribedForm;
  readonly name: string;
  /** left: 100 px column beside the control (default above). */
  readonly labelSide?: 'top' | 'left';
  readonly source?: PickerSource;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
  /** Replaces the control; it gets everything but the layout. */
  readonly control?: (props: FieldInputProps) => ReactNode;
  /** Beside the label, e.g. a mark for a carried-over value. */
  readonly mark?: ReactNode;
  /** Enter passes over it while something stands there. */
  readonly isSkipped?: boolean;
  /** The other answers leave nothing to say here: Enter passes over it. */
  readonly isImpossible?: boolean;
  /** Required now, by the other answers. */
  readonly isRequired?: boolean;
  /** Stands for a barcode: on a scan screen a scan into it stays there. */
  readonly takesScan?: boolean;
}

const Row = chakra('div', {
  base: { minW: 0 },
  variants: {
    side: {
      top: { display: 'flex', flexDirection: 'column', gap: '2px' },
      left: { display: 'grid', gridTemplateColumns: '100px minmax(0, 1fr)', columnGap: 2, alignItems: 'start' },
    },
  },
});
const Name = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minW: 0,
    textStyle: 'dense',
    color: 'fg.muted',
    '& > i': { color: 'danger.text', fontStyle: 'normal', mr: '-2px' },
  },
  variants: { side: { top: {}, left: { justifyContent: 'flex-end', minH: 'control', textAlign: 'right', lineHeight: '16px' } } },
});
const Note = chakra('div', { base: { textStyle: 'note' }, variants: { tone: { help: { color: 'fg.muted' }, error: { color: 'danger.text' } } } });

/** Everything of one field but its value: label with the required mark before it, control, help, error. */
export const FormField = memo(function FormField(props: FormFieldProps) {
  const { form, name, labelSide = 'top', control, mark, isSkipped, isImpossible = false } = props;
  const field = form.fields[name];
  const say = useSay();
  const language = useLanguage();
  const { errors } = useFormState({ control: form.methods.control, name, exact: true });
  if (!field) throw new Error(`the form has no field '${name}'`);
  const problem = problemOfError(errors[name]);
  const id = fieldId(form.id, name);
  const isReadOnly = props.isReadOnly || form.isReadOnly || field.readOnly;
  const isGroup = groupKinds.has(field.kind);
  const isRequired = (props.isRequired ?? field.required) === true && !isReadOnly;
  const common: FieldInputProps = {
    field,
    id,
    name,
    isReadOnly,
    isRequired,
    isInvalid: problem !== undefined,
    autoFocus: props.autoFocus,
    source: props.source,
    describedBy: problem || field.help ? `${id}-note` : undefined,
    labelledBy: isGroup ? `${id}-label` : undefined,
  };
  const Value = isPlain(field) && !control ? PlainValue : ControlledValue;
  return (
    <Row
      side={labelSide}
      data-field={name}
      data-required={isRequired || undefined}
      data-enter-skip={isImpossible ? 'impossible' : isSkipped ? skippedFilled : undefined}
      {...(props.takesScan ? { [takesScan]: '' } : {})}
    >
      <Name id={`${id}-label`} htmlFor={isGroup ? undefined : id} side={labelSide}>
        {isRequired ? <i aria-hidden>*</i> : null}
        <span>{say(field.label)}</span>
        {mark}
      </Name>
      <chakra.div minW={0}>
        <Value form={form} common={common} control={control} />
        {problem ? (
          <Note id={`${id}-note`} tone="error">
            {problemText(problem, language)}
          </Note>
        ) : field.help ? (
          <Note id={`${id}-note`} tone="help">
            {say(field.help)}
          </Note>
        ) : null}
      </chakra.div>
    </Row>
  );
}, isSameField);

/** `form` is a fresh object on each render of its owner; what a field needs of it seldom changes. */
function isSameField(before: FormFieldProps, after: FormFieldProps): boolean {
  return (
    before.form.methods.control === after.form.methods.control &&
    before.form.fields === after.form.fields &&
    before.form.isReadOnly === after.form.isReadOnly &&
    before.name === after.name &&
    before.labelSide === after.labelSide &&
    before.source === after.source &&
    before.isReadOnly === after.isReadOnly &&
    before.control === after.control &&
    before.mark === after.mark &&
    before.isSkipped === after.isSkipped &&
    before.isImpossible === after.isImpossible &&
    before.isRequired === after.isRequired &&
    before.takesScan === after.takesScan
  );
}

interface ValueProps {
  readonly form: DescribedForm;
  readonly common: FieldInputProps;
  readonly control: FormFieldProps['control'];
}

/** Text and numbers stay in the DOM: a key renders nothing. */
function PlainValue({ form, common }: ValueProps) {
  return <FieldInput {...common} registration={form.methods.register(common.name ?? '')} />;
}

/** Choices, dates and pickers: a change renders this one field. */
function ControlledValue({ form, common, control }: ValueProps) {
  const { field: bound } = useController({ control: form.methods.control, name: common.name ?? '' });
  const props: FieldInputProps = { ...common, value: bound.value, onChange: bound.onChange, onBlur: bound.onBlur };
  return control ? control(props) : <FieldInput {...props} />;
}

/** Fields that take a whole row of the grid. */
export function isWide(field: Field): boolean {
  return field.kind === 'longText' || field.kind === 'json' || field.kind === 'refList' || field.kind === 'rows';
}
