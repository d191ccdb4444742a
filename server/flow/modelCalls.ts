import { sql } from 'drizzle-orm';
import { flowModelDetail, modelContracts } from '#domain/flow/flowCalls.ts';
import { flowMode } from '#domain/flow/flowRows.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { longText, text } from '#domain/kernel/fields.ts';
import { roleAlias } from '#domain/system/role.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { selected } from '#server/kernel/verbs/listing.ts';
import { serveCalls, type Written } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { flowModelTable } from '#server/storage/flowTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { deployProcess } from './deploy.ts';
import { flowAct } from './flowAct.ts';
import { modelColumns } from './flowLists.ts';
import { notThere } from './flowSql.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import { readModel, type ReadModel } from './readModel.ts';

type Deploying = Pick<CallContext<unknown>, 'user' | 'now' | 'request'>;
const noModel = () => notThere('没有此流程模型', 'No such model of a process');
const categoryField = text('流程分类', 'Category', { required: true, max: 40 });

/** The category a process is deployed under: `flow_` and a key of the dictionary. */
export function neededCategory(value: string): string {
  if (!/^\w{1,20}_[\w-]{1,20}$/.test(value))
    throw problemsError([problemOf('category', categoryField, value === '' ? 'requiredChoice' : 'wrongShape')]);
  return value;
}

/**
 * The tenants a process is deployed for: one's own, unless the first tenant's administrator names others. Naming any
 * makes it a custom process of theirs (docs/wire.md#flow).
 */
export async function deployTenants(context: Deploying, tx: Tx, named: string): Promise<readonly string[]> {
  const { user, request } = context;
  const ids = [
    ...new Set(
      named
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ];
  if (ids.length === 0 || (ids.length === 1 && ids[0] === user.tenantId)) return [user.tenantId];
  const isHouse = user.tenantId === '000000' && (await authenticate(request)).roleNames.includes(roleAlias.administrator);
  if (!isHouse) throw new UserError(403, ['只能部署到本租户', 'You can deploy for your own tenant alone']);
  const known = await readRows<{ tenantId: string }>(tx, sql`select tenant_id from tenant where tenant_id = ${anyText(ids)} order by tenant_id`);
  if (known.length !== ids.length) throw notThere('没有此租户', 'No such tenant');
  return known.map(({ tenantId }) => tenantId);
}

/** Deploys for each of the tenants; answers the ids of what was made. */
export async function deployFor(
  context: Deploying,
  tx: Tx,
  { xml, model, category, tenantIds }: { readonly xml: string; readonly model: ReadModel; readonly category: string; readonly tenantIds: string },
): Promise<string[]> {
  const { user, now } = context;
  const tenants = await deployTenants(context, tx, tenantIds);
  const mode = tenantIds === '' ? flowMode.common : flowMode.custom;
  const made: string[] = [];
  for (const tenantId of tenants) made.push(await deployProcess(tx, { tenantId, xml, model, category, mode, by: user.name, now }));
  return made;
}

const nameField = text('模型名称', 'Name', { max: 100 });
const descriptionField = longText('模型描述', 'Description', { max: 500 });

/** Saves a drawing; its key is the process's own id in the XML. */
function save(tx: Tx, context: Written<Readonly<Record<string, unknown>>>): Promise<{ id: string; modelKey: string; version: number }> {
  return flowAct(tx, context, 'flowModel.save', async () => {
    const { user, now, body } = context;
    const xml = body['modelEditorXml'];
    const model = await readModel(xml);
    const name = parameter(body, 'name') || model.name;
    const description = parameter(body, 'description') || model.description;
    if (name.length > 100) throw problemsError([problemOf('name', nameField, 'tooLong')]);
    if (description.length > 500) throw problemsError([problemOf('description', descriptionField, 'tooLong')]);
    const id = parameter(body, 'id');
    const own = sql`tenant_id = ${user.tenantId} and is_deleted = 0`;
    const twin = await readRow<{ id: string }>(tx, sql`select id::text as id from flow_model where ${own} and model_key = ${model.key} for update`);
    if (twin && twin.id !== id)
      throw new UserError(400, [`模型标识已存在: ${model.key}`, `A model with this key exists: ${model.key}`], {
        refusal: 'flow.keyTaken',
        params: { key: model.key },
      });
    const fields = { modelKey: model.key, name, description, xml: String(xml), lastUpdated: now, lastUpdatedBy: user.name };
    if (id === '') {
      const made = newId();
      await tx.insert(flowModelTable).values({ id: made, tenantId: user.tenantId, created: now, createdBy: user.name, ...fields });
      return { answer: { id: made, modelKey: model.key, version: 1 }, subject: model.key, after: { name, description } };
    }
    const kept = await readRow<{ version: number }>(
      tx,
      sql`update flow_model set model_key = ${model.key}, name = ${name}, description = ${description}, xml = ${String(xml)}, version = version + 1,
        last_updated = ${now}, last_updated_by = ${user.name} where ${own} and id::text = ${id} returning version::int as version`,
    );
    if (!kept) throw noModel();
    return { answer: { id, modelKey: model.key, version: kept.version }, subject: model.key, after: { name, description, version: kept.version } };
  });
}

export const modelCalls: readonly Call[] = serveCalls(modelContracts, {
  'GET flow/model/detail': {
    async handle({ db, query, user }) {
      const row = await readRow(
        db,
        sql`select ${selected(modelColumns)}, m.xml as model_editor_xml, null as model_editor_json from flow_model m
        where m.tenant_id = ${user.tenantId} and m.is_deleted = 0 and m.id::text = ${neededParameter(query, 'id')}`,
        flowModelDetail,
      );
      if (!row) throw noModel();
      return row;
    },
  },
  'POST flow/model/submit': { write: save },
  'POST flow/model/save': { write: save },
  'POST flow/model/remove': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowModel.remove', async () => {
        const { user } = context;
        const ids = idsOf(context, 'ids');
        const gone = await readRows<{ modelKey: string }>(
          tx,
          sql`update flow_model set is_deleted = 1 where tenant_id = ${user.tenantId} and is_deleted = 0 and id = ${anyId(ids)} returning model_key`,
        );
        if (gone.length === 0) throw noModel();
        return { answer: true, subject: gone.map(({ modelKey }) => modelKey).join() };
      }),
  },
  'POST flow/model/deploy': {
    write: (tx, context) =>
      flowAct(tx, context, 'flowModel.deploy', async () => {
        const { query, user } = context;
        const modelId = neededParameter(query, 'modelId');
        const row = await readRow<{ xml: string }>(
          tx,
          sql`select xml from flow_model where tenant_id = ${user.tenantId} and is_deleted = 0 and id::text = ${modelId} for share`,
        );
        if (!row) throw noModel();
        const model = await readModel(row.xml);
        const category = neededCategory(parameter(query, 'category'));
        const made = await deployFor(context, tx, { xml: row.xml, model, category, tenantIds: parameter(query, 'tenantIds') });
        return { answer: { processIds: made }, subject: model.key, after: { category, processIds: made } };
      }),
  },
});
