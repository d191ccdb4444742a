import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { problemOf } from '#domain/kernel/check.ts';
import { mostFoundRegions, region, rootRegion } from '#domain/system/region.ts';
import { regionContracts, regionReads, regionRow } from '#domain/system/regionCalls.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls, type Once } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { regionTable } from '#server/storage/sessionTables.ts';
import { checkedRecord, importOwn, ownRow, ownTableReads, requirePlatform, textIdsOf, type OwnTable } from './ownTable.ts';
import { scalarText } from './scalarText.ts';

const regions: OwnTable = {
  resource: region,
  isForPlatform: false,
  select: sql`select code as id, code as region_code, name, parent_code, level, sort, remark, 0 as is_disable, 1 as version, '' as create_time, '' as update_time from region`,
  finish: (row) => ({ ...row, parentId: row['parentCode'] }),
};

const storedRow = regionRow.extend({ hasChildren: z.boolean() });
/** One level below a code; hasChildren is left out where there are none (docs/wire.md#tree-node). */
async function below(db: Reader, parentCode: string) {
  const rows = await readRows(
    db,
    sql`select code as id, parent_code as parent_id, code, parent_code, name, level, sort, coalesce(remark, '') as remark,
    exists (select 1 from region c where c.parent_code = r.code) as has_children
    from region r where parent_code = ${parentCode} order by sort, code`,
    storedRow,
  );
  return rows.map(({ hasChildren, ...row }) => ({ ...row, ...(hasChildren ? { hasChildren } : {}) }));
}

/** Clients of the public flavour save by the code alone: the id they send with a new region is that of the one above it. */
async function knownCode(db: Reader, code: unknown): Promise<string> {
  const row = await readRow<{ code: string }>(db, sql`select code from region where code = ${scalarText(code)}`);
  return row?.code ?? '';
}

/** Its form puts the country's code before that of a province: 0011 for 11. No region's own code begins so. */
const withoutRoot = (code: unknown): unknown =>
  typeof code === 'string' && code.length > rootRegion.length && code.startsWith(rootRegion) ? code.slice(rootRegion.length) : code;
const asOurs = (sent: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...sent,
  parentCode: withoutRoot(sent['parentCode']),
  code: withoutRoot(sent['code']),
});

async function saveRegion(context: CallContext<unknown, Readonly<Record<string, unknown>>> & { readonly once: Once }) {
  requirePlatform(context.user);
  const { db, now } = context;
  const { isPublicFlavour } = await authenticate(context.request);
  const sent = isPublicFlavour ? asOurs(context.body) : context.body;
  const id = isPublicFlavour ? await knownCode(db, sent['code']) : scalarText(sent['id']);
  const known = id === '' ? undefined : await ownRow(db, regions, id);
  const parentCode = scalarText(sent['parentCode'] ?? known?.['parentCode']) || rootRegion;
  const parent =
    parentCode === rootRegion ? { level: 0 } : await readRow<{ level: number }>(db, sql`select level from region where code = ${parentCode}`);
  const values = checkedRecord(region, known, { ...sent, parentCode });
  const code = String(values['regionCode']);
  if (!parent || parentCode === code) throw problemsError([problemOf('parentCode', region.fields.parentCode, 'notChoice')]);
  if (!/^\d{2,12}$/.test(code)) throw problemsError([problemOf('regionCode', region.fields.regionCode, 'notInteger')]);
  if (known && code !== id) throw new UserError(400, ['区划编号不可修改', 'A region keeps its code']);
  const columns = {
    name: String(values['name']),
    parentCode,
    // A region stands one level below the one above it.
    level: parent.level + 1,
    sort: Number(values['sort'] ?? 0),
    remark: scalarText(values['remark']) || null,
  };
  return context.once(async (tx, by) => {
    if (known) {
      const [circle] = (
        await tx.execute(sql`with recursive up(code, parent_code) as (select code, parent_code from region where code = ${parentCode}
          union select r.code, r.parent_code from region r join up on r.code = up.parent_code) select 1 from up where code = ${id}`)
      ).rows;
      if (circle) throw new UserError(400, ['父节点不可选择自身!', 'A node cannot be its own parent']);
      await tx.update(regionTable).set(columns).where(eq(regionTable.code, id));
    } else {
      const made = await tx
        .insert(regionTable)
        .values({ code, ...columns })
        .onConflictDoNothing()
        .returning({ code: regionTable.code });
      if (made.length === 0) throw problemsError([problemOf('regionCode', region.fields.regionCode, 'taken', { value: code })]);
    }
    await writeAudit(tx, { ...by, action: 'region.save', subject: code, before: known ?? null, after: columns, now });
    return { id: code, code };
  });
}

const calls: readonly Call[] = serveCalls(regionContracts, {
  'GET system/region/lazy-tree': {
    handle: async ({ db, query }) =>
      (await below(db, query.parentCode || rootRegion)).map(({ id, parentId, name, hasChildren }) => ({
        id,
        parentId,
        title: name,
        key: id,
        value: id,
        ...(hasChildren ? { hasChildren } : {}),
      })),
  },
  'GET system/region/lazy-list': {
    async handle({ db, query: { code = '', name = '', parentCode } }) {
      if (!code && !name) return below(db, parentCode || rootRegion);
      return readRows(
        db,
        sql`select code as id, parent_code as parent_id, code, parent_code, name, level, sort, coalesce(remark, '') as remark from region
          where code like ${`${code}%`} and name like ${`%${name}%`} order by code limit ${mostFoundRegions}`,
        regionRow,
      );
    },
  },
  'GET system/region/select': { handle: ({ db, query }) => below(db, query.code || rootRegion) },
  'POST system/region/submit': { handle: saveRegion },
  'POST system/region/remove': {
    async write(tx, context) {
      requirePlatform(context.user);
      const codes = textIdsOf(context, 'code');
      const gone = await tx.delete(regionTable).where(inArray(regionTable.code, codes)).returning();
      if (gone.length < codes.length) throw notFound(region);
      const left = await readRow<{ name: string }>(
        tx,
        sql`select name from region where parent_code = any(${sql.param(codes)}::text[]) order by code limit 1`,
      );
      if (left) throw new UserError(400, [`请先删除子节点: ${left.name}`, `Remove what stands below it first: ${left.name}`]);
      for (const row of gone)
        await writeAudit(tx, { ...context.writing, action: 'region.remove', subject: row.code, before: row, after: null, now: context.now });
      return true;
    },
  },
  'POST system/region/import': { cost: 'import', handle: (context) => importOwn(regions, submit, context) },
});
/** A sheet's rows are saved by it, one by one. */
const submit: Call = calls.find(({ path }) => path === 'region/submit')!;

export const regionCalls: readonly Call[] = [...ownTableReads(regions, regionReads), ...calls];
