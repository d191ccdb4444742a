import { sql } from 'drizzle-orm';
import { mappingContracts, unmappedValues } from '#domain/op/interfaceCalls.ts';
import { parameterMapping } from '#domain/op/parameterMapping.ts';
import { isSealed, rootDictKey } from '#domain/system/dict.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { removeRows, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { inUseAs } from '../inUse.ts';
import { anyId } from '#server/storage/sqlParts.ts';

interface Entry {
  readonly id: string;
  readonly code: string;
  readonly dictKey: string;
  readonly parentId: string | null;
  readonly isSealed: number;
}
const entryOf = (tx: Tx, tenantId: string, id: string): Promise<Entry | undefined> =>
  readRow<Entry>(
    tx,
    sql`select id::text as id, code, dict_key, parent_id::text as parent_id, is_sealed::int as is_sealed from parameter_mapping
      where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0 for update`,
  );
const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

/** A pair belongs to its set and takes its code; a set has the key of all roots. */
async function entryToSave(tx: Tx, tenantId: string, body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const id = plainText(body['id'] || body[parameterMapping.id]);
  const own = isId(id) ? await entryOf(tx, tenantId, id) : undefined;
  const asked = plainText(body['parentId']) || (own?.parentId ?? '');
  const parentId = asked === '0' ? '' : asked;
  const parent = isId(parentId) ? await entryOf(tx, tenantId, parentId) : undefined;
  if (parent && (parent.parentId !== null || parent.id === id))
    throw new UserError(400, ['上级必须是参数集合', 'What stands above must be a set'], { refusal: 'parameterMapping.noSet' });
  return {
    ...body,
    ...(parentId ? { parentId } : {}),
    ...(parent ? { code: parent.code } : {}),
    dictKey: parentId ? (body['dictKey'] ?? own?.dictKey) : rootDictKey,
    isSealed: body['isSealed'] ?? own?.isSealed ?? isSealed.no,
  };
}

/** Whoever's code or key it would be a second time. Throws UserError 400. */
async function refuseTwin(tx: Tx, tenantId: string, id: string): Promise<void> {
  const twin = await readRow<{ isRoot: boolean }>(
    tx,
    sql`select m.parent_id is null as is_root from parameter_mapping m join parameter_mapping o on o.tenant_id = m.tenant_id and o.id <> m.id and o.is_deleted = 0 and o.code = m.code and o.dict_key = m.dict_key
      where m.tenant_id = ${tenantId} and m.id = ${id} limit 1`,
  );
  if (!twin) return;
  throw new UserError(400, twin.isRoot ? ['当前字典编号已存在!', 'This code exists already'] : ['当前字典键值已存在!', 'This key exists already'], {
    refusal: 'parameterMapping.taken',
  });
}

export const mappingCalls: readonly Call[] = serveCalls(mappingContracts, {
  // Sets; with `parentId` the pairs of one, in pages.
  'GET op/parameter-mapping/list': {
    handle: ({ db, user, query }) =>
      resourceReader(db, parameterMapping, user, new Map()).page(query['parentId'] ? query : { ...query, parentId_null: '1' }) as never,
  },
  'GET op/parameter-mapping/child-list': {
    async handle({ db, user, query }) {
      if (!query.parentId) throw new UserError(400, ['缺少必要的请求参数: parentId', 'Missing parameter: parentId']);
      return resourceReader(db, parameterMapping, user, new Map()).list(query) as never;
    },
  },
  'POST op/parameter-mapping/submit': {
    async write(tx, { body, user, writing }) {
      const { id } = await saveRow(tx, parameterMapping, await entryToSave(tx, user.tenantId, body), writing);
      const saved = await entryOf(tx, user.tenantId, id);
      if (saved?.parentId) await entryOf(tx, user.tenantId, saved.parentId);
      await refuseTwin(tx, user.tenantId, id);
      if (!saved) return { id };
      if (saved.parentId === null) {
        // A set that gets another code takes its pairs along.
        const pairs = await readRows<{ id: string }>(
          tx,
          sql`select id::text as id from parameter_mapping where tenant_id = ${user.tenantId} and parent_id = ${id} and code <> ${saved.code} and is_deleted = 0 order by id`,
        );
        for (const pair of pairs) await saveRow(tx, parameterMapping, { id: pair.id, code: saved.code }, writing);
      } else
        await tx.execute(
          sql`delete from interface_unmapped where tenant_id = ${user.tenantId} and mapping_code = ${saved.code} and value = ${saved.dictKey}`,
        );
      return { id };
    },
  },
  'POST op/parameter-mapping/remove': {
    async write(tx, { query, body, user, writing }) {
      const ids = idsOf({ query, body }, 'mappingId', 'mappingIds', 'id', 'ids');
      const used = await readRow<{ name: string }>(
        tx,
        sql`select p.parameter_name as name from op_parameter p join parameter_mapping m on m.tenant_id = p.tenant_id and m.code = p.mapping_code and m.parent_id is null
          where m.tenant_id = ${user.tenantId} and m.id = ${anyId(ids)} and p.is_deleted = 0 limit 1`,
      );
      try {
        await removeRows(tx, parameterMapping, ids, writing);
      } catch (error) {
        throw inUseAs(['请先删除子节点!', 'Remove what stands below it first'], error);
      }
      if (used)
        throw new UserError(409, [`不能删除, 正被接口参数“${used.name}”使用`, `Cannot be removed, used by the interface parameter “${used.name}”`], {
          refusal: 'parameterMapping.inUse',
        });
      return true as const;
    },
  },
});

/** `parameter-mapping/unmapped`: of interfaces within the user's laboratories. */
export const servedUnmapped = defineListing(unmappedValues, {
  columns: {
    unmappedId: sql`u.id`,
    interfaceId: sql`u.interface_id`,
    interfaceName: sql`(select i.interface_name from op_interface i where i.tenant_id = u.tenant_id and i.id = u.interface_id)`,
    mappingCode: sql`u.mapping_code`,
    value: sql`u.value`,
    count: sql`u.count`,
    createTime: sql`u.create_time`,
    lastTime: sql`u.last_time`,
    setId: sql`(select m.id from parameter_mapping m where m.tenant_id = u.tenant_id and m.code = u.mapping_code and m.parent_id is null and m.is_deleted = 0 limit 1)`,
  },
  from: sql`interface_unmapped u`,
  where: async ({ db, user }) => {
    const allowed = inLaboratories(sql`i.laboratory_id`, await laboratoriesOf(db, user));
    return [
      sql`u.tenant_id = ${user.tenantId}`,
      allowed && sql`exists (select 1 from op_interface i where i.tenant_id = u.tenant_id and i.id = u.interface_id and ${allowed})`,
    ];
  },
  order: sql`u.last_time desc, u.id`,
  indexes: ['interface_unmapped_time_ix', 'interface_unmapped_uq'],
});
