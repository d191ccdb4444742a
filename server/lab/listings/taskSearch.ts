import { sql, type SQL } from 'drizzle-orm';
import type { Field } from '#domain/kernel/fields.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { personSearch } from '#domain/lab/listings/taskWords.ts';
import { words } from '#domain/search/vocabulary.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionByKind, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { inSight } from '#server/spine/loading.ts';
import { requisitionsNamed } from '#server/spine/names.ts';
import { maySeePanelGroup } from '#server/storage/panelGroupScope.ts';
import { allOf } from '#server/storage/sqlParts.ts';

type Condition = SQL | undefined | false;
type Asked = Pick<AskedListing, 'query' | 'user'>;

/** What a described field asks for, of a column. */
const asked = (query: AskedListing['query'], key: string, field: Field, column: SQL): Condition =>
  conditionByKind(query, wireName(key, field), field, column);

/** A search in a task's (alias t) tube or requisition, so that counting does without them and a code is found by its own index. */
export const inTube =
  (key: string, field: Field, column: SQL) =>
  ({ query, user }: Asked): Condition => {
    const condition = asked(query, key, field, column);
    return condition && sql`t.sample_id in (select s.id from sample s where s.tenant_id = ${user.tenantId} and ${condition})`;
  };
const inRequisition =
  (key: string, field: Field, column: SQL) =>
  ({ query, user }: Asked): Condition => {
    const condition = asked(query, key, field, column);
    return condition && sql`t.requisition_id in (select r.id from requisition r where r.tenant_id = ${user.tenantId} and ${condition})`;
  };
/** The same of what hangs on the row's own day: looked up for each row that is read, never as a list of its own. */
export const ofTubeOf =
  (key: string, field: Field, column: SQL) =>
  ({ query }: Asked): Condition => {
    const condition = asked(query, key, field, column);
    return (
      condition &&
      sql`exists (select 1 from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
        left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id
        where s.tenant_id = t.tenant_id and s.id = t.sample_id and ${condition})`
    );
  };

/** By any part of the name, through its grams. */
function byPerson({ query, user }: Asked): Condition {
  const named = requisitionsNamed({ user }, parameter(query, 'personName'));
  return named && sql`t.requisition_id in ${named}`;
}

/** Where `taskSearch` and `personSearch` (domain/lab/listings/taskWords.ts) are searched in; alias t. */
export const searchedInTasks = {
  labCode: sql`t.lab_code`,
  sampleCode: inTube('sampleCode', words.sampleCode, sql`s.sample_code`),
  requisitionCode: inRequisition('requisitionCode', words.requisitionCode, sql`r.requisition_code`),
  hospitalCode: inRequisition('hospitalCode', words.hospitalCode, sql`r.hospital_code`),
  personName: byPerson,
  panelGroupId: sql`t.panel_group_id`,
  laboratoryId: sql`t.laboratory_id`,
  sendSampleClientId: ofTubeOf('sendSampleClientId', words.sendSampleClientId, sql`s.send_sample_client_id`),
  contractLaboratoryId: ofTubeOf('contractLaboratoryId', words.contractLaboratoryId, sql`s.contract_laboratory_id`),
  agentId: ofTubeOf('agentId', words.agentId, sql`k.agent_customer_id`),
  panelId: ({ query }: Asked): Condition => holdsFilter(query, 'panelId', sql`t.panel_ids`),
  commodityId: ({ query }: Asked): Condition => holdsFilter(query, 'commodityId', sql`t.commodity_ids`),
} as const;

/** All that `personSearch` asks of a task, for lists whose rows are no tasks: they look for one (alias t) that fits. */
export const tasksAsked = (asking: AskedListing): SQL =>
  allOf(
    (Object.keys(searchedInTasks) as (keyof typeof searchedInTasks)[]).map((key) => {
      const place = searchedInTasks[key];
      return typeof place === 'function' ? place(asking) : asked(asking.query, key, personSearch[key], place);
    }),
  );
/** Where such a list looks for them by itself: no column of its rows is searched in. */
export const searchedByTasks = Object.fromEntries(Object.keys(searchedInTasks).map((key) => [key, () => undefined]));

/** A task (alias t) in an account's sight, for the columns of a statement; conditions ask `tasksInSight`. */
export const taskIsInSight = (user: AskedListing['user']): SQL =>
  sql`t.tenant_id = ${user.tenantId} and ${inSight(user, sql`t.laboratory_id`)} and ${maySeePanelGroup(user, sql`t.panel_group_id`)}`;
