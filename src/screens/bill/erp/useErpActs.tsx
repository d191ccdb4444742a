import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Scale } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { reconcileErp, reconcileRefusal, retryErp, retryRefusal } from '#domain/bill/erp/erpActs.ts';
import type { OrderSyncRow } from '#domain/bill/erp/erpRows.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';

/** What rows of orders and of bills have in common for the acts. */
export type PushedRow = Pick<OrderSyncRow, 'pushId' | 'erpAct' | 'erpState' | 'sync'>;
interface Told {
  readonly pushId: string;
  readonly docNo: string;
}
const acts = [
  { key: 'retry', command: retryErp, icon: RefreshCw, label: ['重试', 'Tell again'], refusal: retryRefusal },
  { key: 'reconcile', command: reconcileErp, icon: Scale, label: ['核对', 'Compare'], refusal: reconcileRefusal },
] as const;
type Act = (typeof acts)[number];

/** 重试 and 核对 on rows, on ticked ones, and the drawer they open. `noOf` is the number a person knows a row by. */
export function useErpActs<Row extends PushedRow>(noOf: (row: Row) => string) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly act: Act; readonly rows: readonly Told[] } | null>(null);
  const mine = useMemo(() => acts.filter(({ command }) => can(command.permission)), [can]);
  const refusalOf = (act: Act, row: Row): Refusal | null =>
    row.erpAct !== null && row.erpState !== null
      ? act.refusal({ docNo: noOf(row), erpAct: row.erpAct, erpState: row.erpState, sync: row.sync })
      : null;
  const toldOf = (row: Row): Told[] => (row.pushId === null ? [] : [{ pushId: row.pushId, docNo: noOf(row) }]);
  const rowActs = mine.map((act): RowAct<Row> => ({
    key: act.key,
    icon: act.icon,
    label: act.label,
    isShown: ({ pushId }) => pushId !== null,
    mayAct: (row) => allowedBy(act.command, refusalOf(act, row)),
    onAct: (row) => setAsked({ act, rows: toldOf(row) }),
  }));
  const mayTick = ({ pushId }: Row): boolean => pushId !== null;
  const tools = ({ ticked }: { readonly ticked: readonly Row[] }): ReactNode =>
    mine.map((act) => {
      const may = ticked.filter((row) => refusalOf(act, row) === null);
      return (
        <Button
          key={act.key}
          size="sm"
          icon={act.icon}
          {...(act.command === retryErp ? { variant: 'primary' as const } : {})}
          disabled={may.length === 0}
          onClick={() => setAsked({ act, rows: may.flatMap(toldOf) })}
        >
          {label([`${act.label[0]} {count}`, `${act.label[1]} {count}`], { count: may.length })}
        </Button>
      );
    });
  const renew = (): void => {
    for (const service of ['bill', 'search']) void queries.invalidateQueries({ queryKey: ['call', service] });
  };
  const drawer = asked ? (
    <ActDrawer
      key={asked.act.key}
      command={asked.act.command as typeof retryErp}
      rows={asked.rows.map(({ pushId }) => ({ pushId }))}
      nameOf={({ pushId }) => asked.rows.find((one) => one.pushId === pushId)?.docNo ?? pushId}
      onClose={() => setAsked(null)}
      onDone={renew}
    />
  ) : null;
  return { acts: rowActs, mayTick: mine.length > 0 ? mayTick : null, tools, drawer };
}
