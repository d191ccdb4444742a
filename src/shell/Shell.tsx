import { chakra } from '@chakra-ui/react';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { matchRoutes, type RouteObject, useNavigate } from 'react-router-dom';
import { viewTimeline } from '#domain/search/sampleRights.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { keepSessionFresh } from '#src/api/session.ts';
import { ExportsDrawer } from '#src/console/exports/ExportsDrawer.tsx';
import { useKeepWorklists } from '#src/console/desk/useKeepWorklists.ts';
import { endTour, tourSeenKey, useTourRuns } from '#src/console/tour.ts';
import { useSession } from '#src/console/useSession.ts';
import { useTabs } from '#src/console/useTabs.ts';
import { useText } from '#src/console/useText.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { knownPeople } from '#src/offline/keys/knownPeople.ts';
import { readStatus } from '#src/offline/outbox/status.ts';
import { useRemembered } from '#src/ui/remembered.ts';
import { takeStrayScans } from '#src/ui/scan/strayScans.ts';
import { askLogout } from './askLogout.ts';
import { Banners } from './Banners.tsx';
import { BusyBar } from './BusyBar.tsx';
import { ColourDialog } from './ColourDialog.tsx';
import { ErrorLogDialog } from './ErrorLogDialog.tsx';
import { IdentityDialog } from './IdentityDialog.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { LockDialog } from './LockDialog.tsx';
import { codeAddress } from './MenuSearch.tsx';
import { MenuSearchDialog } from './MenuSearchDialog.tsx';
import { NoticeBell } from './NoticeBell.tsx';
import { SampleDialog } from './SampleDialog.tsx';
import { type ShellAct, shellKeys } from './shellKeys.ts';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { isPage, TabPanels } from './TabPanels.tsx';
import { Tour } from './Tour.tsx';
import { ThemeDialog } from './ThemeDialog.tsx';
import { type BarDialog, TopBar } from './TopBar.tsx';
import { TopMenuBar } from './TopMenuBar.tsx';
import { useFullscreen } from './useFullscreen.ts';
import { useScreenLevel } from './useScreenLevel.ts';
import { useTabTitle } from './useTabTitle.ts';
import { useTopMenu } from './useTopMenu.ts';
import type { UserAct } from './UserMenu.tsx';

/** The picture of theme-star, drawn: night, and stars that repeat at lengths without a common measure. */
const starrySky = {
  backgroundImage: [
    'radial-gradient(1px 1px at 23px 41px, rgba(255,255,255,.8), transparent)',
    'radial-gradient(1px 1px at 97px 13px, rgba(255,255,255,.6), transparent)',
    'radial-gradient(1.5px 1.5px at 61px 89px, rgba(255,255,255,.7), transparent)',
    'linear-gradient(135deg, #14123a 0%, #2b2a63 45%, #39346e 75%, #241c4f 100%)',
  ].join(', '),
  backgroundSize: '131px 127px, 173px 149px, 197px 211px, 100% 100%',
} as const;
const Frame = chakra('div', {
  base: { display: 'flex', h: 'calc(100dvh - var(--queue-fault, 0px))', overflow: 'hidden', bg: 'bg.page', '[data-picture] &': starrySky },
});
const Side = chakra('div', {
  base: { flexShrink: 0, h: 'full', zIndex: 'shell' },
  variants: {
    mode: {
      open: { w: 'sidebar' },
      folded: { w: 'sidebarFolded' },
      drawer: { position: 'fixed', top: 0, left: 0, w: 'sidebar', bg: 'sidebar.bg', boxShadow: 'float', zIndex: 'modal' },
    },
  },
});
const Shade = chakra('button', { base: { position: 'fixed', inset: 0, bg: 'rgba(15, 20, 30, 0.45)', zIndex: 'shell', cursor: 'default' } });
const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', flex: 1, minW: 0, h: 'full' } });
const Main = chakra('main', {
  base: { flex: 1, minH: 0, overflow: 'hidden', outline: 'none', '[data-picture] &': { bg: 'rgba(243, 244, 246, 0.92)' } },
});
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
type Dialog = BarDialog | 'search' | 'identity' | 'exports' | 'sample';
const Spoken = chakra('div', { base: { srOnly: true } });

/** Everything around a page: menu, top bar, open pages, and the keys that reach them. */
export function Shell({ pages }: { readonly pages: RouteObject[] }) {
  const { t, language, setLanguage } = useText();
  const sidebarId = useId();
  const search = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { activeId, close, step } = useTabs();
  const { isDrawer, isOpen, isFolded, toggle, closeDrawer } = useMenuState();
  const topMenu = useTopMenu(activeId, !isDrawer);
  const { toggle: toggleFullscreen } = useFullscreen();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isTouring = useTourRuns();
  const [, setTourSeen] = useRemembered(tourSeenKey, false);
  const leaveTour = (): void => {
    setTourSeen(true);
    endTour();
  };
  const closeDialog = useCallback(() => setDialog(null), []);
  const hasPage = useCallback((path: string) => matchRoutes(pages, path)?.at(-1)?.route.handle === isPage, [pages]);
  useEffect(() => keepSessionFresh(), []);
  const { can } = useSession();
  const mayFind = can('sample_view');
  const mayLook = can(viewTimeline.code);
  useEffect(() => {
    if (!mayFind) return;
    return takeStrayScans((code) => {
      // A question, a drawer or a typed form must not vanish under whoever answers it.
      if (document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')) return false;
      void navigate(codeAddress(code));
      return true;
    });
  }, [mayFind, navigate]);
  useKeepWorklists();

  const title = useTabTitle()(activeId);
  useEffect(() => {
    document.title = `${title} - ${t('app.title')}`;
  }, [title, t]);

  const act = (what: ShellAct): void => {
    if (what === 'help') setDialog('help');
    else if (what === 'search') search.current?.focus();
    else if (what === 'menuSearch') setDialog('search');
    else if (what === 'sidebar') toggle();
    else if (what === 'home') void navigate('/wel/index');
    else if (what === 'tray') void navigate('/desk/outbox');
    else if (what === 'lock') setDialog('lock');
    else if (what === 'sample') setDialog(mayLook ? 'sample' : null);
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

  const onUserAct = (what: UserAct): void => {
    if (what === 'logout') void leave();
    else if (what === 'language') setLanguage(language === 'zh' ? 'en' : 'zh');
    else if (what === 'fullscreen') toggleFullscreen();
    else setDialog(what);
  };
  const menu = useRef<HTMLDivElement>(null);
  const isDrawn = isDrawer && isOpen;
  useEffect(() => {
    if (!isDrawn) return;
    // The page behind is out of reach meanwhile; afterwards the focus is where the drawer was opened.
    (menu.current?.querySelector<HTMLElement>('[aria-current=page]') ?? menu.current?.querySelector('a'))?.focus();
    return () => document.querySelector<HTMLElement>('header [aria-controls]')?.focus();
  }, [isDrawn]);
  const side = isDrawer ? 'drawer' : isFolded ? 'folded' : 'open';
  return (
    <Frame>
      <Skip href="#page">{t('shell.skip')}</Skip>
      <BusyBar />
      {isDrawn ? <Shade type="button" aria-label={t('shell.collapse')} onClick={closeDrawer} /> : null}
      {!isDrawer || isOpen ? (
        <Side ref={menu} mode={side} data-no-print onKeyDown={(event) => (isDrawer && event.key === 'Escape' ? closeDrawer() : undefined)}>
          <Sidebar id={sidebarId} menus={topMenu.shown} isFolded={side === 'folded'} activePath={activeId} onChoose={closeDrawer} />
        </Side>
      ) : null}
      <Column inert={isDrawn}>
        <TopBar
          isMenuOpen={isDrawer ? isOpen : !isFolded}
          sidebarId={sidebarId}
          isWide={!isDrawer}
          search={search}
          topMenu={<TopMenuBar {...topMenu} />}
          notices={<NoticeBell />}
          hasPage={hasPage}
          onToggleMenu={toggle}
          onOpen={setDialog}
          onUserAct={onUserAct}
        />
        <Banners />
        <TabBar onSearch={() => setDialog('search')} />
        <Main id="page" tabIndex={-1} aria-label={title}>
          <TabPanels pages={pages} />
        </Main>
        <Spoken role="status">{title}</Spoken>
      </Column>
      {dialog === 'search' ? <MenuSearchDialog onClose={closeDialog} /> : null}
      {dialog === 'colour' ? <ColourDialog onClose={closeDialog} /> : null}
      {dialog === 'theme' ? <ThemeDialog onClose={closeDialog} /> : null}
      {dialog === 'errors' ? <ErrorLogDialog onClose={closeDialog} /> : null}
      {dialog === 'exports' ? <ExportsDrawer onClose={closeDialog} /> : null}
      {dialog === 'sample' ? <SampleDialog onClose={closeDialog} /> : null}
      {dialog === 'help' ? <HelpDialog onClose={closeDialog} /> : null}
      {isTouring ? <Tour onEnd={leaveTour} /> : null}
      {dialog === 'identity' ? <IdentityDialog onClose={closeDialog} /> : null}
      {dialog === 'lock' ? <LockDialog onClose={closeDialog} /> : null}
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

/** The menu by width (docs/contract.md#limits): beside the page and foldable from level 2, a drawer below; level 2 folds it unless the user says otherwise. */
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
