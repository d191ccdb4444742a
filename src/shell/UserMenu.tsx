import { chakra, Menu, Portal } from '@chakra-ui/react';
import {
  ArrowLeftRight,
  ChevronDown,
  CircleUser,
  Droplet,
  FileDown,
  House,
  CircleHelp,
  KeyRound,
  Languages,
  LayoutDashboard,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Maximize,
  Palette,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { canLock } from '#src/console/lockState.ts';
import type { TextKey } from '#src/console/messages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { wantedAt } from '#src/console/wantedPlace.ts';
import { placeOf } from './placeOf.ts';

const Trigger = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'control',
    px: 2,
    borderRadius: 'md',
    '&&': { color: 'topbar.fg' },
    textStyle: 'dense',
    cursor: 'pointer',
    maxW: '180px',
    flexShrink: 0,
    _hover: { bg: 'topbar.hover' },
    '& > svg': { flexShrink: 0 },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});
const Picture = chakra('img', { base: { boxSize: '24px', borderRadius: 'full', objectFit: 'cover', flexShrink: 0 } });

/** What the shell does; the others open a page. */
export type UserAct = 'identity' | 'lock' | 'help' | 'logout' | 'colour' | 'theme' | 'language' | 'fullscreen' | 'exports';
interface Item {
  readonly act: UserAct | `/${string}`;
  readonly icon: LucideIcon;
  readonly key: TextKey;
}
const pages: readonly Item[] = [
  { act: '/wel/index', icon: House, key: 'shell.home' },
  { act: '/dashboard', icon: LayoutDashboard, key: 'shell.dashboard' },
  { act: '/info/index', icon: CircleUser, key: 'shell.ownInfo' },
];
const acts: readonly Item[] = [
  { act: 'identity', icon: ArrowLeftRight, key: 'shell.switchIdentity' },
  { act: '/changepassword', icon: KeyRound, key: 'shell.changePassword' },
  { act: 'exports', icon: FileDown, key: 'shell.exports' },
  { act: 'lock', icon: LockKeyhole, key: 'lock.act' },
  { act: 'help', icon: CircleHelp, key: 'shell.help' },
];
/** On a narrow screen these have no place in the bar. */
const crowded: readonly Item[] = [
  { act: 'colour', icon: Droplet, key: 'look.colour' },
  { act: 'theme', icon: Palette, key: 'look.theme' },
  { act: 'language', icon: Languages, key: 'shell.switchLanguage' },
  { act: 'fullscreen', icon: Maximize, key: 'shell.fullscreen' },
];

export interface UserMenuProps {
  readonly isWide: boolean;
  readonly hasPage: (path: string) => boolean;
  readonly onAct: (act: UserAct) => void;
}

/** The person's name and what concerns them: dashboard, own details, department and role, lock, keys, logout. */
export function UserMenu({ isWide, hasPage, onAct }: UserMenuProps) {
  const { t } = useText();
  const { user } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const [brokenPicture, setBroken] = useState('');
  const avatar = user?.avatar && user.avatar !== brokenPicture ? user.avatar : '';
  const choose = (act: string): void => (act.startsWith('/') ? void navigate(act, { state: { from: wantedAt(location) } }) : onAct(act as UserAct));
  const shown = [...pages.filter(({ act }) => hasPage(act)), ...acts.filter(({ act }) => act !== 'lock' || canLock()), ...(isWide ? [] : crowded)];
  return (
    <Menu.Root positioning={{ placement: 'bottom-end', gutter: 4 }} onSelect={({ value }) => choose(value)}>
      <Menu.Trigger asChild>
        <Trigger type="button" aria-label={`${t('shell.user')} ${user?.name ?? ''}`}>
          {avatar ? <Picture src={avatar} alt="" onError={() => setBroken(avatar)} /> : <CircleUser size={18} aria-hidden />}
          <span>{user?.name}</span>
          <ChevronDown size={14} aria-hidden />
        </Trigger>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="184px">
            <Menu.ItemGroup>
              <Menu.ItemGroupLabel>
                {user?.account}
                {placeOf(user) ? ` · ${placeOf(user)}` : ''}
              </Menu.ItemGroupLabel>
              {shown.map(({ act, icon: Icon, key }) => (
                <Menu.Item key={act} value={act}>
                  <Icon size={14} aria-hidden />
                  {t(key)}
                </Menu.Item>
              ))}
            </Menu.ItemGroup>
            <Menu.Separator />
            <Menu.Item value="logout">
              <LogOut size={14} aria-hidden />
              {t('shell.logout')}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
