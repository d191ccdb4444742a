import { logout } from '#src/api/session.ts';
import { sentence } from '#src/console/text.ts';
import type { Label } from '#domain/kernel/label.ts';
import { confirm } from '#src/ui/confirm.tsx';

export interface Unsent {
  readonly waiting: number;
  readonly refused: number;
  readonly isOffline: boolean;
  /** `yyyy-MM-dd HH:mm`: until then they may come back in without network; null where they may not. */
  readonly grantUntil: string | null;
}

const joined = (labels: readonly Label[]): Label => [labels.map(([zh]) => zh).join('\n'), labels.map(([, en]) => en).join('\n')];

/** Asks before leaving, honestly: what waits on this desk is sealed and goes by itself, and whether there is a way back in without network. */
export async function askLogout({ waiting, refused, isOffline, grantUntil }: Unsent): Promise<void> {
  const text = joined([
    sentence('logout.ask'),
    ...(waiting > 0 ? [sentence('logout.waiting', { count: waiting })] : []),
    ...(refused > 0 ? [sentence('logout.refused', { count: refused })] : []),
    ...(isOffline ? [grantUntil === null ? sentence('logout.offline') : sentence('logout.offlineUntil', { until: grantUntil })] : []),
  ]);
  if (await confirm({ title: sentence('logout.title'), text, confirmLabel: sentence('shell.logout'), isDanger: isOffline && grantUntil === null }))
    await logout();
}
