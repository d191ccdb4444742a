import { useQueryClient } from '@tanstack/react-query';
import { replaceCode } from '#domain/sample/replaceCode.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { refreshWorklist } from '#src/offline/master/worklists.ts';

const settings = { newCode: { takesScan: true } };

export interface ReplaceCodeDrawerProps {
  readonly sampleCode: string;
  readonly onClose: () => void;
  readonly onDone?: (newCode: string) => void;
}

/** Another label for a tube whose own is damaged: scan the new one, say why. */
export function ReplaceCodeDrawer({ sampleCode, onClose, onDone }: ReplaceCodeDrawerProps) {
  const { can } = useSession();
  const queries = useQueryClient();
  return (
    <ActDrawer
      command={replaceCode}
      rows={[{ sampleCode }]}
      settings={settings}
      onClose={onClose}
      onDone={(_done, { newCode }) => {
        void queries.invalidateQueries({ queryKey: ['call'] });
        // What waits on this desk is scanned by the new code at once; a failure leaves it for the next minute.
        for (const [name, right] of [
          ['handover', 'handover_save'],
          ['labReceive', 'lab_receive'],
        ] as const)
          if (can(right)) void refreshWorklist(name).catch(() => undefined);
        onDone?.(newCode);
      }}
    />
  );
}
