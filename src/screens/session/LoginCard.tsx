import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { SecondStep } from '#src/api/session.ts';
import { useText } from '#src/console/useText.ts';
import { type TabEntry, TabList, tabPanel } from '#src/ui/TabList.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import { ProviderReturn } from './ProviderReturn.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { useLoginOptions } from './useLoginOptions.ts';

const Card = chakra('div', { base: { w: 'full', maxW: '440px' } });
const Box = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 4, p: 6, pt: 3, bg: 'bg.panel', border: 'hairline', borderRadius: 'lg' },
});
/** As high as a form: the card stays where it is from tab to tab. */
const Panel = chakra('div', { base: { minH: '216px' } });
const ways = [
  { key: 'account', title: ['账号密码登录', 'Account'] },
  { key: 'phone', title: ['手机号登录', 'Phone'] },
  { key: 'social', title: ['第三方系统登录', 'Third party'] },
  { key: 'sso', title: ['单点系统登录', 'SSO'] },
] as const satisfies readonly TabEntry<string>[];
type Way = (typeof ways)[number]['key'];

/** The ways to log in, as tabs; what a form holds stays while another is looked at. */
export function LoginCard() {
  const { t } = useText();
  const [way, setWay] = useState<Way>('account');
  const [phone, setPhone] = useState('');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [filled, setFilled] = useState(0);
  const [second, setSecond] = useState<{ readonly step: SecondStep; readonly password?: string } | null>(null);
  const choices = useLoginOptions();
  const id = useId();
  const choose = (demo: { readonly account: string; readonly password: string; readonly phone: string }): void => {
    if (way === 'phone') return setPhone(demo.phone);
    setWay('account');
    setAccount(demo.account);
    setPassword(demo.password);
    setFilled((times) => times + 1);
  };
  const again = (): void => {
    setSecond(null);
    setPassword('');
  };
  if (second)
    return (
      <Card>
        <chakra.h1 srOnly>{t('login.title')}</chakra.h1>
        <Box>
          <SecondStepForm {...second} onBack={again} />
        </Box>
      </Card>
    );
  return (
    <Card>
      <chakra.h1 srOnly>{t('login.title')}</chakra.h1>
      <Box>
        <TabList<Way> label={['登录方式', 'Ways to log in']} tabs={ways} chosen={way} onChoose={setWay} panelId={id} isTight />
        <ProviderReturn onSecondStep={(step) => setSecond({ step })} />
        <Panel {...tabPanel(id, way)}>
          <div hidden={way !== 'account'}>
            <LoginForm
              choices={choices}
              account={account}
              onAccount={setAccount}
              password={password}
              onPassword={setPassword}
              onSecondStep={(step, typed) => setSecond({ step, password: typed })}
              filled={filled}
            />
          </div>
          {way === 'phone' ? <PhoneForm choices={choices} phone={phone} onPhone={setPhone} onSecondStep={(step) => setSecond({ step })} /> : null}
          {way === 'social' || way === 'sso' ? <ProviderChoice kind={way} choices={choices} /> : null}
        </Panel>
      </Box>
      <DemoAccounts isPhone={way === 'phone'} onChoose={choose} />
    </Card>
  );
}
