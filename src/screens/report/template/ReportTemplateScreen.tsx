import { PencilRuler } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { reportTemplate } from '#domain/report/reportTemplate.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { TemplateDrawer } from './TemplateDrawer.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';

/** Under which a template that is drawn stands in the address. */
const drawn = 'template';

/** 报告模板管理: how reports look, drawn, checked, released by a second person. */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const templateId = params.get(drawn);
  const open = useCallback(
    (id: string | null) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete(drawn);
        else next.set(drawn, id);
        return next;
      }),
    [setParams],
  );
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [{ key: 'draw', label: ['版面', 'Layout'], icon: PencilRuler, onAct: (row) => open(String(row.templateId)) }],
    [open],
  );
  const onOpen = useCallback((row: WireRow) => open(String(row.templateId)), [open]);
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <TemplateDrawer
        key={`${state.mode}-${String(state.row?.templateId ?? '')}`}
        state={state}
        onClose={close}
        onSaved={(madeId) => {
          reload();
          if (madeId !== null) open(madeId);
        }}
      />
    ),
    [open],
  );
  const [screen] = reportTemplate.screens;
  if (templateId !== null)
    return (
      <>
        <ScreenTitle />
        <TemplateEditor key={templateId} templateId={templateId} onClose={() => open(null)} />
      </>
    );
  return <ListScreen resource={reportTemplate} screen={screen} acts={acts} onOpen={onOpen} drawer={drawer} />;
}
