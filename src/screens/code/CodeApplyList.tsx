import { useQueryClient } from '@tanstack/react-query';
import { Ban, Plus, Printer, RefreshCw, RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { reprintLabCodes, reprintSampleCodes, voidLabCodes, voidSampleCodes, type ApplyKind } from '#domain/code/codeApply.ts';
import { labCodeApply, sampleCodeApply } from '#domain/code/codeApplyRows.ts';
import { screenAt } from '#domain/kernel/resource.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { ApplyDetailDrawer } from './ApplyDetailDrawer.tsx';
import { ApplyDrawer } from './ApplyDrawer.tsx';
import { mayPrint } from './mayPrint.ts';
import { PrintDrawer } from '#src/resource/print/PrintDrawer.tsx';

const resources = { sample: sampleCodeApply, lab: labCodeApply } as const;
const reprints = { sample: reprintSampleCodes, lab: reprintLabCodes } as const;
const voids = { sample: voidSampleCodes, lab: voidLabCodes } as const;
/** What is done again to codes of an application. */
interface Again {
  readonly row: WireRow;
  readonly what: 'reprint' | 'replace' | 'void';
}
/** Of an application of one code it is that one. */
const codesOf = ({ firstCode, lastCode }: WireRow) => ({ codes: firstCode === lastCode ? firstCode : '' });

/** Applications of one kind: apply, print, what became of the numbers, and labels again. */
export function CodeApplyList({ kind }: { readonly kind: ApplyKind }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [printed, setPrinted] = useState<string | null>(null);
  const [again, setAgain] = useState<Again | null>(null);
  const resource = resources[kind];
  const screen = screenAt(resource, `/code/${kind}-code-apply`);
  const reload = useCallback(() => void queries.invalidateQueries({ queryKey: resourceKey(resource) }), [queries, resource]);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      ...(can('code_print')
        ? [
            {
              key: 'print',
              label: ['打印', 'Print'] as const,
              icon: Printer,
              mayAct: mayPrint,
              onAct: (row: WireRow) => setPrinted(String(row.printId)),
            },
          ]
        : []),
      ...(can(reprints[kind].permission)
        ? [
            { key: 'reprint', label: ['重打', 'Again'] as const, icon: RotateCcw, onAct: (row: WireRow) => setAgain({ row, what: 'reprint' }) },
            {
              key: 'replace',
              label: ['更换新号', 'New codes'] as const,
              icon: RefreshCw,
              onAct: (row: WireRow) => setAgain({ row, what: 'replace' }),
            },
            { key: 'void', label: ['作废', 'Void'] as const, icon: Ban, isDanger: true, onAct: (row: WireRow) => setAgain({ row, what: 'void' }) },
          ]
        : []),
    ],
    [can, kind],
  );
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    ({ row }, close) => (row ? <ApplyDetailDrawer kind={kind} applyId={String(row.applyId)} onClose={close} /> : null),
    [kind],
  );
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
          onApplied={(printId) => {
            reload();
            if (can('code_print')) setPrinted(printId);
          }}
        />
      ) : null}
      {again ? (
        again.what === 'void' ? (
          <ActDrawer
            command={voids[kind]}
            rows={[{ applyId: String(again.row.applyId) }]}
            nameOf={() => String(again.row.firstCode)}
            values={codesOf(again.row)}
            onClose={() => setAgain(null)}
            onDone={reload}
          />
        ) : (
          <ActDrawer
            command={reprints[kind]}
            rows={[{ applyId: String(again.row.applyId), replace: again.what === 'replace' }]}
            nameOf={() => String(again.row.firstCode)}
            values={codesOf(again.row)}
            onClose={() => setAgain(null)}
            onDone={([done]) => {
              reload();
              if (done?.answer && can('code_print')) setPrinted(done.answer.printId);
            }}
          />
        )
      ) : null}
      {printed ? <PrintDrawer kind={kind} printId={printed} onClose={() => setPrinted(null)} onChanged={reload} /> : null}
    </>
  );
}
