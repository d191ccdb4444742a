import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { role } from '#domain/system/role.ts';
import { useSession } from '#src/console/useSession.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { GrantDrawer } from './GrantDrawer.tsx';
import { TreeScreen } from './TreeScreen.tsx';
import type { TreeSource } from './useTreeRows.ts';

const source: TreeSource = { path: 'role/list', filterBy: ['roleName', 'roleAlias'] };

/** 角色管理: roles as they stand under one another, and what each may see and do. */
export function Screen() {
  const { can } = useSession();
  const [granted, setGranted] = useState<WireRow | null>(null);
  return (
    <>
      <TreeScreen
        resource={role}
        screen={role.screens[0]}
        source={source}
        nameKey="roleName"
        parentKey="parentId"
        filterHint={['角色名称或别名', 'Role or alias']}
        acts={can('role_save') ? [{ key: 'grant', label: ['权限', 'Rights'], icon: KeyRound, onAct: setGranted }] : []}
      />
      {granted ? <GrantDrawer role={granted} onClose={() => setGranted(null)} /> : null}
    </>
  );
}
