import { sql } from 'drizzle-orm';
import { commodityContracts, groupOfCommodity, type ShortCommodity } from '#domain/base/listContracts.ts';
import { commodity } from '#domain/base/commodity.ts';
import { tellingWords } from '#domain/base/smsContent.ts';
import { problemOf } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { tellingNamesOf } from '#server/spine/sms/smsRules.ts';
import { resourceReader, type WireRow } from '#server/kernel/resource/resourceRead.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** What a selector shows of a commodity (docs/contract.md#commodity-selector). */
const short = (row: WireRow): ShortCommodity => ({
  commodityId: plainText(row['commodityId']),
  commodityCode: plainText(row['commodityCode']),
  commodityName: plainText(row['commodityName']),
  commodityShortName: plainText(row['commodityShortName']) || null,
  erpCode: plainText(row['erpCode']) || null,
});

/** What a commodity is called in messages tells nothing (docs/report.md#text-messages). */
async function judgeName(tx: Tx, tenantId: string, id: string): Promise<void> {
  const row = await readRow<{ noticeName: string | null }>(tx, sql`select notice_name from commodity where tenant_id = ${tenantId} and id = ${id}`);
  if (!row?.noticeName) return;
  const telling = tellingWords(row.noticeName, await tellingNamesOf(tx, tenantId));
  if (telling.length === 0) return;
  const text: Label = [
    `通知名称不得写出结果、检测项或基因: ${telling.join('、')}`,
    `The name in messages must name no result, item or gene: ${telling.join(', ')}`,
  ];
  throw problemsError([problemOf('noticeName', commodity.fields.noticeName, 'rule', { text })]);
}

export const commodityCalls: readonly Call[] = serveCalls(commodityContracts, {
  'POST base/commodity/save': {
    async write(tx, { body, user, writing }) {
      const { id } = await saveRow(tx, commodity, body, writing);
      await judgeName(tx, user.tenantId, id);
      return { id };
    },
  },
  'GET base/commodity/pageShort': {
    async handle({ db, query, user }) {
      const page = await resourceReader(db, commodity, user, new Map()).page({ isDisable: '0', ...query });
      return { ...page, records: page.records.map(short) };
    },
  },
  'GET base/commodity/list-group': {
    async handle({ db, query, user }) {
      const rows = await resourceReader(db, commodity, user, new Map()).list(query);
      const groups = await readRows(
        db,
        sql`
        select distinct on (c.id) c.id::text as commodity_id, g.id::text as panel_group_id, g.panel_group_name
        from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) and p.is_deleted = 0 join panel_group g on g.tenant_id = p.tenant_id and g.id = p.panel_group_id and g.is_deleted = 0
        where c.tenant_id = ${user.tenantId} and c.is_deleted = 0 order by c.id, array_position(c.panel_ids, p.id)`,
        groupOfCommodity,
      );
      return grouped(rows, new Map(groups.map((group) => [group.commodityId, group])));
    },
  },
});

/** Commodities under the group of their first panel; those without a panel come last, under no group. */
function grouped(rows: readonly WireRow[], groupOf: ReadonlyMap<string, { panelGroupId: string; panelGroupName: string }>) {
  const made = new Map<string, { panelGroupId: string; panelGroupName: string; commodities: ShortCommodity[] }>();
  for (const row of rows) {
    const { panelGroupId, panelGroupName } = groupOf.get(String(row['commodityId'])) ?? { panelGroupId: '', panelGroupName: '' };
    const group = made.get(panelGroupId) ?? { panelGroupId, panelGroupName, commodities: [] };
    group.commodities.push(short(row));
    made.set(panelGroupId, group);
  }
  return [...made.values()].sort(
    (a, b) => Number(a.panelGroupId === '') - Number(b.panelGroupId === '') || a.panelGroupName.localeCompare(b.panelGroupName, 'zh'),
  );
}
