import { sql } from 'drizzle-orm';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { tenantPackageContracts } from '#domain/system/tenantCalls.ts';
import { tenantPackage } from '#domain/system/tenantPackage.ts';
import { languageOf, problemsError } from '#server/kernel/core/answers.ts';
import { forest, treeNode } from '#server/kernel/core/forest.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { bringTenantMenus, tenantMenuRows } from '#server/session/tenantMenus.ts';
import { readRows } from '#server/storage/readRows.ts';
import { requirePlatform } from './ownTable.ts';

const partsOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list.map(String) : typeof list === 'string' ? list.split(/[,，]/) : []).map((part) => part.trim()).filter(Boolean);

export const tenantPackageCalls: readonly Call[] = serveCalls(tenantPackageContracts, {
  // Its faults in the contract's words: 请输入产品包名称, 请选择菜单.
  'POST system/tenant-package/submit': {
    async write(tx, { user, body, writing }) {
      requirePlatform(user);
      const sent: Record<string, unknown> = { ...body };
      const isNew = !sent['id'];
      const faults: Problem[] = [];
      if (isNew || sent['menuId'] !== undefined) {
        const menus = await tenantMenuRows(tx);
        const known = new Set(menus.map(({ id }) => id));
        // People write codes: a sheet cannot know the numbers.
        const idOf = new Map(menus.map(({ id, code }) => [code, id]));
        const menuIds = [...new Set(partsOf(sent['menuId']).map((part) => idOf.get(part) ?? part))];
        if (menuIds.length === 0) faults.push(problemOf('menuId', tenantPackage.fields.menuId, 'requiredChoice'));
        else if (menuIds.some((id) => !known.has(id))) faults.push(problemOf('menuId', tenantPackage.fields.menuId, 'notChoice'));
        sent['menuId'] = menuIds.join(',');
      }
      if ((isNew || sent['packageName'] !== undefined) && !String(sent['packageName'] ?? '').trim())
        faults.unshift(problemOf('packageName', tenantPackage.fields.packageName, 'required'));
      if (faults.length > 0) throw problemsError(faults);
      const saved = await saveRow(tx, tenantPackage, sent, writing);
      const tenants = await readRows<{ tenantId: string }>(
        tx,
        sql`select tenant_id from tenant where package_id = ${saved.id} and is_deleted = 0 order by tenant_id for update`,
      );
      for (const { tenantId } of tenants) await bringTenantMenus(tx, tenantId);
      return saved;
    },
  },
  'GET system/tenant-package/menu-tree': {
    async handle({ db, user, request }) {
      requirePlatform(user);
      const isChinese = languageOf(request) === 'zh';
      return forest((await tenantMenuRows(db)).map((row) => treeNode(row, isChinese ? row.name : row.nameEn)));
    },
  },
});
