import { chakra } from '@chakra-ui/react';
import { Bug } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { loggedErrors, onLoggedErrors } from '#src/console/errorLog.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Badge } from '#src/ui/Tag.tsx';

const Holder = chakra('span', { base: { position: 'relative', display: 'inline-flex', flexShrink: 0 } });
const Count = chakra(Badge, {
  base: { position: 'absolute', top: '-2px', right: '-4px', minW: '16px', h: '16px', px: '3px', lineHeight: '16px', pointerEvents: 'none' },
});
/** docs/contract.md#limits. */
const mostShown = 99;

/** The error log with its count; opens nothing while there is nothing (docs/wire.md#error-log). */
export function ErrorLogButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useText();
  const count = useSyncExternalStore(onLoggedErrors, loggedErrors).length;
  const label = count === 0 ? t('errorLog.none') : t('errorLog.count', { count });
  return (
    <Holder>
      <IconButton label={label} icon={Bug} aria-disabled={count === 0 || undefined} onClick={() => (count > 0 ? onOpen() : undefined)} />
      {count > 0 ? (
        <Count tone="danger" aria-hidden data-testid="error-count">
          {count > mostShown ? `${mostShown}+` : count}
        </Count>
      ) : null}
    </Holder>
  );
}
