import { chakra } from '@chakra-ui/react';
import { Check, Languages } from 'lucide-react';
import { useText } from '#src/console/useText.ts';
import { Mark } from '#src/console/Mark.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Clock } from './Clock.tsx';
import { LoginCard } from './LoginCard.tsx';

const Page = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', lg: 'minmax(360px, 5fr) 7fr' }, minH: '100dvh', bg: 'bg.page' },
});
const Panel = chakra('aside', {
  base: {
    display: { base: 'none', lg: 'flex' },
    flexDirection: 'column',
    justifyContent: 'space-between',
    p: 10,
    bg: 'sidebar.bg',
    color: 'sidebar.fg',
  },
});
const Name = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: 3, color: 'sidebar.hoverFg', fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold' },
});
const Slogan = chakra('p', { base: { color: 'sidebar.hoverFg', fontSize: 'xl', lineHeight: 'xl', fontWeight: 'semibold', mb: 4 } });
const Promise = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 2,
    mb: 2,
    textStyle: 'body',
    listStyle: 'none',
    '& > svg': { mt: '4px', flexShrink: 0, color: 'sidebar.bar' },
  },
});
const Side = chakra('main', {
  base: { position: 'relative', display: 'flex', alignItems: 'center', justifyContent: 'center', p: { base: 4, md: 6 } },
});
const Corner = chakra('div', { base: { position: 'absolute', top: 3, right: 3 } });

/** /login: every way to come in, honest without network. Left of it the time and what the product is for. */
export function LoginScreen() {
  const { t, language, setLanguage } = useText();
  return (
    <Page>
      <Panel>
        <Name>
          <Mark size={36} />
          {t('app.name')}
        </Name>
        <div>
          <Slogan>{t('login.slogan')}</Slogan>
          <ul>
            {(['login.desk1', 'login.desk2', 'login.desk3'] as const).map((key) => (
              <Promise key={key}>
                <Check size={14} aria-hidden />
                {t(key)}
              </Promise>
            ))}
          </ul>
        </div>
        <Clock />
      </Panel>
      <Side>
        <Corner>
          <IconButton label={t('shell.switchLanguage')} icon={Languages} onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')} />
        </Corner>
        <LoginCard />
      </Side>
    </Page>
  );
}
