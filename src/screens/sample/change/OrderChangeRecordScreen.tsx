import { useQueryClient } from '@tanstack/react-query';
import { FilePen, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { changeStatus } from '#domain/sample/change/changeChoices.ts';
import { applyChange, cancelChange, cancelChangeRefusal, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import { changeApplications, type ChangeRow } from '#domain/sample/change/orderChangeRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ApplyChangeDrawer } from './ApplyChangeDrawer.tsx';
import { ChangeDrawer } from './ChangeDrawer.tsx';

const isWaiting = ({ auditStatus }: ChangeRow): boolean => auditStatus === changeStatus.waiting;

/** 变更申请: what was asked for, and asking for more. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<readonly ChangeRow[] | null>(null);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call'] });
  const open = useCallback(({ orderChangeId }: ChangeRow) => setOpened(orderChangeId), []);
  const mayCancel = can(cancelChange.permission);
  const acts = useMemo(
    () =>
      user && mayCancel
        ? [
            {
              key: 'cancel',
              icon: X,
              label: ['取消', 'Cancel'] as const,
              isDanger: true,
              isShown: isWaiting,
              mayAct: (row: ChangeRow) => allowedBy(cancelChange, cancelChangeRefusal(row, user)),
              onAct: (row: ChangeRow) => setCancelled([row]),
            },
          ]
        : [],
    [user, mayCancel],
  );
  const mayApply = can(applyChange.permission) || can(forceChange.permission);
  return (
    <>
      <ListingScreen
        list={changeApplications}
        acts={acts}
        onOpen={open}
        emptyText={['没有变更申请', 'Nobody applied for a change']}
        tools={() =>
          mayApply ? (
            <Button size="sm" variant="primary" icon={FilePen} onClick={() => setApplying(true)}>
              {label(applyChange.title)}
            </Button>
          ) : null
        }
      />
      {isApplying ? <ApplyChangeDrawer onClose={() => setApplying(false)} onDone={renew} /> : null}
      {opened ? <ChangeDrawer key={opened} id={opened} onClose={() => setOpened(null)} /> : null}
      {cancelled ? (
        <ActDrawer
          command={cancelChange}
          rows={cancelled.map(({ orderChangeId: id }) => ({ id }))}
          nameOf={({ id }) => cancelled.find(({ orderChangeId }) => orderChangeId === id)?.requisitionCode ?? id}
          onClose={() => setCancelled(null)}
          onDone={renew}
        />
      ) : null}
    </>
  );
}
