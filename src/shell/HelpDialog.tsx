import { chakra } from '@chakra-ui/react';
import { Compass } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { TextKey } from '#src/console/messages.ts';
import { startTour } from '#src/console/tour.ts';
import { useSession } from '#src/console/useSession.ts';
import { words } from '#src/console/words.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Kbd } from '#src/ui/Kbd.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { helpDays } from './helpDays.ts';
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
      ['Alt+S', 'keys.views'],
      ['Ctrl+E', 'keys.export'],
    ],
  },
  {
    title: 'keys.forms',
    keys: [
      ['Enter / Tab', 'keys.nextField'],
      ['Shift+Enter', 'keys.previousField'],
      ['Ctrl+Enter', 'keys.breakLine'],
      ['1 2 3', 'keys.choose'],
      ['t  -1  0520', 'keys.typedDate'],
      ['Ctrl+S', 'keys.saveForm'],
      ['Esc', 'keys.leaveForm'],
    ],
  },
  {
    title: 'keys.desk',
    keys: [
      ['F2', 'keys.scanBox'],
      ['F9', 'keys.saveNext'],
      ['F8', 'keys.illegible'],
      ['F4', 'keys.zoomPaper'],
      ['F4', 'keys.moreFields'],
      ['Alt+← →', 'keys.turnPaper'],
    ],
  },
];

const parts: readonly { readonly key: 'day' | 'keys' | 'words'; readonly title: Label }[] = [
  { key: 'day', title: ['岗位的一天', 'The day'] },
  { key: 'keys', title: ['按键', 'Keys'] },
  { key: 'words', title: ['用语', 'Words'] },
];
const panelId = 'help';

/** 帮助, also by `?`: the day of each role, every key, and what the words of the screens mean. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, label } = useText();
  const [part, setPart] = useState<(typeof parts)[number]['key']>('day');
  return (
    <PlainDialog
      title={t('shell.help')}
      width="720px"
      onClose={onClose}
      footer={
        <Button
          icon={Compass}
          onClick={() => {
            onClose();
            // The page comes back into reach first.
            setTimeout(startTour);
          }}
        >
          {label(['开始导览', 'Start the tour'])}
        </Button>
      }
    >
      <TabList label={['帮助', 'Help']} tabs={parts} chosen={part} onChoose={setPart} panelId={panelId} />
      <chakra.div {...tabPanel(panelId, part)} pt={3} h="min(420px, 56vh)" overflow="auto">
        {part === 'day' ? <Days /> : part === 'keys' ? <Keys /> : <Words />}
      </chakra.div>
    </PlainDialog>
  );
}

function Days() {
  const { label } = useText();
  const { can } = useSession();
  // One's own first; the others to know what they are waiting for.
  const days = helpDays.toSorted((a, b) => Number(can(b.permission)) - Number(can(a.permission)));
  return days.map(({ key, title, permission, steps }) => (
    <chakra.details key={key} open={can(permission)} mb={2} textStyle="dense">
      <chakra.summary fontWeight="semibold" cursor="pointer" py={1}>
        {label(title)}
      </chakra.summary>
      <chakra.ol listStyleType="decimal" pl={6} display="flex" flexDirection="column" gap={1}>
        {steps.map((step) => (
          <li key={step[1]}>{label(step)}</li>
        ))}
      </chakra.ol>
    </chakra.details>
  ));
}

function Words() {
  const { label } = useText();
  return (
    <chakra.dl display="grid" gridTemplateColumns="120px minmax(0, 1fr)" columnGap={3} rowGap={2} textStyle="dense">
      {Object.values(words).map(({ word, text }) => (
        <chakra.div key={word[1]} display="contents">
          <chakra.dt fontWeight="semibold">{label(word)}</chakra.dt>
          <dd>{label(text)}</dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

function Keys() {
  const { t } = useText();
  const [shell, ...others] = groups;
  const group = ({ title, keys }: (typeof groups)[number]) => (
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
    <Columns>
      {shell ? group(shell) : null}
      <div>{others.map(group)}</div>
    </Columns>
  );
}
