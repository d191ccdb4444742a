import { PencilRuler } from 'lucide-react';
import { useMemo, useState } from 'react';
import { codeStyle } from '#domain/code/codeStyle.ts';
import { screenAt } from '#domain/kernel/resource.ts';
import { useSession } from '#src/console/useSession.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { DesignDrawer } from './DesignDrawer.tsx';

/** 条码样式: how codes look to a scanner, and what their label looks like. */
export function Screen() {
  const { can } = useSession();
  const [designed, setDesigned] = useState<WireRow | null>(null);
  const screen = screenAt(codeStyle, '/code/code-style');
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] =>
      can('codeStyle_save') ? [{ key: 'design', label: ['标签', 'Label'], icon: PencilRuler, onAct: setDesigned }] : [],
    [can],
  );
  return (
    <>
      <ListScreen resource={codeStyle} screen={screen} acts={acts} />
      {designed ? <DesignDrawer row={designed} onClose={() => setDesigned(null)} /> : null}
    </>
  );
}
