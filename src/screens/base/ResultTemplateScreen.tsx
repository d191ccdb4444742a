import { useCallback } from 'react';
import { resultTemplate } from '#domain/base/resultTemplate.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { ResultTemplateDrawer } from './ResultTemplateDrawer.tsx';

/** 结果模板管理: how sheets of results look, by panel group. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <ResultTemplateDrawer key={`${state.mode}-${String(state.row?.resultTemplateId ?? '')}`} state={state} onClose={close} onSaved={reload} />
    ),
    [],
  );
  return <ListScreen resource={resultTemplate} screen={resultTemplate.screens[0]} drawer={drawer} />;
}
