import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { PasswordForm } from '#src/console/PasswordForm.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { AvatarBox } from './AvatarBox.tsx';
import { InfoForm, type OwnInfo } from './InfoForm.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const Page = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', lg: '280px minmax(0, 1fr)' }, gap: 3, alignItems: 'start', maxW: '1120px' },
});
const Card = chakra('section', { base: { bg: 'bg.panel', border: 'hairline', borderRadius: 'md', p: 4 } });
const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 3 } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 3,
    rowGap: 1.5,
    mt: 4,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { m: 0, overflowWrap: 'anywhere' },
  },
});

/** 个人信息: who one is to the others, one's picture, one's password. */
export function Screen() {
  const { t, label } = useText();
  const { data, failure, retry } = useCall<OwnInfo>('user', 'info');
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return (
    <Page>
      <chakra.h1 srOnly>{label(['个人信息', 'My details'])}</chakra.h1>
      <Person info={data} onChanged={retry} />
      <chakra.div display="flex" flexDirection="column" gap={3} minW={0}>
        <Card aria-label={label(['基本信息', 'Details'])}>
          <Title>{label(['基本信息', 'Details'])}</Title>
          <InfoForm info={data} onSaved={retry} />
        </Card>
        <Card aria-label={label(['修改密码', 'Change password'])}>
          <Title>{label(['修改密码', 'Change password'])}</Title>
          <chakra.p textStyle="dense" color="fg.muted" mb={2}>
            {t('password.rule')}
          </chakra.p>
          <PasswordForm userId={data.id} />
        </Card>
        <Card aria-label={label(['双重验证', 'Second factor'])}>
          <Title>{label(['双重验证', 'Second factor'])}</Title>
          <SecondFactorCard />
        </Card>
      </chakra.div>
    </Page>
  );
}

function Person({ info, onChanged }: { readonly info: OwnInfo; readonly onChanged: () => void }) {
  const { label } = useText();
  const { user, renew } = useSession();
  const several = (names: string | null): string => (names ?? '').replaceAll('、', label(['、', ', ']));
  const facts: readonly (readonly [Label, ReactNode])[] = [
    [['登录账号', 'Account'], info.account],
    [['所属角色', 'Roles'], several(info.roleName)],
    [['所属部门', 'Departments'], several(info.deptName)],
    [['所属岗位', 'Posts'], several(info.postName) || '–'],
    [['所属机构', 'Organisation'], user?.organisation],
  ];
  return (
    <Card aria-label={info.realName}>
      <AvatarBox
        avatar={info.avatar}
        onChanged={() => {
          onChanged();
          // The top bar shows it too.
          void renew();
        }}
      />
      <chakra.p textAlign="center" mt={2} fontWeight="semibold">
        {info.realName}
      </chakra.p>
      <Facts>
        {facts.map(([title, value]) => (
          <chakra.div key={title[1]} display="contents">
            <dt>{label(title)}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
      </Facts>
    </Card>
  );
}
