import { refList } from '#domain/kernel/fields.ts';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { ControlProps } from '#src/ui/fields/control.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { CheckTree, type TreeNode } from './CheckTree.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';

/** On the form the menus are a list: 请选择菜单 (docs/contract.md#validation). */
const fields = {
  packageName: tenantPackage.fields.packageName,
  remark: tenantPackage.fields.remark,
  menuId: refList('菜单', 'Menus', 'menu', { required: true }),
};
const settings = { menuId: { control: (props: ControlProps<any>) => <PackageMenus {...props} /> } };
const toForm = (row: WireRow): Record<string, unknown> => ({
  ...row,
  menuId: String(row.menuId ?? '')
    .split(',')
    .filter(Boolean),
});
const toBody = ({ menuId, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...rest,
  menuId: ((menuId as readonly string[] | null) ?? []).join(','),
});

interface TenantPackageDrawerProps {
  readonly state: DrawerState;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** One package: its name, and its menus as a tree of boxes. */
export function TenantPackageDrawer({ state, onClose, onSaved }: TenantPackageDrawerProps) {
  return (
    <RecordDrawer
      resource={tenantPackage}
      fields={fields}
      settings={settings}
      toForm={toForm}
      toBody={toBody}
      state={state}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

function PackageMenus({ value, onChange, isReadOnly }: ControlProps<any>) {
  const { label } = useText();
  const { data, failure, retry } = useCall<readonly TreeNode[]>('system', 'tenant-package/menu-tree');
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return (
    <CheckTree
      nodes={data}
      label={label(['菜单', 'Menus'])}
      checked={new Set((value as readonly string[] | null) ?? [])}
      onChange={(next) => onChange?.([...next])}
      isReadOnly={isReadOnly ?? false}
    />
  );
}
