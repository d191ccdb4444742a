import { currentSession } from '#src/api/session.ts';
import { sessionState } from './sessionState.ts';

/** What an address may ask for (docs/wire.md#menu-rows). */
export interface FramePerson {
  readonly token: string;
  readonly userId: string;
  readonly userName: string;
  readonly roleName: string;
  readonly account: string;
  readonly tenantId: string;
  readonly deptId: string;
}

/** The address a menu leads to: its places filled, `$` as `#` (docs/wire.md#routes). null where it is no http(s) or own html address. `base`: this page's address. */
export function fillAddress(path: string, person: FramePerson, base: string): URL | null {
  const filled = path
    .replace(/\$\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(person, name) ? encodeURIComponent(person[name as keyof FramePerson]) : place))
    .replace(/\$(?!\{)/g, '#');
  try {
    const address = new URL(filled, base);
    return address.protocol === 'http:' || address.protocol === 'https:' ? address : null;
  } catch {
    return null;
  }
}

/** The address for who is signed in now, with their present token. */
export async function frameAddress(path: string): Promise<URL | null> {
  const session = await currentSession();
  const { profile } = sessionState();
  return fillAddress(
    path,
    {
      token: session?.accessToken ?? '',
      userId: session?.userId ?? '',
      userName: profile?.name ?? session?.realName ?? '',
      roleName: session?.roleNames.join() ?? '',
      account: session?.account ?? '',
      tenantId: session?.tenantId ?? '',
      deptId: session?.deptId ?? '',
    },
    location.href,
  );
}

/** Opens a menu's address in a window of its own, which knows nothing of this one. */
export async function openOutside(path: string): Promise<void> {
  const address = await frameAddress(path);
  if (address) window.open(address, '_blank', 'noopener,noreferrer');
}

/** What a framed page may do. A page of our own gets no origin: with scripts and an origin it could leave its frame. */
export function sandboxOf(address: URL, ownOrigin: string): string {
  const rights = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';
  return address.origin === ownOrigin ? rights : `${rights} allow-same-origin`;
}
