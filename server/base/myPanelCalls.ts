import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { conclusion } from '#domain/base/conclusion.ts';
import { item } from '#domain/base/item.ts';
import { panel } from '#domain/base/panel.ts';
import { panelGroup } from '#domain/base/panelGroup.ts';
import { terrace } from '#domain/base/terrace.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { panelGroupsOf } from './panelGroupScope.ts';
import { askedIds } from './userScope.ts';

const itemsOf = async (db: NodePgDatabase, user: ActingUser, groups: readonly string[]): Promise<string[]> =>
  (
    await readRows<{ id: string }>(
      db,
      sql`select distinct unnest(item_ids)::text as id from panel where tenant_id = ${user.tenantId} and is_deleted = 0 and panel_group_id = ${anyId(groups)}`,
    )
  ).map(({ id }) => id);

export const myPanelCalls: readonly Call[] = [
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'panel-group/my-list',
    title: ['我的项目组', 'My panel groups'],
    permission: 'panelGroup_view',
    async handle({ db, query, user }) {
      const ids = askedIds(await panelGroupsOf(db, user), query['ids']);
      return ids === null ? [] : resourceReader(db, panelGroup, user, new Map()).list({ ...query, ids, isDisable: query['isDisable'] ?? '0' });
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'panel/my-list',
    title: ['我的检测项目', 'My panels'],
    permission: 'panel_view',
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), query['panelGroupId']);
      return panelGroupId === null ? [] : resourceReader(db, panel, user, new Map()).list({ ...query, panelGroupId });
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'item/my-list',
    title: ['我的检测项', 'My items'],
    permission: 'item_view',
    async handle({ db, query, user }) {
      const groups = await panelGroupsOf(db, user);
      const ids = askedIds(groups && (await itemsOf(db, user, groups)), query['ids']);
      return ids === null ? [] : resourceReader(db, item, user, new Map()).list({ ...query, ids, isDisable: query['isDisable'] ?? '0' });
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'terrace/my-list',
    title: ['我的检测平台', 'My platforms'],
    permission: 'terrace_view',
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), query['panelGroupId']);
      return panelGroupId === null ? [] : resourceReader(db, terrace, user, new Map()).list({ ...query, panelGroupId });
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'conclusion/my-page',
    title: ['我的结论', 'My conclusions'],
    permission: 'conclusion_view',
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), query['panelGroupId']);
      // Nothing is allowed: the page of a group that does not exist has the shape of an empty one.
      return resourceReader(db, conclusion, user, new Map()).page({ ...query, panelGroupId: panelGroupId ?? '0' });
    },
  }),
];
