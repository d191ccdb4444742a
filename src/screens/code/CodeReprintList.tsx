import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ApplyKind } from '#domain/code/codeApply.ts';
import { labCodeReprint, sampleCodeReprint } from '#domain/code/codeApplyRows.ts';
import { screenAt } from '#domain/kernel/resource.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { mayPrint } from './mayPrint.ts';
import { PrintDrawer } from '#src/resource/print/PrintDrawer.tsx';

const resources = { sample: sampleCodeReprint, lab: labCodeReprint } as const;

/** Labels that were printed again or replaced; what still waits is printed from here. */
export function CodeReprintList({ kind }: { readonly kind: ApplyKind }) {
  const { can } = useSession();
  const queries = useQueryClient();
  const [printed, setPrinted] = useState<string | null>(null);
  const resource = resources[kind];
  const screen = screenAt(resource, `/code/${kind}-code-reprint`);
  const reload = useCallback(() => void queries.invalidateQueries({ queryKey: resourceKey(resource) }), [queries, resource]);
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      can('code_print')
        ? [{ key: 'print', label: ['打印', 'Print'], icon: Printer, mayAct: mayPrint, onAct: (row) => setPrinted(String(row.printId)) }]
        : [],
    [can],
  );
  return (
    <>
      <ListScreen resource={resource} screen={screen} acts={acts} />
      {printed ? <PrintDrawer kind={kind} printId={printed} onClose={() => setPrinted(null)} onChanged={reload} /> : null}
    </>
  );
}
