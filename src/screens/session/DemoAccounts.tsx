import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { roleWord } from '#domain/system/shippedRoles.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';

interface Demo {
  readonly accounts: readonly { readonly account: string; readonly realName: string; readonly roleName: string; readonly phone: string }[];
  readonly password: string;
}

const Box = chakra('section', { base: { mt: 3, p: 4, border: 'hairline', borderRadius: 'lg', bg: 'bg.panel' } });
const Head = chakra('div', { base: { display: 'flex', alignItems: 'baseline', gap: 2, mb: 2, textStyle: 'dense' } });
const Grid = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))', gap: 1 } });
const Choice = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    px: 2,
    py: 1,
    borderRadius: 'md',
    textStyle: 'dense',
    textAlign: 'left',
    cursor: 'pointer',
    minW: 0,
    _hover: { bg: 'bg.muted' },
    '& > span': { maxW: 'full', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});
const Note = chakra('span', { base: { textStyle: 'note', color: 'fg.muted' } });

export interface DemoAccountsProps {
  readonly onChoose: (demo: { readonly account: string; readonly password: string; readonly phone: string }) => void;
  /** Beside the phone form: their numbers, and where the code is shown. */
  readonly isPhone?: boolean;
}

/** In demo mode: who can log in, and with what. Nothing where the server names nobody. */
export function DemoAccounts({ onChoose, isPhone = false }: DemoAccountsProps) {
  const { t, label, language } = useText();
  const roles = (names: string): string =>
    names
      .split(',')
      .map((name) => roleWord(name, language))
      .join(language === 'zh' ? '、' : ', ');
  const { data } = useQuery({
    queryKey: ['demo-accounts'],
    queryFn: () => call<Demo>('GET', servicePath('auth', 'oauth/demo-accounts'), { anonymous: true, quiet: true, timeoutMs: 10_000 }),
    staleTime: Infinity,
  });
  if (!data || data.accounts.length === 0) return null;
  return (
    <Box aria-label={t('login.demoTitle')}>
      <Head>
        <strong>{t('login.demoTitle')}</strong>
        <Note>{t('login.demoHint')}</Note>
      </Head>
      <Grid>
        {data.accounts.map(({ account, roleName, phone }) => (
          <Choice key={account} type="button" onClick={() => onChoose({ account, password: data.password, phone })}>
            <span>{account}</span>
            <Note>{isPhone ? phone : roles(roleName)}</Note>
          </Choice>
        ))}
      </Grid>
      <chakra.div mt={2} textStyle="note" color="fg.muted">
        {isPhone
          ? label(['演示不发送短信: 验证码显示在服务器日志中', 'The demo sends no messages: the code is shown in the log of the server'])
          : t('login.demoPassword', { password: data.password })}
      </chakra.div>
    </Box>
  );
}
