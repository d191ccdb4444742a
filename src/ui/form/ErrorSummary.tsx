import { chakra } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { useFormState } from 'react-hook-form';
import { problemText } from '#domain/kernel/check.ts';
import { useLanguage, useSay } from '../language.ts';
import { type DescribedForm, problemOfError } from './useDescribedForm.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 2,
    mb: 3,
    px: 3,
    py: 2,
    border: '1px solid',
    borderColor: 'danger.border',
    bg: 'danger.subtle',
    color: 'danger.text',
    borderRadius: 'md',
    textStyle: 'dense',
    '& > svg': { mt: '3px', flexShrink: 0 },
  },
});
const Jump = chakra('button', {
  base: { textAlign: 'start', color: 'danger.text', textDecoration: 'underline', textUnderlineOffset: '2px', cursor: 'pointer' },
});

/** The place of a problem that belongs to no field: no field is called so. */
export const nowhere = ' ';

/** What keeps the form from being saved; each line jumps to its field. */
export function ErrorSummary({ form }: { readonly form: DescribedForm }) {
  const say = useSay();
  const language = useLanguage();
  const { errors } = useFormState({ control: form.methods.control });
  // In the order of the form, then what belongs to no field of it.
  const names = [...Object.keys(form.fields), ...Object.keys(errors).filter((name) => !(name in form.fields))];
  const problems = names.flatMap((name) => problemOfError(errors[name]) ?? []);
  const hasPlace = problems.some(({ field }) => field !== nowhere);
  if (problems.length === 0 || !form.isListed()) return null;
  return (
    <Box role="alert">
      <CircleAlert size={16} aria-hidden />
      <chakra.ul display="flex" flexWrap="wrap" columnGap={4} rowGap={0}>
        {/* What speaks against it all is no place to correct. */}
        {hasPlace ? (
          <chakra.li w="full" fontWeight="medium">
            {say(['有 {count} 处需要修改', '{count} to correct'], { count: problems.length })}
          </chakra.li>
        ) : null}
        {problems.map((problem) => (
          <li key={problem.field}>
            {problem.field in form.fields ? (
              <Jump type="button" onClick={() => form.focusField(problem.field)}>
                {problemText(problem, language)}
              </Jump>
            ) : (
              problemText(problem, language)
            )}
          </li>
        ))}
      </chakra.ul>
    </Box>
  );
}
