import { chakra } from '@chakra-ui/react';
import { Languages, Maximize, Minimize, Moon, PanelLeftClose, PanelLeftOpen, Sun } from 'lucide-react';
import { type Ref, useSyncExternalStore } from 'react';
import { DeskAlarm } from '#src/console/DeskAlarm.tsx';
import { OutboxPill } from '#src/console/OutboxPill.tsx';
import { chooseLook, currentLook, onLookChange } from '#src/console/preferences.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { themeOf, themes } from '#src/ui/theme/themes.ts';
import { MasterAge } from './MasterAge.tsx';
import { MenuSearch } from './MenuSearch.tsx';
import { useFullscreen } from './useFullscreen.ts';
import { UserMenu, type UserAct } from './UserMenu.tsx';

const Bar = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    h: 'topbar',
    flexShrink: 0,
    px: 2,
    bg: 'topbar.bg',
    color: 'topbar.fg',
    borderBottom: '1px solid',
    borderColor: 'topbar.border',
    '& > button': { color: 'topbar.muted', _hover: { bg: 'topbar.hover', color: 'topbar.fg' } },
  },
});
const Organisation = chakra('span', {
  base: {
    px: 1.5,
    minW: 0,
    flexShrink: 1,
    textStyle: 'body',
    fontWeight: 'medium',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

export interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly sidebarId: string;
  /** Wide enough for what is only convenient. */
  readonly isWide: boolean;
  readonly search: Ref<HTMLInputElement>;
  readonly onToggleMenu: () => void;
  readonly onUserAct: (act: Exclude<UserAct, 'home' | 'password'>) => void;
}

/** 48 px: menu, organisation, menu search; the truth about the network; language, look, fullscreen, person. */
export function TopBar({ isMenuOpen, sidebarId, isWide, search, onToggleMenu, onUserAct }: TopBarProps) {
  const { t, language, setLanguage } = useText();
  const { user } = useSession();
  const { isFull, toggle } = useFullscreen();
  const look = useSyncExternalStore(onLookChange, currentLook);
  const { isDark } = themeOf(look.theme);
  const turnLook = (): void => chooseLook({ ...look, theme: (themes.find((theme) => theme.isDark !== isDark) ?? themes[0]).value });
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
      {isWide ? <Organisation data-tip-cut="">{user?.organisation}</Organisation> : null}
      <MenuSearch ref={search} />
      <chakra.span flex="1" minW="4px" />
      <MasterAge isWide={isWide} />
      <DeskAlarm />
      <OutboxPill />
      <IconButton label={t('shell.switchLanguage')} icon={Languages} onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')} />
      <IconButton label={t(isDark ? 'shell.lightTheme' : 'shell.darkTheme')} icon={isDark ? Sun : Moon} onClick={turnLook} />
      {isWide ? (
        <IconButton label={t(isFull ? 'shell.exitFullscreen' : 'shell.fullscreen')} icon={isFull ? Minimize : Maximize} onClick={toggle} />
      ) : null}
      <UserMenu onAct={onUserAct} />
    </Bar>
  );
}
