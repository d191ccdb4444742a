import { chakra } from '@chakra-ui/react';
import { LogIn, RefreshCw, ShieldAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useOfferedUpdate } from '#src/console/useOfferedUpdate.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { SignInAgainDialog } from './SignInAgainDialog.tsx';

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    // As high as one with a button: several stand below each other.
    minH: '37px',
    px: 3,
    py: 1,
    textStyle: 'dense',
    borderBottom: '1px solid',
    '& > svg': { flexShrink: 0 },
  },
  variants: {
    kind: {
      warning: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
      info: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
    },
  },
});
const Text = chakra('span', { base: { flex: 1, minW: 0 } });

/** What concerns the whole page: an insecure connection (docs/offline.md#what-works-and-what-does-not), a new version that waits for consent, a login without network that has found it again. */
export function Banners() {
  return (
    <>
      {window.isSecureContext ? null : <PlainHttp />}
      <OfferedUpdate />
      <SignInAgain />
    </>
  );
}

function PlainHttp() {
  const { t } = useText();
  return (
    <Bar kind="warning" role="status">
      <ShieldAlert size={16} aria-hidden />
      <Text>{t('shell.plainHttp')}</Text>
    </Bar>
  );
}

function OfferedUpdate(): ReactNode {
  const { t } = useText();
  const { isOffered, accept } = useOfferedUpdate();
  const [isLater, setLater] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!isOffered || isLater) return null;
  return (
    <Bar kind="info" role="status">
      <RefreshCw size={16} aria-hidden />
      <Text>{t('shell.updateOffered')}</Text>
      <Button size="sm" variant="primary" isBusy={isBusy} onClick={() => (setBusy(true), accept())}>
        {t('shell.updateNow')}
      </Button>
      <IconButton size="sm" label={t('shell.updateLater')} icon={X} onClick={() => setLater(true)} />
    </Bar>
  );
}

function SignInAgain(): ReactNode {
  const { user } = useSession();
  return user?.isOffline ? <SignInAgainOnline /> : null;
}

const withdrawnAfterMs = 10_000;

/** Of its own, so that the frame hangs on the queue's counts only while this is asked. */
function SignInAgainOnline(): ReactNode {
  const { t } = useText();
  const isUp = useOutboxStatus().connection !== 'offline';
  const [isOffered, setOffered] = useState(isUp);
  const [isAsked, setAsked] = useState(false);
  // A link that comes and goes must not take the offer away from under a hand that reaches for it.
  useEffect(() => {
    const timer = setTimeout(() => setOffered(isUp), isUp ? 0 : withdrawnAfterMs);
    return () => clearTimeout(timer);
  }, [isUp]);
  if (!isUp && !isOffered && !isAsked) return null;
  return (
    <>
      <Bar kind="info" role="status">
        <LogIn size={16} aria-hidden />
        <Text>{t('login.againBanner')}</Text>
        <Button size="sm" variant="primary" onClick={() => setAsked(true)}>
          {t('login.again')}
        </Button>
      </Bar>
      {isAsked ? <SignInAgainDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}
