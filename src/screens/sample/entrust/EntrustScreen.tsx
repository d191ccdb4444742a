import { useQueryClient } from '@tanstack/react-query';
import { PackagePlus, Printer, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { cancelEntrust, cancelEntrustRefusal, sendEntrust } from '#domain/sample/entrust/entrustActs.ts';
import { entrustsOut, type EntrustRow } from '#domain/sample/entrust/entrustRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EntrustSheet } from './EntrustSheet.tsx';
import { SendDrawer } from './SendDrawer.tsx';

const mayTick = (): boolean => true;

/** 样本委托: what went out, and sending more. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [cancelled, setCancelled] = useState<readonly EntrustRow[] | null>(null);
  const [printed, setPrinted] = useState<readonly EntrustRow[] | null>(null);
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: ['call'] }), [queries]);
  const mayCancel = can(cancelEntrust.permission);
  const acts = useMemo(
    () =>
      mayCancel
        ? [
            {
              key: 'cancel',
              icon: X,
              label: ['取消委托', 'Cancel'] as const,
              isDanger: true,
              mayAct: (row: EntrustRow) => allowedBy(cancelEntrust, cancelEntrustRefusal(row)),
              onAct: (row: EntrustRow) => setCancelled([row]),
            },
          ]
        : [],
    [mayCancel],
  );
  return (
    <>
      <ListingScreen
        list={entrustsOut}
        acts={acts}
        mayTick={mayTick}
        emptyText={['没有委托的样本', 'Nothing was entrusted']}
        tools={({ ticked }) => {
          const able = ticked.filter((row) => cancelEntrustRefusal(row) === null);
          return (
            <>
              {can(sendEntrust.permission) ? (
                <Button size="sm" variant="primary" icon={PackagePlus} onClick={() => setSending(true)}>
                  {label(sendEntrust.title)}
                </Button>
              ) : null}
              {mayCancel ? (
                <Button size="sm" variant="danger" icon={X} disabled={able.length === 0} onClick={() => setCancelled(able)}>
                  {label(['取消委托 {count}', 'Cancel {count}'], { count: able.length })}
                </Button>
              ) : null}
              <Button size="sm" icon={Printer} disabled={ticked.length === 0} onClick={() => setPrinted(ticked)}>
                {label(['打印清单 {count}', 'Print a list of {count}'], { count: ticked.length })}
              </Button>
            </>
          );
        }}
      />
      {isSending ? <SendDrawer onClose={() => setSending(false)} onDone={renew} /> : null}
      {printed ? <EntrustSheet rows={printed} onClose={() => setPrinted(null)} /> : null}
      {cancelled ? (
        <ActDrawer
          command={cancelEntrust}
          rows={cancelled.map(({ entrustId: id }) => ({ id }))}
          nameOf={({ id }) => cancelled.find(({ entrustId }) => entrustId === id)?.sampleCode ?? id}
          onClose={() => setCancelled(null)}
          onDone={renew}
        />
      ) : null}
    </>
  );
}
