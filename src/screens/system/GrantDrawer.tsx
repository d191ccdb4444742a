import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { roleAlias } from '#domain/system/role.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { CheckTree, type TreeNode } from './CheckTree.tsx';

type Kind = 'menu' | 'dataScope' | 'apiScope';
type Trees = Readonly<Record<Kind, readonly TreeNode[]>>;
type Keys = Readonly<Record<Kind, readonly string[]>>;
interface GrantProps {
  readonly role: WireRow;
  readonly onClose: () => void;
}

const tabs: readonly (readonly [Kind, Label, Label])[] = [
  ['menu', ['菜单与按钮', 'Menus and buttons'], ['角色能打开的菜单与能做的操作。', 'The menus the role opens and the acts it may do.']],
  [
    'dataScope',
    ['数据', 'Data'],
    ['角色能看到数据的检验所; 一个不选则不限。', 'The laboratories whose data the role sees; none selected: no limit.'],
  ],
  [
    'apiScope',
    ['接口', 'Interfaces'],
    ['接口随其按钮一起授权: 同一按钮的接口一起勾选。', 'An interface is granted with its button: those of one button go together.'],
  ],
];
const buttonOf = (leaf: string): string => leaf.split(':')[0] ?? '';
const leavesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.children ? leavesOf(node.children) : node.id.includes(':') ? [node.id] : []));

/** 权限: what a role may see and do, as three trees (docs/wire.md#menu-calls). */
export function GrantDrawer({ role, onClose }: GrantProps) {
  const { label } = useText();
  const trees = useCall<Trees>('system', 'menu/grant-tree');
  const keys = useCall<Keys>('system', 'menu/role-tree-keys', { roleIds: String(role.id) });
  const failed = trees.failure ?? keys.failure;
  if (trees.data && keys.data && !keys.isStale) return <GrantForm role={role} onClose={onClose} trees={trees.data} keys={keys.data} />;
  return (
    <SideDrawer title={label(['权限 · {name}', 'Rights of {name}'], { name: role.roleName })} onClose={onClose}>
      {failed ? (
        <StateView
          state="failed"
          failure={failed}
          onRetry={() => {
            trees.retry();
            keys.retry();
          }}
        />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function GrantForm({ role, onClose, trees, keys }: GrantProps & { readonly trees: Trees; readonly keys: Keys }) {
  const { label } = useText();
  const { can } = useSession();
  const client = useQueryClient();
  const [tab, setTab] = useState<Kind>('menu');
  const [menus, setMenus] = useState<ReadonlySet<string>>(new Set(keys.menu));
  const [laboratories, setLaboratories] = useState<ReadonlySet<string>>(new Set(keys.dataScope));
  const [isBusy, setBusy] = useState(false);
  const isAdministrator = role.roleAlias === roleAlias.administrator;
  const isReadOnly = !can('role_save') || isAdministrator;
  const isDirty =
    String([...menus].sort()) !== String([...keys.menu].sort()) || String([...laboratories].sort()) !== String([...keys.dataScope].sort());

  const leaves = leavesOf(trees.apiScope);
  const shownInterfaces = new Set([...leaves.filter((leaf) => menus.has(buttonOf(leaf))), ...menus]);
  const changeInterfaces = (next: ReadonlySet<string>): void => {
    const changed = leaves.filter((leaf) => next.has(leaf) !== shownInterfaces.has(leaf));
    const made = new Set(menus);
    for (const leaf of changed) made[next.has(leaf) ? 'add' : 'delete'](buttonOf(leaf));
    for (const id of next) if (!id.includes(':')) made.add(id);
    setMenus(made);
  };
  const leave = async (): Promise<void> => {
    if (!isDirty || isReadOnly || (await confirm({ text: ['放弃未保存的修改?', 'Leave without saving?'], isDanger: true }))) onClose();
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', servicePath('system', 'role/grant'), {
        body: { roleIds: [String(role.id)], menuIds: [...menus], dataScopeIds: [...laboratories] },
        quiet: true,
      });
      notify.success(['操作成功!', 'Done']);
      await client.invalidateQueries({ queryKey: ['call', 'system', 'menu/role-tree-keys'] });
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.error(error.message, { detail: error.requestId });
    } finally {
      setBusy(false);
    }
  };
  return (
    <SideDrawer
      title={label(['权限 · {name}', 'Rights of {name}'], { name: role.roleName })}
      onClose={() => void leave()}
      footer={
        <>
          <Button onClick={() => void leave()}>{label(isReadOnly ? ['关闭', 'Close'] : ['取消', 'Cancel'])}</Button>
          {isReadOnly ? null : (
            <Button variant="primary" isBusy={isBusy} onClick={() => void save()}>
              {label(['保存', 'Save'])}
            </Button>
          )}
        </>
      }
    >
      {isAdministrator ? (
        <chakra.p mb={3}>{label(['超级管理员拥有全部权限, 不受限制。', 'The administrator role holds every right without limits.'])}</chakra.p>
      ) : null}
      <chakra.div role="tablist" display="flex" gap={1} mb={2} borderBottom="hairline">
        {tabs.map(([kind, title]) => (
          <chakra.button
            key={kind}
            type="button"
            role="tab"
            id={`grant-tab-${kind}`}
            aria-selected={tab === kind}
            aria-controls="grant-panel"
            px={3}
            py={2}
            cursor="pointer"
            borderBottom="2px solid"
            borderColor={tab === kind ? 'accent.solid' : 'transparent'}
            color={tab === kind ? 'accent.text' : 'fg'}
            onClick={() => setTab(kind)}
          >
            {label(title)}
          </chakra.button>
        ))}
      </chakra.div>
      <chakra.div role="tabpanel" id="grant-panel" aria-labelledby={`grant-tab-${tab}`}>
        <chakra.p textStyle="note" color="fg.muted" mb={2}>
          {label(tabs.find(([kind]) => kind === tab)?.[2] ?? ['', ''])}
        </chakra.p>
        <CheckTree
          key={tab}
          label={label(tabs.find(([kind]) => kind === tab)?.[1] ?? ['', ''])}
          nodes={trees[tab]}
          isReadOnly={isReadOnly}
          checked={tab === 'dataScope' ? laboratories : tab === 'menu' ? menus : shownInterfaces}
          onChange={tab === 'dataScope' ? setLaboratories : tab === 'menu' ? setMenus : changeInterfaces}
        />
      </chakra.div>
    </SideDrawer>
  );
}
