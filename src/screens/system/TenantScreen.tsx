import { chakra } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useCallback, useState } from 'react';
import { platformTenantId } from '#domain/system/platform.ts';
import { tenant, tenantScreen } from '#domain/system/tenant.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListScreenProps, type ListTools } from '#src/resource/ListScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { TenantSetting } from './TenantSetting.tsx';

/** 租户管理: the tenants of this installation, their packages and limits. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <RecordDrawer
        key={`${state.mode}-${String(state.row?.id ?? '')}`}
        resource={tenant}
        state={state}
        fixed={{ accountNumber: -1 }}
        // The platform itself is not limited.
        only={
          state.row?.id === platformTenantId
            ? ['tenantId', 'tenantName', 'linkman', 'contactNumber', 'address', 'domainUrl', 'backgroundUrl']
            : Object.keys(tenant.fields).filter((name) => name !== 'datasourceId' && (state.mode !== 'add' || name !== 'tenantId'))
        }
        onClose={close}
        onSaved={(answer) => {
          reload();
          return typeof answer['oneTimePassword'] === 'string' ? <FirstSignIn {...(answer as unknown as FirstSignInProps)} /> : undefined;
        }}
      />
    ),
    [],
  );
  const tools = useCallback((list: ListTools) => <SettingTool {...list} />, []);
  return <ListScreen resource={tenant} screen={tenantScreen} drawer={drawer} tools={tools} />;
}

/** 授权: accounts and expiry of the ticked tenants. */
function SettingTool({ ticked, reload }: ListTools) {
  const { label } = useText();
  const { can } = useSession();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  if (!can('tenant_save')) return null;
  const open = (): void => {
    const chosen = ticked.map(({ id }) => String(id)).filter((id) => id !== platformTenantId);
    if (chosen.length === 0) notify.warn(['请选择至少一条数据', 'Select at least one row']);
    else setIds(chosen);
  };
  return (
    <>
      <Button size="sm" icon={SlidersHorizontal} onClick={open}>
        {label(['授权设置', 'Limits'])}
      </Button>
      {ids ? <TenantSetting ids={ids} onClose={() => setIds(null)} onSaved={reload} /> : null}
    </>
  );
}

interface FirstSignInProps {
  readonly tenantId: string;
  readonly account: string;
  readonly oneTimePassword: string;
}

/** What a new tenant's administrator signs in with; shown once, kept nowhere. */
function FirstSignIn({ tenantId, account, oneTimePassword }: FirstSignInProps) {
  const { label } = useText();
  const facts = [
    [label(['租户编号', 'Tenant number']), tenantId],
    [label(['账号', 'Account']), account],
    [label(['一次性密码', 'One-time password']), oneTimePassword],
  ] as const;
  const copy = (): void => {
    void navigator.clipboard?.writeText(facts.map(([name, value]) => `${name}: ${value}`).join('\n')).then(
      () => notify.success(['已复制', 'Copied']),
      () => notify.warn(['请手工抄写', 'Copy it by hand']),
    );
  };
  return (
    <chakra.section display="flex" flexDirection="column" gap={3} alignItems="flex-start">
      <p>
        {label([
          '租户已建立。请把以下内容交给其管理员: 密码只显示这一次, 首次登录后必须修改。',
          'The tenant is made. Hand this to its administrator: the password is shown this once, and must be changed at the first sign-in.',
        ])}
      </p>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap={4} rowGap={1}>
        {facts.map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <chakra.dt color="fg.muted">{name}</chakra.dt>
            <chakra.dd fontFamily="mono" fontSize="lg" userSelect="all">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Button onClick={copy}>{label(['复制', 'Copy'])}</Button>
    </chakra.section>
  );
}
