import { chakra } from '@chakra-ui/react';
import { CircleHelp, Droplet, Languages, LockKeyhole, Maximize, Minimize, Palette, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { DeskAlarm } from '#src/console/DeskAlarm.tsx';
import { canLock } from '#src/console/lockState.ts';
import { OutboxPill } from '#src/console/OutboxPill.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { ErrorLogButton } from './ErrorLogButton.tsx';
import { MasterAge } from './MasterAge.tsx';
import { MenuSearch } from './MenuSearch.tsx';
import { useFullscreen } from './useFullscreen.ts';
import { placeOf } from './placeOf.ts';
import { UserMenu, type UserAct } from './UserMenu.tsx';

const Bar = chakra('header', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    h: 'topbar',
    flexShrink: 0,
    px: 2,
    bg: 'topbar.bg',
    backgroundImage: 'linear-gradient(120deg, {colors.topbar.bg}, {colors.topbar.bgEnd})',
    color: 'topbar.fg',
    borderBottom: '1px solid',
    borderColor: 'topbar.border',
    '& > button, & > span > button': { color: 'topbar.muted', _hover: { bg: 'topbar.hover', color: 'topbar.fg' } },
    // The accent's ring is made for panels, not for the colours of bars.
    '& :focus-visible': { outlineColor: 'currentColor' },
    '[data-picture] &': { bg: 'transparent', backgroundImage: 'none' },
  },
});
const Organisation = chakra('span', {
  base: {
    px: 1.5,
    minW: 0,
    flexShrink: 2,
    textStyle: 'body',
    fontWeight: 'medium',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

const Help = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: 'control',
    px: 1.5,
    borderRadius: 'md',
    textStyle: 'dense',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    cursor: 'pointer',
  },
});

export type BarDialog = 'help' | 'colour' | 'errors' | 'lock' | 'theme';
export interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly sidebarId: string;
  /** Wide enough for what is only convenient; the rest is then in the person's menu. */
  readonly isWide: boolean;
  readonly search: Ref<HTMLInputElement>;
  /** The menus above the sidebar. */
  readonly topMenu: ReactNode;
  /** The bell, with its count. */
  readonly notices: ReactNode;
  readonly hasPage: (path: string) => boolean;
  readonly onToggleMenu: () => void;
  readonly onOpen: (dialog: BarDialog) => void;
  readonly onUserAct: (act: UserAct) => void;
}

/** 48 px, in the contract's order: collapse, top menu, menu search; organisation and the truth about the network; colour, error log, lock, theme, notices, language, fullscreen, person. */
export function TopBar(props: TopBarProps) {
  const { isMenuOpen, sidebarId, isWide, search, topMenu, notices, hasPage, onToggleMenu, onOpen, onUserAct } = props;
  const { t, language, setLanguage } = useText();
  const { user } = useSession();
  const { isFull, toggle } = useFullscreen();
  return (
    <Bar data-no-print aria-label={t('shell.topBar')}>
      <IconButton
        label={t(isMenuOpen ? 'shell.collapse' : 'shell.expand')}
        keyHint="Alt+M"
        icon={isMenuOpen ? PanelLeftClose : PanelLeftOpen}
        aria-expanded={isMenuOpen}
        aria-controls={sidebarId}
        onClick={onToggleMenu}
      />
      {isWide ? topMenu : null}
      <MenuSearch ref={search} />
      {isWide ? <Organisation data-tip-cut="">{placeOf(user)}</Organisation> : null}
      <chakra.span flex="1" minW="4px" />
      <MasterAge isWide={isWide} />
      <DeskAlarm />
      <OutboxPill />
      {isWide ? <IconButton label={t('look.colour')} icon={Droplet} onClick={() => onOpen('colour')} /> : null}
      <ErrorLogButton onOpen={() => onOpen('errors')} />
      {isWide && canLock() ? <IconButton label={t('lock.act')} keyHint="Alt+L" icon={LockKeyhole} onClick={() => onOpen('lock')} /> : null}
      {isWide ? <IconButton label={t('look.theme')} icon={Palette} onClick={() => onOpen('theme')} /> : null}
      {isWide ? (
        <Help type="button" data-tour="help" data-tip="?" aria-keyshortcuts="?" onClick={() => onOpen('help')}>
          <CircleHelp size={16} aria-hidden />
          {t('shell.help')}
        </Help>
      ) : null}
      {notices}
      {isWide ? (
        <>
          <IconButton label={t('shell.switchLanguage')} icon={Languages} onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')} />
          <IconButton label={t(isFull ? 'shell.exitFullscreen' : 'shell.fullscreen')} icon={isFull ? Minimize : Maximize} onClick={toggle} />
        </>
      ) : null}
      <UserMenu isWide={isWide} hasPage={hasPage} onAct={onUserAct} />
    </Bar>
  );
}
