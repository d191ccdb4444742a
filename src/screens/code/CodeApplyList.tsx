import { useQueryClient } from '@tanstack/react-query';
import { Plus, Printer, RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ApplyKind } from '#domain/code/codeApply.ts';
import { labCodeApply, sampleCodeApply } from '#domain/code/codeApplyRows.ts';
import { resourceByRoute } from '#domain/resources.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { ApplyDetailDrawer } from './ApplyDetailDrawer.tsx';
import { ApplyDrawer } from './ApplyDrawer.tsx';
import { CodeAgainDrawer } from './CodeAgainDrawer.tsx';
import { PrintDrawer } from './PrintDrawer.tsx';

const resources = { sample: sampleCodeApply, lab: labCodeApply } as const;

/** Applications of one kind: apply, print, what became of the numbers, and labels again. */
export function CodeApplyList({ kind }: { readonly kind: ApplyKind }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [printed, setPrinted] = useState<string | null>(null);
  const [again, setAgain] = useState<WireRow | null>(null);
  const resource = resources[kind];
  const screen = resourceByRoute(`/code/${kind}-code-apply`)?.screen;
  const reload = useCallback(() => void queries.invalidateQueries({ queryKey: resourceKey(resource) }), [queries, resource]);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      ...(can('code_print')
        ? [{ key: 'print', label: ['打印', 'Print'] as const, icon: Printer, onAct: (row: WireRow) => setPrinted(String(row.printId)) }]
        : []),
      ...(can(`${resource.name}_reprint`) ? [{ key: 'again', label: ['重打', 'Again'] as const, icon: RotateCcw, onAct: setAgain }] : []),
    ],
    [can, resource],
  );
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    ({ row }, close) => (row ? <ApplyDetailDrawer kind={kind} applyId={String(row.applyId)} onClose={close} /> : null),
    [kind],
  );
  if (!screen) return null;
  return (
    <>
      <ListScreen
        resource={resource}
        screen={screen}
        acts={acts}
        drawer={drawer}
        tools={() =>
          can(`${resource.name}_apply`) ? (
            <Button size="sm" variant="primary" icon={Plus} onClick={() => setApplying(true)}>
              {label(['申请号码', 'Apply for codes'])}
            </Button>
          ) : null
        }
      />
      {isApplying ? (
        <ApplyDrawer
          kind={kind}
          onClose={() => setApplying(false)}
          onApplied={({ printId }) => {
            setApplying(false);
            reload();
            if (can('code_print')) setPrinted(printId);
          }}
        />
      ) : null}
      {again ? (
        <CodeAgainDrawer
          kind={kind}
          row={again}
          onClose={() => setAgain(null)}
          onDone={(printId) => {
            setAgain(null);
            reload();
            if (printId !== null && can('code_print')) setPrinted(printId);
          }}
        />
      ) : null}
      {printed ? <PrintDrawer kind={kind} printId={printed} onClose={() => setPrinted(null)} onChanged={reload} /> : null}
    </>
  );
}
