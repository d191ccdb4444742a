import { chakra } from '@chakra-ui/react';
import { Building2, LogIn, OctagonAlert } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import type { Label } from '#domain/kernel/label.ts';
import { renderPath } from '#domain/session/loginOptions.ts';
import { servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { keepWanted, wantedIn } from '#src/console/wantedPlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { TenantField } from './loginParts.tsx';
import { NoticeBox } from './NoticeBox.tsx';
import type { LoginChoices } from './useLoginOptions.ts';

const List = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 3 } });
const texts = {
  social: ['选择一个系统,在那里登录后自动返回。', 'Choose a system: you log in there and come back.'],
  sso: ['在集团统一登录页面登录后自动返回。', 'You log in on the page of your organisation and come back.'],
  none: ['本租户没有配置此登录方式,请联系管理员。', 'This tenant has none set up: ask your administrator.'],
  go: ['使用 {name} 登录', 'Log in with {name}'],
} as const satisfies Record<string, Label>;

export interface ProviderChoiceProps {
  readonly kind: 'social' | 'sso';
  readonly choices: LoginChoices;
}

/** 第三方系统登录 and 单点系统登录: the configured providers of one kind; the browser goes there and comes back to /login. */
export function ProviderChoice({ kind, choices }: ProviderChoiceProps) {
  const { label } = useText();
  const { options, tenantId, setTenantId, isTenantAsked, failure, retry } = choices;
  const { state } = useLocation() as { state: unknown };
  const offered = options?.providers.filter((provider) => provider.kind === kind) ?? [];
  const go = (source: string): void => {
    const query = new URLSearchParams({ tenantId: tenantId.trim() });
    keepWanted(wantedIn(state));
    window.location.assign(`${servicePath('auth', renderPath(source))}?${query.toString()}`);
  };
  if (failure)
    return <StateView state="failed" failure={{ message: failure instanceof Error ? failure.message : String(failure) }} onRetry={retry} />;
  if (!options) return <StateView state="loading" />;
  return (
    <List>
      {isTenantAsked ? <TenantField value={tenantId} onChange={setTenantId} isTried={false} /> : null}
      {offered.length === 0 ? (
        <NoticeBox kind="warning" role="status" icon={OctagonAlert}>
          {label(texts.none)}
        </NoticeBox>
      ) : (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(texts[kind])}
        </chakra.p>
      )}
      {offered.map(({ source, name }) => (
        <Button key={source} size="lg" icon={kind === 'sso' ? Building2 : LogIn} onClick={() => go(source)}>
          {label(texts.go, { name: label(name) })}
        </Button>
      ))}
    </List>
  );
}
