import { OctagonAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Label } from '#domain/kernel/label.ts';
import { type Guest, secondStepOf, type SecondStep } from '#src/api/session.ts';
import { useText } from '#src/console/useText.ts';
import { takeWanted } from '#src/console/wantedPlace.ts';
import { signInByProvider } from '#src/offline/session/enter.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { useLatest } from '#src/ui/useLatest.ts';
import { NoticeBox } from './NoticeBox.tsx';
import { RegisterDialog } from './RegisterDialog.tsx';

const busyLabel: Label = ['第三方系统登录中,请稍后。。。', 'Logging in with the other system…'];
const refused: Readonly<Record<string, Label>> = {
  access_denied: ['您在第三方系统取消了登录', 'You cancelled the login there'],
  provider_unknown: ['登录提供方不存在或已停用', 'No such login provider'],
};
const otherwise: Label = ['第三方系统未确认登录,请重试', 'The provider did not confirm the login, try again'];

/** Each code is good for one try: React's second run of an effect must not be another. */
const tried = new Set<string>();

/** What a provider sent the browser back with: a login under way, a guest who may register, or a failure. Nothing where nobody came back. */
export function ProviderReturn({ onSecondStep }: { readonly onSecondStep: (step: SecondStep) => void }) {
  const { label } = useText();
  const navigate = useNavigate();
  const latestStep = useLatest(onSecondStep);
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const [guest, setGuest] = useState<Guest | null>(null);
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')];
  const [refusal] = useState(error);
  const [isBusy, setBusy] = useState(code !== null && state !== null && !tried.has(state));

  useEffect(() => {
    if (!code || !state || tried.has(state)) return;
    tried.add(state);
    // The address keeps no code: neither the history nor a copied address holds it. Where they wanted to go stands there instead.
    void navigate('/login', { replace: true, state: { from: takeWanted() } });
    void signInByProvider({ code, state, redirectUri: `${window.location.origin}/login` })
      .then(
        (entered) => ('oauthId' in entered ? setGuest(entered) : undefined),
        (fault: unknown) => {
          const step = secondStepOf(fault);
          if (step) latestStep.current(step);
          else setFailure(fault instanceof Error ? fault.message : String(fault));
        },
      )
      .finally(() => setBusy(false));
  }, [code, state, navigate, latestStep]);
  useEffect(() => {
    if (error) void navigate('/login', { replace: true, state: { from: takeWanted() } });
  }, [error, navigate]);

  if (guest) return <RegisterDialog guest={guest} onClose={() => setGuest(null)} />;
  if (isBusy)
    return (
      <div role="status">
        <StateView state="loading" />
        {label(busyLabel)}
      </div>
    );
  const shown = failure ?? (refusal ? label(refused[refusal] ?? otherwise) : null);
  return shown ? (
    <NoticeBox kind="danger" role="alert" icon={OctagonAlert}>
      {shown}
    </NoticeBox>
  ) : null;
}
