import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { changeDecision, changeStatus } from '#domain/sample/change/changeChoices.ts';
import { auditChange, auditChangeRefusal } from '#domain/sample/change/orderChangeActs.ts';
import { changeAudits, type ChangeRow } from '#domain/sample/change/orderChangeRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ChangeDrawer } from './ChangeDrawer.tsx';

const isWaiting = ({ auditStatus }: ChangeRow): boolean => auditStatus === changeStatus.waiting;
const decisions = [
  { key: 'reject', isPassed: false, icon: X, label: ['驳回', 'Reject'] },
  { key: 'pass', isPassed: true, icon: Check, label: ['通过', 'Pass'] },
] as const;
interface Decided {
  readonly rows: readonly ChangeRow[];
  readonly isPassed: boolean;
}

/** 变更审核: another person looks at what a change does, and has it done or rejects it. */
export function Screen() {
  const { label } = useText();
  const { user } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const may = useCallback(
    (row: ChangeRow): true | Label => (user ? allowedBy(auditChange, auditChangeRefusal(row, user)) : ['请先登录', 'Sign in first']),
    [user],
  );
  const mayTick = useCallback((row: ChangeRow): boolean => may(row) === true, [may]);
  const acts = useMemo(
    () =>
      decisions.map(({ key, isPassed, icon, label: name }) => ({
        key,
        icon,
        label: name,
        isDanger: !isPassed,
        isShown: isWaiting,
        mayAct: may,
        onAct: (row: ChangeRow) => setDecided({ rows: [row], isPassed }),
      })),
    [may],
  );
  const open = useCallback(({ orderChangeId }: ChangeRow) => setOpened(orderChangeId), []);
  const buttons = (rows: readonly ChangeRow[], isCounted: boolean) =>
    decisions.map(({ key, isPassed, icon, label: name }) => (
      <Button
        key={key}
        size="sm"
        icon={icon}
        variant={isPassed ? 'primary' : 'danger'}
        disabled={rows.length === 0}
        onClick={() => setDecided({ rows, isPassed })}
      >
        {isCounted ? `${label(name)} ${rows.length}` : label(name)}
      </Button>
    ));
  return (
    <>
      <ListingScreen
        list={changeAudits}
        acts={acts}
        mayTick={mayTick}
        onOpen={open}
        emptyText={['没有待审核的变更', 'No change is to be audited']}
        tools={({ ticked }) => buttons(ticked, true)}
      />
      {opened ? (
        <ChangeDrawer
          key={opened}
          id={opened}
          onClose={() => setOpened(null)}
          footer={(change) => {
            const answer = may(change);
            if (!isWaiting(change)) return null;
            return answer === true ? buttons([change], false) : label(answer);
          }}
        />
      ) : null}
      {decided ? (
        <ActDrawer
          command={auditChange}
          title={decided.isPassed ? ['通过变更', 'Pass the change'] : ['驳回变更', 'Reject the change']}
          rows={decided.rows.map(({ orderChangeId: id }) => ({
            id,
            auditStatus: decided.isPassed ? changeDecision.passed : changeDecision.rejected,
          }))}
          asks={{ auditOpinion: { ...auditChange.asks.auditOpinion, required: !decided.isPassed } }}
          nameOf={({ id }) => decided.rows.find(({ orderChangeId }) => orderChangeId === id)?.requisitionCode ?? id}
          onClose={() => setDecided(null)}
          onDone={() => {
            setOpened(null);
            void queries.invalidateQueries({ queryKey: ['call'] });
          }}
        />
      ) : null}
    </>
  );
}
