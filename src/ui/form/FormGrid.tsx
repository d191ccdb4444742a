import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { DescribedForm } from './useDescribedForm.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField, type FormFieldProps, isWide } from './FormField.tsx';

export interface FormGridProps {
  readonly form: DescribedForm;
  /** Columns where there is room; one below 640 px. Default 2. */
  readonly columns?: 1 | 2 | 3;
  /** Which fields, in which order; default: all that stand in forms. */
  readonly only?: readonly string[];
  /** Settings of single fields. */
  readonly settings?: Readonly<Record<string, Partial<Omit<FormFieldProps, 'form' | 'name'>>>>;
  readonly labelSide?: FormFieldProps['labelSide'];
  /** The first open field gets the focus. */
  readonly isFocused?: boolean;
  /** No list of problems at the top (a screen with several grids shows it once). */
  readonly hasSummary?: boolean;
  readonly children?: ReactNode;
}

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: 3,
    alignItems: 'start',
    // As many columns as asked for, fewer where one would be too narrow for a date with its time.
    gridTemplateColumns:
      'repeat(auto-fill, minmax(min(100%, max(190px, calc((100% - (var(--form-columns) - 1) * 12px) / var(--form-columns) - 0.1px))), 1fr))',
  },
});

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The described fields of a form, side by side. */
export function FormGrid({ form, columns = 2, only, settings = {}, labelSide, isFocused = false, hasSummary = true, children }: FormGridProps) {
  const asked = only ?? Object.keys(form.fields).filter((name) => form.fields[name]?.form !== false);
  // What only the server fills says nothing in a form while it is empty: who made a record that is not there yet.
  const names = asked.filter((name) => form.isReadOnly || !form.fields[name]?.readOnly || !isEmpty(form.methods.getValues(name)));
  const first = isFocused && !form.isReadOnly ? names.find((name) => !form.fields[name]?.readOnly) : undefined;
  return (
    <>
      {hasSummary ? <ErrorSummary form={form} /> : null}
      <Grid style={{ '--form-columns': columns } as never}>
        {names.map((name) => {
          const field = form.fields[name];
          return field ? (
            <chakra.div key={name} minW={0} gridColumn={isWide(field) ? '1 / -1' : undefined}>
              <FormField form={form} name={name} labelSide={labelSide} autoFocus={name === first} {...settings[name]} />
            </chakra.div>
          ) : null;
        })}
        {children}
      </Grid>
    </>
  );
}
