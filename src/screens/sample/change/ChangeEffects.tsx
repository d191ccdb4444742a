import { chakra } from '@chakra-ui/react';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { changeableFields, fieldLabel } from '#domain/sample/change/changeValues.ts';
import type { ShownChange } from '#domain/sample/change/orderChangeRows.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { shownValue } from '#src/console/sample/shownValue.ts';

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    mb: 3,
    '& th, & td': { textAlign: 'start', py: 1, pe: 3, borderBottom: 'hairline', verticalAlign: 'top' },
    '& th': { color: 'fg.muted', fontWeight: 'normal' },
  },
});
const Part = chakra('h2', { base: { textStyle: 'dense', fontWeight: 'semibold', mt: 3, mb: 1 } });

/** What changes, field by field, as it was and as it will be. */
export function BeforeAfter({ entryForm, changes }: { readonly entryForm: FormKey; readonly changes: readonly ShownChange[] }) {
  const { label, language } = useText();
  const fields: Fields = changeableFields(entryForm, true);
  if (changes.length === 0) return null;
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{label(['字段', 'Field'])}</th>
          <th scope="col">{label(['变更前', 'Before'])}</th>
          <th scope="col">{label(['变更后', 'After'])}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, beforeName, afterName }) => (
          <tr key={field}>
            <td>{label(fieldLabel(entryForm, field))}</td>
            <td>{beforeName ?? shownValue(fields[field], before, language)}</td>
            <td>
              <chakra.strong fontWeight="medium">{afterName ?? shownValue(fields[field], after, language)}</chakra.strong>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What a change does, in words; or what speaks against it. */
export function ChangeEffects({
  effects,
  refusal,
  title,
}: {
  readonly effects: readonly Label[];
  readonly refusal: Label | null;
  readonly title: Label;
}) {
  const { label } = useText();
  return (
    <section aria-live="polite">
      <Part>{label(title)}</Part>
      {refusal ? <StatusWord tone="danger">{label(refusal)}</StatusWord> : null}
      <chakra.ul textStyle="dense" ps={4} listStyleType="disc">
        {effects.map(([zh, en]) => (
          <li key={zh}>{label([zh, en])}</li>
        ))}
      </chakra.ul>
    </section>
  );
}
