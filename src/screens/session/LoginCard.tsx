import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import { ProviderReturn } from './ProviderReturn.tsx';
import { useLoginOptions } from './useLoginOptions.ts';

const Card = chakra('div', { base: { w: 'full', maxW: '440px' } });
const Box = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 4, p: 6, pt: 3, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
const Tabs = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: 4, borderBottom: 'hairline' },
});
const Tab = chakra('button', {
  base: {
    py: 2,
    mb: '-1px',
    borderBottom: '2px solid transparent',
    color: 'fg.muted',
    textStyle: 'body',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    '&[aria-selected=true]': { color: 'accent.text', borderColor: 'accent.solid', fontWeight: 'semibold' },
  },
});
/** As high as a form: the card stays where it is from tab to tab. */
const Panel = chakra('div', { base: { minH: '216px' } });
const ways = [
  ['account', ['账号密码登录', 'Account']],
  ['phone', ['手机号登录', 'Phone']],
  ['social', ['第三方系统登录', 'Third party']],
  ['sso', ['单点系统登录', 'SSO']],
] as const satisfies readonly (readonly [string, Label])[];
type Way = (typeof ways)[number][0];

/** The ways to log in, as tabs; what a form holds stays while another is looked at. */
export function LoginCard() {
  const { t, label } = useText();
  const [way, setWay] = useState<Way>('account');
  const [phone, setPhone] = useState('');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [filled, setFilled] = useState(0);
  const choices = useLoginOptions();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = (ways.findIndex(([name]) => name === way) + step + ways.length) % ways.length;
    setWay(ways[at]?.[0] ?? 'account');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  const choose = (demo: { readonly account: string; readonly password: string; readonly phone: string }): void => {
    if (way === 'phone') return setPhone(demo.phone);
    setWay('account');
    setAccount(demo.account);
    setPassword(demo.password);
    setFilled((times) => times + 1);
  };
  return (
    <Card>
      <chakra.h1 srOnly>{t('login.title')}</chakra.h1>
      <Box>
        <Tabs ref={list} role="tablist" aria-label={t('login.title')} onKeyDown={onKeyDown}>
          {ways.map(([name, title]) => (
            <Tab
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={way === name}
              aria-controls={`${id}-panel`}
              tabIndex={way === name ? 0 : -1}
              onClick={() => setWay(name)}
            >
              {label(title)}
            </Tab>
          ))}
        </Tabs>
        <ProviderReturn />
        <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${way}`}>
          <div hidden={way !== 'account'}>
            <LoginForm choices={choices} account={account} onAccount={setAccount} password={password} onPassword={setPassword} filled={filled} />
          </div>
          {way === 'phone' ? <PhoneForm choices={choices} phone={phone} onPhone={setPhone} /> : null}
          {way === 'social' || way === 'sso' ? <ProviderChoice kind={way} choices={choices} /> : null}
        </Panel>
      </Box>
      <DemoAccounts isPhone={way === 'phone'} onChoose={choose} />
    </Card>
  );
}
