import { chakra } from '@chakra-ui/react';
import type { TextKey } from '#src/console/messages.ts';
import { useText } from '#src/console/useText.ts';
import { Kbd } from '#src/ui/Kbd.tsx';
import { PlainDialog } from './PlainDialog.tsx';
import { shellKeys } from './shellKeys.ts';

const Columns = chakra('div', { base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, columnGap: 8, rowGap: 3 } });
const Title = chakra('h3', { base: { textStyle: 'dense', fontWeight: 'semibold', mb: 1, 'section + section > &': { mt: 3 } } });
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 4,
    minH: '28px',
    textStyle: 'dense',
    '& dd': { m: 0, flexShrink: 0 },
  },
});

const groups: readonly { readonly title: TextKey; readonly keys: readonly (readonly [keys: string, text: TextKey])[] }[] = [
  { title: 'keys.everywhere', keys: shellKeys.map(({ shown, text }) => [shown, text] as const) },
  {
    title: 'keys.lists',
    keys: [
      ['Enter', 'keys.enterSearch'],
      ['↑ ↓', 'keys.move'],
      ['Space', 'keys.select'],
      ['Enter', 'keys.open'],
    ],
  },
  {
    title: 'keys.forms',
    keys: [
      ['Enter / Tab', 'keys.nextField'],
      ['Ctrl+S', 'keys.saveForm'],
      ['Esc', 'keys.leaveForm'],
    ],
  },
];

/** `?`: every key of the shell, of lists and of forms. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [shell, ...others] = groups;
  const part = ({ title, keys }: (typeof groups)[number]) => (
    <section key={title}>
      <Title>{t(title)}</Title>
      <dl>
        {keys.map(([shown, text]) => (
          <Line key={text}>
            <dt>{t(text)}</dt>
            <dd>
              <Kbd>{shown}</Kbd>
            </dd>
          </Line>
        ))}
      </dl>
    </section>
  );
  return (
    <PlainDialog title={t('keys.title')} width="640px" onClose={onClose}>
      <Columns>
        {shell ? part(shell) : null}
        <div>{others.map(part)}</div>
      </Columns>
    </PlainDialog>
  );
}
