import { chakra } from '@chakra-ui/react';
import { Database } from 'lucide-react';
import { ageOf } from '#src/console/age.ts';
import { useNow } from '#src/console/useNow.ts';
import { useMasterAge } from '#src/console/useMasterAge.ts';
import { useText } from '#src/console/useText.ts';

const Hint = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: 'control',
    px: 1.5,
    borderRadius: 'md',
    color: 'topbar.muted',
    textStyle: 'note',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    // On whatever colour the bar has: its own ground.
    '&[data-old]': { bg: 'warning.subtle', color: 'warning.text' },
  },
});
/** A desk that has not heard of changes for a day enters with yesterday's names. */
const oldMs = 24 * 3_600_000;

/** How old this desk's copy of the master data is; always in sight, coloured only when it matters. */
export function MasterAge({ isWide }: { readonly isWide: boolean }) {
  const { t } = useText();
  const age = useMasterAge();
  const now = useNow();
  if (!age) return null;
  const isOld = age.syncedAt === null || now - age.syncedAt > oldMs;
  const ago = age.syncedAt === null ? null : ageOf(age.syncedAt, now);
  const short = ago ? t(ago.key, { count: ago.count }) : '';
  const full = ago ? t(isOld ? 'shell.masterOld' : 'shell.masterAge', { age: short }) : t('shell.masterNone');
  return (
    <Hint data-old={isOld ? '' : undefined} data-tip={full} tabIndex={0} role="note" aria-label={full}>
      <Database size={14} aria-hidden />
      {isWide || isOld ? short : null}
    </Hint>
  );
}
