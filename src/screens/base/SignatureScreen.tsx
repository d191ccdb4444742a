import { useCallback } from 'react';
import { signature } from '#domain/base/signature.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { SignatureDrawer } from './SignatureDrawer.tsx';

/** 电子签名管理: versions of everybody's signature; a version that stands on a report is followed by a new one, never changed. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <SignatureDrawer key={`${state.mode}-${String(state.row?.signatureId ?? '')}`} state={state} onClose={close} onSaved={reload} />
    ),
    [],
  );
  return <ListScreen resource={signature} screen={signature.screens[0]} drawer={drawer} />;
}
