import { chakra } from '@chakra-ui/react';
import { CloudOff, FileQuestion, House, type LucideIcon, OctagonAlert, PackageX, RotateCw, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TextKey, TextParams } from '#src/console/messages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { acceptUpdate } from '#src/offline/send/registerWorker.ts';
import { Button } from '#src/ui/Button.tsx';

const Page = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 3,
    minH: '320px',
    h: 'full',
    p: 6,
    textAlign: 'center',
    color: 'fg.muted',
    textStyle: 'body',
    '& > svg': { color: 'fg.disabled' },
  },
});
const Title = chakra('h1', { base: { textStyle: 'title', color: 'fg' } });
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 1 } });
const Alone = chakra('main', { base: { h: '100vh', bg: 'bg.page' } });
const Small = chakra('pre', {
  base: {
    maxW: 'min(720px, 100%)',
    maxH: '160px',
    overflow: 'auto',
    p: 2,
    borderRadius: 'md',
    bg: 'bg.muted',
    color: 'fg.muted',
    textStyle: 'note',
    textAlign: 'left',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
});

interface MessageProps {
  readonly icon: LucideIcon;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly params?: TextParams;
  readonly children?: ReactNode;
}
function Message({ icon: Icon, title, text, params, children }: MessageProps) {
  const { t } = useText();
  return (
    <Page role="alert">
      <Icon size={36} aria-hidden />
      <Title>{t(title)}</Title>
      <div>{t(text, params ?? {})}</div>
      {children}
    </Page>
  );
}

function HomeButton() {
  const { t } = useText();
  const navigate = useNavigate();
  return (
    <Button icon={House} variant="primary" onClick={() => void navigate('/', { replace: true })}>
      {t('act.goHome')}
    </Button>
  );
}
function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useText();
  return (
    <Button icon={RotateCw} onClick={onRetry}>
      {t('act.retry')}
    </Button>
  );
}

/** In place of a screen the user has no right to. */
export function Forbidden() {
  return (
    <Message icon={ShieldX} title="errors.forbidden" text="errors.forbiddenText">
      <Row>
        <HomeButton />
      </Row>
    </Message>
  );
}

/** In place of an online screen that was never loaded here. Its host tries again by itself. */
export function NeedsNetwork({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useText();
  const { can } = useSession();
  const navigate = useNavigate();
  const open = deskLinks.filter(({ permission }) => permission === null || can(permission));
  return (
    <Message icon={CloudOff} title="errors.needsNetwork" text="errors.needsNetworkText">
      <Row>
        <RetryButton onRetry={onRetry} />
      </Row>
      <chakra.div mt={3} textStyle="note">
        {t('errors.meanwhile')}
      </chakra.div>
      <Row mt="0">
        {open.map(({ path, key }) => (
          <Button key={path} variant="ghost" onClick={() => void navigate(path)}>
            {t(key)}
          </Button>
        ))}
      </Row>
    </Message>
  );
}
const deskLinks: readonly { readonly path: string; readonly permission: string | null; readonly key: TextKey }[] = [
  { path: '/sample/summary-enter', permission: 'summary_enter', key: 'desk.summaryEnter' },
  { path: '/sample/sample-handover', permission: 'handover_save', key: 'desk.handover' },
  { path: '/sample/todayReceivePage', permission: 'lab_receive', key: 'desk.labReceive' },
  { path: '/desk/outbox', permission: null, key: 'desk.tray' },
];

/** In place of a screen whose chunk did not come although the server can be reached. */
export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useText();
  return (
    <Message icon={PackageX} title="errors.loadFailed" text="errors.loadFailedText">
      <Row>
        <RetryButton onRetry={onRetry} />
        <Button variant="primary" onClick={() => void acceptUpdate()}>
          {t('act.reload')}
        </Button>
      </Row>
    </Message>
  );
}

/** In place of a screen that threw. */
export function FaultView({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  return (
    <Message icon={OctagonAlert} title="errors.fault" text="errors.faultText">
      <Small>{fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)}</Small>
      <Row>
        <RetryButton onRetry={onRetry} />
        <HomeButton />
      </Row>
    </Message>
  );
}

/** /403 */
export function ForbiddenScreen() {
  return (
    <Alone>
      <Forbidden />
    </Alone>
  );
}
/** /404; names the address that was asked for. */
export function NotFoundScreen() {
  const { state, pathname } = useLocation() as { state: { from?: string } | null; pathname: string };
  return (
    <Alone>
      <Message icon={FileQuestion} title="errors.notFound" text="errors.notFoundText" params={{ path: state?.from ?? pathname }}>
        <Row>
          <HomeButton />
        </Row>
      </Message>
    </Alone>
  );
}
/** /500, and the page of last resort. */
export function FaultScreen() {
  const { t } = useText();
  return (
    <Alone>
      <Message icon={OctagonAlert} title="errors.fault" text="errors.faultText">
        <Row>
          <Button icon={RotateCw} onClick={() => window.location.assign('/')}>
            {t('act.reload')}
          </Button>
        </Row>
      </Message>
    </Alone>
  );
}
