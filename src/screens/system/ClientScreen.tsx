import { useCallback } from 'react';
import { authClient, authClientScreen } from '#domain/system/authClient.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { fieldsOfRow, type WireRow } from '#src/resource/wireRow.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

/** The family writes grant types as a comma list; here they are boxes. */
const grantTypesOf = (row: WireRow): string[] =>
  String(row.authorizedGrantTypes ?? '')
    .split(',')
    .filter(Boolean);
const toForm = (row: WireRow): Record<string, unknown> => ({ ...fieldsOfRow(authClient, row), authorizedGrantTypes: grantTypesOf(row) });
const columns: NonNullable<ListScreenProps['columns']> = (described) =>
  described.map((column) =>
    column.key === 'authorizedGrantTypes'
      ? { ...column, text: (row, language) => column.text?.({ ...row, authorizedGrantTypes: grantTypesOf(row) }, language) ?? '' }
      : column,
  );

/** 应用管理: programmes that may ask for tokens. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <RecordDrawer
        key={`${state.mode}-${String(state.row?.id ?? '')}`}
        resource={authClient}
        toForm={toForm}
        fixed={{ authorizedGrantTypes: ['password', 'refresh_token'], accessTokenValidity: 3600, refreshTokenValidity: 604_800 }}
        settings={state.mode === 'edit' ? { clientId: { isReadOnly: true } } : {}}
        state={state}
        onClose={close}
        onSaved={reload}
      />
    ),
    [],
  );
  return <ListScreen resource={authClient} screen={authClientScreen} drawer={drawer} columns={columns} />;
}
