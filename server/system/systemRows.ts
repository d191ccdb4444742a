import { sql } from 'drizzle-orm';
import type { Resource } from '#domain/kernel/resource.ts';
import { department } from '#domain/system/department.ts';
import type { DepartmentRow } from '#domain/system/departmentCalls.ts';
import type { DictRow } from '#domain/system/dictCalls.ts';
import { role } from '#domain/system/role.ts';
import type { RoleRow } from '#domain/system/roleCalls.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** Living rows of a resource with a `sort` field, in its order. */
function sortedRows(db: Reader, resource: Resource, tenantId: string): Promise<Record<string, any>[]> {
  return readRows(
    db,
    sql`select * from ${sql.identifier(snakeCase(resource.name))} where tenant_id = ${tenantId} and is_deleted = 0 order by sort nulls last, id`,
  );
}

const parentOf = (row: Record<string, any>): string => row['parentId'] ?? '0';

export async function roleRows(db: Reader, tenantId: string): Promise<RoleRow[]> {
  const rows = await sortedRows(db, role, tenantId);
  return rows.map((row) => ({
    id: row['id'],
    parentId: parentOf(row),
    roleName: row['roleName'],
    roleAlias: row['roleAlias'],
    sort: Number(row['sort'] ?? 0),
    remark: row['remark'] ?? '',
  }));
}

export async function departmentRows(db: Reader, tenantId: string): Promise<DepartmentRow[]> {
  const rows = await sortedRows(db, department, tenantId);
  return rows.map((row) => ({
    id: row['id'],
    parentId: parentOf(row),
    deptName: row['deptName'],
    fullName: row['fullName'] ?? row['deptName'],
    deptCategory: row['deptCategory'] ?? '',
    sort: Number(row['sort'] ?? 0),
    remark: row['remark'] ?? '',
  }));
}

export async function dictRows(db: Reader, resource: Resource, tenantId: string): Promise<DictRow[]> {
  const rows = await sortedRows(db, resource, tenantId);
  return rows.map((row) => ({
    id: row['id'],
    parentId: parentOf(row),
    code: row['code'],
    dictKey: row['dictKey'],
    dictValue: row['dictValue'],
    sort: Number(row['sort'] ?? 0),
    isSealed: row['isSealed'] ?? 0,
    remark: row['remark'] ?? '',
  }));
}
