import { useCallback } from 'react';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { ListScreen, type ListScreenProps } from '#src/resource/ListScreen.tsx';
import { TenantPackageDrawer } from './TenantPackageDrawer.tsx';

const withoutMenus: NonNullable<ListScreenProps['columns']> = (described) => described.filter(({ key }) => key !== 'menuId');

/** 产品包管理: which menus and buttons the tenants of a package have. */
export function Screen() {
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, reload) => (
      <TenantPackageDrawer key={`${state.mode}-${String(state.row?.id ?? '')}`} state={state} onClose={close} onSaved={reload} />
    ),
    [],
  );
  return <ListScreen resource={tenantPackage} screen={tenantPackage.screens[0]} drawer={drawer} columns={withoutMenus} />;
}
