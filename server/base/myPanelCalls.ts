import { sql } from 'drizzle-orm';
import { myPanelContracts } from '#domain/base/listContracts.ts';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { conclusion } from '#domain/base/conclusion.ts';
import { item } from '#domain/base/item.ts';
import { panel } from '#domain/base/panel.ts';
import { panelGroup } from '#domain/base/panelGroup.ts';
import { terrace } from '#domain/base/terrace.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { idRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { askedIds } from './scopedIds.ts';

const itemsOf = async (db: NodePgDatabase, user: ActingUser, groups: readonly string[]): Promise<string[]> =>
  (
    await readRows(
      db,
      sql`select distinct unnest(item_ids)::text as id from panel where tenant_id = ${user.tenantId} and is_deleted = 0 and panel_group_id = ${anyId(groups)}`,
      idRow,
    )
  ).map(({ id }) => id);

export const myPanelCalls: readonly Call[] = serveCalls(myPanelContracts, {
  'GET base/panel-group/my-list': {
    async handle({ db, query, user }) {
      const ids = askedIds(await panelGroupsOf(db, user), parameter(query, 'ids'));
      return ids === null ? [] : resourceReader(db, panelGroup, user, new Map()).list({ ...query, ids, isDisable: query['isDisable'] ?? '0' });
    },
  },
  'GET base/panel/my-list': {
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), parameter(query, 'panelGroupId'));
      return panelGroupId === null ? [] : resourceReader(db, panel, user, new Map()).list({ ...query, panelGroupId });
    },
  },
  'GET base/item/my-list': {
    async handle({ db, query, user }) {
      const groups = await panelGroupsOf(db, user);
      const ids = askedIds(groups && (await itemsOf(db, user, groups)), parameter(query, 'ids'));
      return ids === null ? [] : resourceReader(db, item, user, new Map()).list({ ...query, ids, isDisable: query['isDisable'] ?? '0' });
    },
  },
  'GET base/terrace/my-list': {
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), parameter(query, 'panelGroupId'));
      return panelGroupId === null ? [] : resourceReader(db, terrace, user, new Map()).list({ ...query, panelGroupId });
    },
  },
  'GET base/conclusion/my-page': {
    async handle({ db, query, user }) {
      const panelGroupId = askedIds(await panelGroupsOf(db, user), parameter(query, 'panelGroupId'));
      // Nothing is allowed: the page of a group that does not exist has the shape of an empty one.
      return resourceReader(db, conclusion, user, new Map()).page({ ...query, panelGroupId: panelGroupId ?? '0' });
    },
  },
});
