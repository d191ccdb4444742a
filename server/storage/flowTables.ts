import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, momentColumn } from './columns.ts';

const tenantId = () => text('tenant_id').notNull();

/** Processes being drawn; what runs is a deployed copy. */
export const flowModelTable = pgTable(
  'flow_model',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    modelKey: text('model_key').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    xml: text('xml').notNull(),
    version: integer('version').notNull().default(1),
    created: momentColumn('created').notNull(),
    createdBy: text('created_by').notNull(),
    lastUpdated: momentColumn('last_updated').notNull(),
    lastUpdatedBy: text('last_updated_by').notNull(),
    isDeleted: smallint('is_deleted').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'flow_model_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('flow_model_key_uq')
      .on(table.tenantId, table.modelKey)
      .where(sql`is_deleted = 0`),
  ],
);

/** Deployed processes, each version a row; its XML never changes. */
export const flowProcessTable = pgTable(
  'flow_process',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    processKey: text('process_key').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** `flow_1`: the dictionary's code and key. */
    category: text('category').notNull(),
    /** 1 common, 2 made for named tenants. */
    mode: smallint('mode').notNull(),
    deploymentId: idColumn('deployment_id').notNull(),
    resourceName: text('resource_name').notNull(),
    xml: text('xml').notNull(),
    /** Its user tasks by id, with who may do them. */
    tasks: jsonb('tasks').notNull(),
    /** 1 active, 2 suspended. */
    suspensionState: smallint('suspension_state').notNull().default(1),
    deploymentTime: momentColumn('deployment_time').notNull(),
    deployedBy: text('deployed_by').notNull(),
    isDeleted: smallint('is_deleted').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'flow_process_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('flow_process_version_uq').on(table.tenantId, table.processKey, table.version),
    index('flow_process_deployment_ix').on(table.tenantId, table.deploymentId),
  ],
);

/** One run of a process. Its row is locked by every act on it. */
export const flowInstanceTable = pgTable(
  'flow_instance',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    processId: idColumn('process_id').notNull(),
    /** What a person knows it by. */
    title: text('title').notNull(),
    businessTable: text('business_table').notNull().default(''),
    businessId: idColumn('business_id'),
    startUser: idColumn('start_user').notNull(),
    startUserName: text('start_user_name').notNull(),
    startTime: momentColumn('start_time').notNull(),
    endTime: momentColumn('end_time'),
    /** 1 running, 2 finished, 3 ended by a person. */
    state: smallint('state').notNull(),
    /** The name of the end it came to, or why it was ended. */
    outcome: text('outcome').notNull().default(''),
    /** The engine's own state; null once it has ended. */
    engineState: jsonb('engine_state'),
    variables: jsonb('variables').notNull(),
  },
  (table) => [
    primaryKey({ name: 'flow_instance_pk', columns: [table.id, table.tenantId] }),
    index('flow_instance_start_user_ix').on(table.tenantId, table.startUser, table.startTime.desc().nullsFirst()),
    index('flow_instance_running_ix')
      .on(table.tenantId, table.processId)
      .where(sql`state = 1`),
  ],
);

/** What a process asks of a person. */
export const flowTaskTable = pgTable(
  'flow_task',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    instanceId: idColumn('instance_id').notNull(),
    taskKey: text('task_key').notNull(),
    name: text('name').notNull(),
    executionId: text('execution_id').notNull(),
    assignee: idColumn('assignee'),
    assigneeName: text('assignee_name'),
    candidateUsers: idColumn('candidate_users').array().notNull(),
    /** Aliases of roles. */
    candidateGroups: text('candidate_groups').array().notNull(),
    createTime: momentColumn('create_time').notNull(),
    claimTime: momentColumn('claim_time'),
    endTime: momentColumn('end_time'),
    /** 1 open, 2 done, 3 dropped with its process. */
    state: smallint('state').notNull(),
    isPass: smallint('is_pass'),
    comment: text('comment').notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'flow_task_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('flow_task_execution_uq').on(table.tenantId, table.instanceId, table.executionId),
    index('flow_task_assignee_ix').on(table.tenantId, table.assignee, table.state, table.createTime.desc().nullsFirst()),
    index('flow_task_unclaimed_ix')
      .on(table.tenantId, table.createTime.desc().nullsFirst())
      .where(sql`state = 1 and assignee is null`),
  ],
);

/** What happened in a run, in order: activities entered and arrows taken. */
export const flowStepTable = pgTable(
  'flow_step',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    instanceId: idColumn('instance_id').notNull(),
    activityId: text('activity_id').notNull(),
    /** userTask, startEvent, exclusiveGateway, sequenceFlow ... */
    activityType: text('activity_type').notNull(),
    activityName: text('activity_name').notNull().default(''),
    executionId: text('execution_id').notNull().default(''),
    startTime: momentColumn('start_time').notNull(),
    endTime: momentColumn('end_time'),
  },
  (table) => [
    primaryKey({ name: 'flow_step_pk', columns: [table.id, table.tenantId] }),
    index('flow_step_instance_ix').on(table.tenantId, table.instanceId, table.id),
  ],
);

/** Leave that somebody asks for; its decision is the process's. */
export const processLeaveTable = pgTable(
  'process_leave',
  {
    id: idColumn('id').notNull(),
    tenantId: tenantId(),
    processId: idColumn('process_id').notNull(),
    instanceId: idColumn('instance_id').notNull(),
    startTime: momentColumn('start_time').notNull(),
    endTime: momentColumn('end_time').notNull(),
    reason: text('reason').notNull(),
    taskUser: idColumn('task_user').notNull(),
    taskUserName: text('task_user_name').notNull(),
    applyUser: idColumn('apply_user').notNull(),
    applyTime: momentColumn('apply_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'process_leave_pk', columns: [table.id, table.tenantId] }),
    uniqueIndex('process_leave_instance_uq').on(table.tenantId, table.instanceId),
  ],
);
