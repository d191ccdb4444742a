import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, CalendarX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { billPeriods, closePeriod, reopenPeriod, reopenRefusal, type PeriodRow } from '#domain/bill/periods/periodActs.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { RowAct } from '#src/ui/table/column.ts';

const searched = ['contractLaboratoryId', 'month', 'isClosed'] as const;

/** 结账/重开: the months that were closed, each opened again by somebody else than who closed it. */
export function PeriodDrawer({ month, onClose }: { readonly month: string; readonly onClose: () => void }) {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [isClosing, setClosing] = useState(false);
  const [opened, setOpened] = useState<PeriodRow | null>(null);
  const userId = user?.id ?? '';
  const acts = useMemo(
    (): readonly RowAct<PeriodRow>[] =>
      can(reopenPeriod.permission)
        ? [
            {
              key: 'reopen',
              label: reopenPeriod.title,
              icon: CalendarX,
              isDanger: true,
              isShown: ({ isClosed }) => isClosed === 1,
              mayAct: (row) => allowedBy(reopenPeriod, reopenRefusal(row, userId)),
              onAct: setOpened,
            },
          ]
        : [],
    [can, userId],
  );
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
  return (
    <SideDrawer size="lg" title={label(['结账月份', 'Closed months'])} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap={2} minH="full">
        <ListPanel
          list={billPeriods}
          screen="bill-periods"
          search={searched}
          acts={acts}
          emptyText={['还没有结账的月份', 'No month was closed yet']}
          head={() =>
            can(closePeriod.permission) ? (
              <div>
                <Button size="sm" variant="primary" icon={CalendarCheck} onClick={() => setClosing(true)}>
                  {label(closePeriod.title)}
                </Button>
              </div>
            ) : null
          }
        />
      </chakra.div>
      {isClosing ? (
        <ActDrawer command={closePeriod} rows={[{}]} nameOf={() => ''} values={{ month }} onClose={() => setClosing(false)} onDone={renew} />
      ) : null}
      {opened ? (
        <ActDrawer
          command={reopenPeriod}
          rows={[{ contractLaboratoryId: opened.contractLaboratoryId, month: opened.month }]}
          nameOf={() => `${opened.contractLaboratoryName ?? ''} ${opened.month}`}
          onClose={() => setOpened(null)}
          onDone={renew}
        />
      ) : null}
    </SideDrawer>
  );
}
