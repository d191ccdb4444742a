import { chakra, Menu, Portal } from '@chakra-ui/react';
import { ArrowLeftRight, ChevronDown, CircleUser, House, Keyboard, KeyRound, LockKeyhole, LogOut, type LucideIcon } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { canLock } from '#src/console/lockState.ts';
import type { TextKey } from '#src/console/messages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

const Trigger = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: 'control',
    px: 2,
    borderRadius: 'md',
    color: 'topbar.fg',
    textStyle: 'dense',
    cursor: 'pointer',
    maxW: '180px',
    flexShrink: 0,
    _hover: { bg: 'topbar.hover' },
    '& > svg': { flexShrink: 0 },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});

export type UserAct = 'home' | 'identity' | 'password' | 'lock' | 'keys' | 'logout';
const items: readonly { readonly act: UserAct; readonly icon: LucideIcon; readonly key: TextKey }[] = [
  { act: 'home', icon: House, key: 'shell.home' },
  { act: 'identity', icon: ArrowLeftRight, key: 'shell.switchIdentity' },
  { act: 'password', icon: KeyRound, key: 'shell.changePassword' },
  { act: 'lock', icon: LockKeyhole, key: 'lock.act' },
  { act: 'keys', icon: Keyboard, key: 'shell.keys' },
];

/** The person's name and what concerns him: home, department and role, lock, keys, logout. */
export function UserMenu({ onAct }: { readonly onAct: (act: Exclude<UserAct, 'home' | 'password'>) => void }) {
  const { t } = useText();
  const { user } = useSession();
  const navigate = useNavigate();
  const choose = (act: UserAct): void =>
    act === 'home' ? void navigate('/wel/index') : act === 'password' ? void navigate('/changepassword') : onAct(act);
  return (
    <Menu.Root positioning={{ placement: 'bottom-end', gutter: 4 }} onSelect={({ value }) => choose(value as UserAct)}>
      <Menu.Trigger asChild>
        <Trigger type="button" aria-label={`${t('shell.user')} ${user?.name ?? ''}`}>
          <CircleUser size={18} aria-hidden />
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
                {user?.organisation ? ` · ${user.organisation}` : ''}
              </Menu.ItemGroupLabel>
              {items
                .filter(({ act }) => act !== 'lock' || canLock())
                .map(({ act, icon: Icon, key }) => (
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
