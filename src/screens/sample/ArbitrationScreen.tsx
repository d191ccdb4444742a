import { useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { arbitrateDetail, ownPassRefusal } from '#domain/sample/detailArbitrate.ts';
import { arbitrationList } from '#domain/sample/entryContracts.ts';
import type { ArbitrationRow } from '#domain/sample/rows.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { ArbitrationDrawer } from './ArbitrationDrawer.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { mayDo, rowActs, type RowActKind } from './rowActs.ts';

const mayDecide = ({ isMine }: ArbitrationRow): true | Label => allowedBy(arbitrateDetail, ownPassRefusal(isMine === 1));

/** Entries whose passes still differ: a third person decides field by field (docs/forms.md#double-entry). */
export function Screen() {
  const { can } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [acting, setActing] = useState<{ readonly code: string; readonly start: RowActKind } | null>(null);
  const open = useCallback((row: ArbitrationRow): void => {
    const may = mayDecide(row);
    if (may === true) setChosen(row.requisitionCode);
    else notify.warn(may);
  }, []);
  const acts = useMemo(
    (): readonly RowAct<ArbitrationRow>[] => [
      ...(can('detail_arbitrate') ? [{ key: 'decide', label: ['仲裁', 'Decide'] as const, icon: Gavel, onAct: open, mayAct: mayDecide }] : []),
      ...(['correct', 'amend', 'withdraw'] as const)
        .filter((kind) => can(rowActs[kind].command.permission))
        .map((kind) => ({
          key: kind,
          label: rowActs[kind].label,
          isDanger: kind === 'withdraw',
          mayAct: (row: ArbitrationRow) => mayDo(kind, row),
          onAct: ({ requisitionCode }: ArbitrationRow) => setActing({ code: requisitionCode, start: kind }),
        })),
    ],
    [can, open],
  );
  return (
    <>
      <ListingScreen list={arbitrationList} onOpen={open} acts={acts} emptyText={['没有待仲裁的录入', 'Nothing to arbitrate']} />
      {acting ? <RequisitionDrawer requisitionCode={acting.code} start={acting.start} onClose={() => setActing(null)} /> : null}
      {chosen ? (
        <ArbitrationDrawer
          key={chosen}
          requisitionCode={chosen}
          onClose={() => setChosen(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: resourceKey(arbitrationList) })}
        />
      ) : null}
    </>
  );
}
