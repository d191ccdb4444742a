import { sql, type SQL } from 'drizzle-orm';
import { followList, modelList, processList, startList, workLists } from '#domain/flow/flowLists.ts';
import { flowMode, instanceState, suspensionState, taskState, type FlowModel, type FlowWork } from '#domain/flow/flowRows.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { parameter, rangeFilter } from '#server/kernel/resource/pageRows.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { defineListing, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { ensureShipped } from './deploy.ts';
import { executionColumns, like, offered, openTask, processColumns, runTables, sentColumns, taskTables, workColumns } from './flowSql.ts';

/** The shipped processes are there before anybody lists them. */
const shipped = ({ database, user }: Pick<CallContext<unknown>, 'database' | 'user'>): Promise<void> => ensureShipped(database, user.tenantId);
/** Names are found by any part of them. */
const holds =
  (name: string, column: SQL) =>
  ({ query }: AskedListing): SQL | false =>
    like(parameter(query, name), column);
const ofCategory = ({ query }: AskedListing): SQL | false => parameter(query, 'category') !== '' && sql`p.category = ${parameter(query, 'category')}`;

export const modelColumns: PlainColumns<FlowModel> = {
  id: sql`m.id::text`,
  tenantId: sql`m.tenant_id`,
  modelKey: sql`m.model_key`,
  name: sql`m.name`,
  description: sql`m.description`,
  version: sql`m.version::int`,
  created: sql`m.created`,
  createdBy: sql`m.created_by`,
  lastUpdated: sql`m.last_updated`,
  lastUpdatedBy: sql`m.last_updated_by`,
  modelComment: sql`m.description`,
  modelType: sql`0`,
};
const models = defineListing(
  modelList,
  {
    columns: modelColumns,
    from: sql`flow_model m`,
    where: ({ user }) => [sql`m.tenant_id = ${user.tenantId}`, sql`m.is_deleted = 0`],
    searchedIn: { modelKey: holds('modelKey', sql`m.model_key`), name: holds('name', sql`m.name`) },
    order: sql`m.last_updated desc, m.id desc`,
    indexes: [],
    few: 'tens of models',
  },
  shipped,
);

const processes = defineListing(
  processList,
  {
    columns: processColumns,
    from: sql`flow_process p`,
    where: (asked) => [
      sql`p.tenant_id = ${asked.user.tenantId}`,
      sql`p.is_deleted = 0`,
      sql`p.mode = ${Number(parameter(asked.query, 'mode')) || flowMode.common}`,
      ofCategory(asked),
    ],
    searchedIn: { mode: () => undefined, key: holds('key', sql`p.process_key`), name: holds('name', sql`p.name`) },
    order: sql`p.process_key, p.version desc`,
    indexes: [],
    few: 'tens of processes',
  },
  shipped,
);
const startable = defineListing(
  startList,
  {
    columns: processColumns,
    from: sql`flow_process p`,
    where: (asked) => {
      const mode = Number(parameter(asked.query, 'mode')) || 0;
      return [
        sql`p.tenant_id = ${asked.user.tenantId} and p.is_deleted = 0 and p.suspension_state = ${suspensionState.active}`,
        sql`p.version = (select max(n.version) from flow_process n where n.tenant_id = p.tenant_id and n.process_key = p.process_key and n.is_deleted = 0)`,
        ofCategory(asked),
        mode > 0 && sql`p.mode = ${mode}`,
      ];
    },
    searchedIn: { name: holds('name', sql`p.name`) },
    order: sql`p.category, p.process_key`,
    indexes: [],
    few: 'tens of processes',
  },
  shipped,
);

const running = defineListing(followList, {
  columns: executionColumns,
  from: runTables,
  joins: openTask,
  where: ({ user }) => [sql`i.tenant_id = ${user.tenantId}`, sql`i.state = ${instanceState.running}`],
  searchedIn: {
    startUser: holds('startUser', sql`i.start_user_name`),
    processDefinitionKey: holds('processDefinitionKey', sql`p.process_key`),
    processInstanceId: ({ query }) => parameter(query, 'processInstanceId') !== '' && sql`i.id::text = ${parameter(query, 'processInstanceId')}`,
  },
  order: sql`i.start_time desc, i.id desc`,
  indexes: ['flow_instance_running_ix'],
  few: 'a dictionary, which names their categories, has some hundred entries',
});

/** What all lists of work are searched by; `beginDate` and `endDate` are the family's names of a span. */
const work = (time: SQL, order: SQL, mine: (asked: AskedListing) => Promise<SQL> | SQL): Omit<Listing<FlowWork>, 'columns' | 'from' | 'joins'> => ({
  where: async (asked) => [
    await mine(asked),
    ofCategory(asked),
    rangeFilter({ createTimeBegin: asked.query['beginDate'], createTimeEnd: asked.query['endDate'] }, 'createTime', time),
  ],
  searchedIn: { processDefinitionName: holds('processDefinitionName', sql`p.name`), title: holds('title', sql`i.title`), createTime: time },
  order,
  indexes: ['flow_task_unclaimed_ix', 'flow_task_assignee_ix', 'flow_instance_start_user_ix'],
  few: 'a dictionary, which names their categories, has some hundred entries',
});
const newestTask = sql`t.create_time desc, t.id desc`;
const assigned = ({ id, tenantId }: ActingUser, state: number): SQL => sql`t.tenant_id = ${tenantId} and t.assignee = ${id} and t.state = ${state}`;

export const flowLists = [
  models,
  processes,
  startable,
  running,
  defineListing(workLists.claim, {
    columns: workColumns('claim'),
    from: taskTables,
    ...work(
      sql`t.create_time`,
      newestTask,
      async (asked) => sql`t.tenant_id = ${asked.user.tenantId} and t.state = ${taskState.open} and t.assignee is null and ${await offered(asked)}`,
    ),
  }),
  defineListing(workLists.todo, {
    columns: workColumns('todo'),
    from: taskTables,
    ...work(sql`t.create_time`, newestTask, ({ user }) => assigned(user, taskState.open)),
  }),
  defineListing(workLists.done, {
    columns: workColumns('done'),
    from: taskTables,
    ...work(sql`t.create_time`, sql`t.end_time desc, t.id desc`, ({ user }) => assigned(user, taskState.done)),
  }),
  defineListing(workLists.send, {
    columns: sentColumns,
    from: runTables,
    joins: openTask,
    ...work(sql`i.start_time`, sql`i.start_time desc, i.id desc`, ({ user }) => sql`i.tenant_id = ${user.tenantId} and i.start_user = ${user.id}`),
  }),
];
