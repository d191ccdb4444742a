import { chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type RouteObject, useNavigate } from 'react-router-dom';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { keepSessionFresh } from '#src/api/session.ts';
import { useKeepWorklists } from '#src/console/desk/useKeepWorklists.ts';
import { useTabs } from '#src/console/useTabs.ts';
import { useText } from '#src/console/useText.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { knownPeople } from '#src/offline/keys/people.ts';
import { readStatus } from '#src/offline/status.ts';
import { useRemembered } from '#src/ui/remembered.ts';
import { askLogout } from './askLogout.ts';
import { Banners } from './Banners.tsx';
import { BusyBar } from './BusyBar.tsx';
import { IdentityDialog } from './IdentityDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LockDialog } from './LockDialog.tsx';
import { type ShellAct, shellKeys } from './shellKeys.ts';
import { Sidebar } from './Sidebar.tsx';
import { TabBar, tabTitle } from './TabBar.tsx';
import { TabPanels } from './TabPanels.tsx';
import { TopBar } from './TopBar.tsx';
import { useScreenLevel } from './useScreenLevel.ts';
import type { UserAct } from './UserMenu.tsx';

const Frame = chakra('div', { base: { display: 'flex', h: '100dvh', overflow: 'hidden', bg: 'bg.page' } });
const Side = chakra('div', {
  base: { flexShrink: 0, h: 'full', zIndex: 'shell' },
  variants: {
    mode: {
      open: { w: 'sidebar' },
      folded: { w: 'sidebarFolded' },
      drawer: { position: 'fixed', top: 0, left: 0, w: 'sidebar', boxShadow: 'float', zIndex: 'modal' },
    },
  },
});
const Shade = chakra('button', { base: { position: 'fixed', inset: 0, bg: 'rgba(15, 20, 30, 0.45)', zIndex: 'shell', cursor: 'default' } });
const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', flex: 1, minW: 0, h: 'full' } });
const Main = chakra('main', { base: { flex: 1, minH: 0, overflow: 'hidden', outline: 'none' } });
const Skip = chakra('a', {
  base: {
    position: 'absolute',
    left: 2,
    top: '-60px',
    px: 3,
    py: 1.5,
    borderRadius: 'md',
    bg: 'bg.panel',
    color: 'accent.text',
    boxShadow: 'float',
    zIndex: 'tooltip',
    _focus: { top: 2 },
  },
});
const Spoken = chakra('div', { base: { srOnly: true } });

/** Everything around a page: menu, top bar, open pages, and the keys that reach them. */
export function Shell({ pages }: { readonly pages: RouteObject[] }) {
  const text = useText();
  const { t } = text;
  const sidebarId = useId();
  const search = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { activeId, close, step } = useTabs();
  const { isDrawer, isOpen, isFolded, toggle, closeDrawer } = useMenuState();
  const [dialog, setDialog] = useState<'keys' | 'identity' | 'lock' | null>(null);
  useEffect(() => keepSessionFresh(), []);
  useKeepWorklists();

  const title = tabTitle(activeId, text);
  useEffect(() => {
    document.title = `${title} - ${t('app.title')}`;
  }, [title, t]);

  const act = (what: ShellAct): void => {
    if (what === 'help') setDialog('keys');
    else if (what === 'search') search.current?.focus();
    else if (what === 'sidebar') toggle();
    else if (what === 'home') void navigate('/wel/index');
    else if (what === 'tray') void navigate('/desk/outbox');
    else if (what === 'lock') setDialog('lock');
    else if (what === 'closeTab') close(activeId);
    else step(what === 'nextTab' ? 1 : -1);
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const key = event.isComposing ? undefined : shellKeys.find((one) => one.matches(event));
    if (!key) return;
    event.preventDefault();
    act(key.act);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const onUserAct = (what: Exclude<UserAct, 'home' | 'password'>): void => {
    if (what === 'logout') void leave();
    else setDialog(what);
  };
  const side = isDrawer ? 'drawer' : isFolded ? 'folded' : 'open';
  return (
    <Frame>
      <Skip href="#page">{t('shell.skip')}</Skip>
      <BusyBar />
      {isDrawer && isOpen ? <Shade type="button" aria-label={t('shell.collapse')} onClick={closeDrawer} /> : null}
      {!isDrawer || isOpen ? (
        <Side mode={side} data-no-print onKeyDown={(event) => (isDrawer && event.key === 'Escape' ? closeDrawer() : undefined)}>
          <Sidebar id={sidebarId} isFolded={side === 'folded'} activePath={activeId} onChoose={closeDrawer} />
        </Side>
      ) : null}
      <Column inert={isDrawer && isOpen}>
        <TopBar
          isMenuOpen={isDrawer ? isOpen : !isFolded}
          sidebarId={sidebarId}
          isWide={!isDrawer}
          search={search}
          onToggleMenu={toggle}
          onUserAct={onUserAct}
        />
        <Banners />
        <TabBar />
        <Main id="page" tabIndex={-1} aria-label={title}>
          <TabPanels pages={pages} />
        </Main>
        <Spoken role="status">{title}</Spoken>
      </Column>
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'identity' ? <IdentityDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'lock' ? <LockDialog onClose={() => setDialog(null)} /> : null}
    </Frame>
  );
}

/** The queue is asked when it is needed: a frame that hangs on its counts is drawn anew with every scan. */
async function leave(): Promise<void> {
  const { waiting, refused, conflict, connection } = await readStatus();
  const userId = deskKeys()?.userId;
  const me = (await knownPeople()).find((person) => person.userId === userId && person.isGranted);
  const grantUntil = me ? formatDateTime(Date.parse(me.grantUntil)).slice(0, 16) : null;
  await askLogout({ waiting, refused: refused + conflict, isOffline: connection === 'offline', grantUntil });
}

/** The menu by width (spec calls 9): beside the page and foldable from level 2, a drawer below; level 2 folds it unless the user says otherwise. */
function useMenuState() {
  const level = useScreenLevel();
  const [folded, setFolded] = useRemembered<boolean | null>('menu-folded', null);
  const [isOpen, setOpen] = useState(false);
  const isDrawer = level < 2;
  const isFolded = folded ?? level < 3;
  return {
    isDrawer,
    isOpen,
    isFolded,
    toggle: () => (isDrawer ? setOpen((before) => !before) : setFolded(!isFolded)),
    closeDrawer: () => setOpen(false),
  };
}
