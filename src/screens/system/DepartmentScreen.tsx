import { department } from '#domain/system/department.ts';
import { TreeScreen } from './TreeScreen.tsx';
import type { TreeSource } from './useTreeRows.ts';

const source: TreeSource = { path: 'dept/list', filterBy: ['deptName', 'fullName'] };

/** 部门管理: the tenant's departments as they stand under one another. */
export function Screen() {
  return (
    <TreeScreen
      resource={department}
      screen={department.screens[0]}
      source={source}
      nameKey="deptName"
      parentKey="parentId"
      filterHint={['部门名称', 'Department']}
    />
  );
}
