import { logout } from '#src/api/session.ts';
import { sentence } from '#src/console/text.ts';
import type { Label } from '#domain/kernel/label.ts';
import { confirm } from '#src/ui/confirm.tsx';

export interface Unsent {
  readonly waiting: number;
  readonly refused: number;
  readonly isOffline: boolean;
}

const joined = (labels: readonly Label[]): Label => [labels.map(([zh]) => zh).join('\n'), labels.map(([, en]) => en).join('\n')];

/** Asks before leaving, honestly: what waits on this desk stays here for its author, and without network there is no way back in. */
export async function askLogout({ waiting, refused, isOffline }: Unsent): Promise<void> {
  const text = joined([
    sentence('logout.ask'),
    ...(waiting > 0 ? [sentence('logout.waiting', { count: waiting })] : []),
    ...(refused > 0 ? [sentence('logout.refused', { count: refused })] : []),
    ...(isOffline ? [sentence('logout.offline')] : []),
  ]);
  if (await confirm({ title: sentence('logout.title'), text, confirmLabel: sentence('shell.logout'), isDanger: isOffline || waiting > 0 }))
    await logout();
}
