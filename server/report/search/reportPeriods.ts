import { yesNo } from '#domain/kernel/choices.ts';
import { sql, type SQL } from 'drizzle-orm';
import {
  limitKind,
  missingInPeriods,
  periodContracts,
  reportPeriods,
  usualPeriods,
  widthFor,
  type PeriodChart,
  type PeriodRow,
} from '#domain/report/search/reportPeriods.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';
import { isCounted } from './turnover.ts';

/** Which colour of the histogram a task (alias p) is: over its outer limit is over the inner one, too. */
const byLimit: Readonly<Record<string, SQL>> = {
  [limitKind.overExternal]: sql`p.externally_status = 1`,
  [limitKind.overInternal]: sql`p.internally_status = 1 and coalesce(p.externally_status, 0) = 0`,
  [limitKind.inTime]: sql`coalesce(p.internally_status, 0) = 0 and coalesce(p.externally_status, 0) = 0 and coalesce(p.internally_status, p.externally_status) is not null`,
  [limitKind.unlimited]: sql`coalesce(p.internally_status, p.externally_status) is null`,
};
/** Alias p; s its tube, q its requisition, k the sending client. */
const listing: Listing<PeriodRow> = {
  columns: {
    taskId: sql`p.task_id`,
    labCode: sql`p.lab_code`,
    sampleCode: sql`s.sample_code`,
    requisitionCode: sql`s.requisition_code`,
    personName: patientShown.name(sql`q.person_name`),
    panelGroupName: sql`(select n.panel_group_name from panel_group n where n.tenant_id = p.tenant_id and n.id = p.panel_group_id)`,
    panelNames: sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(p.panel_ids, n.id)) from panel n where n.tenant_id = p.tenant_id and n.id = any(p.panel_ids)), '')`,
    commodityNames: commodityNames(sql`p.tenant_id`, sql`p.commodity_ids`),
    sendSampleClientName: sql`k.client_name`,
    agentName: sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = p.tenant_id and n.id = p.laboratory_id)`,
    labStatus: sql`s.lab_status`,
    isOpen: sql`p.is_open`,
    samplingTime: sql`p.sampling_time`,
    receiveTime: sql`p.receive_time`,
    receiveServerTime: sql`s.create_time`,
    labReceiveTime: sql`p.lab_receive_time`,
    labReceiveServerTime,
    beginTime: sql`p.begin_time`,
    secondAuditTime: sql`p.second_audit_time`,
    reportTime: sql`p.report_time`,
    beginNode: sql`p.begin_node`,
    dateModel: sql`p.date_model`,
    internalTestCycle: sql`p.internal_test_cycle`,
    externalTestCycle: sql`p.external_test_cycle`,
    actuallyConsumeCycle: sql`p.actually_consume_cycle`,
    exceedInternal: sql`p.exceed_internal`,
    exceedExternal: sql`p.exceed_external`,
    internallyStatus: sql`p.internally_status`,
    externallyStatus: sql`p.externally_status`,
    internalOverdueTime: sql`p.internal_overdue_time`,
    externalOverdueTime: sql`p.external_overdue_time`,
    preTestingCycle: sql`p.pre_testing_cycle`,
    reportingCycle: sql`p.reporting_cycle`,
  },
  from: sql`report_period p`,
  joins: sql`join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id join requisition q on q.tenant_id = p.tenant_id and q.id = p.requisition_id
    left join send_sample_client k on k.tenant_id = p.tenant_id and k.id = p.send_sample_client_id`,
  where: async ({ db, user, query }) => {
    const minutesOf = (name: string): number | null => {
      const given = parameter(query, name);
      if (given !== '' && !/^\d{1,9}$/.test(given)) throw malformed(name);
      return given === '' ? null : Number(given);
    };
    const [from, below, limit] = [minutesOf('cycleFrom'), minutesOf('cycleBelow'), parameter(query, 'limit')];
    const hasCycle = parameter(query, 'hasCycle');
    if (limit !== '' && !limitKind.labelOf(limit)) throw malformed('limit');
    const missing = missingInPeriods(query);
    if (missing) throw new UserError(400, missing, { refusal: 'reportPeriod.noLaboratory' });
    return [
      sql`p.tenant_id = ${user.tenantId}`,
      inLaboratories(sql`p.laboratory_id`, await laboratoriesOf(db, user)),
      inPanelGroups(sql`p.panel_group_id`, await panelGroupsOf(db, user)),
      from !== null && sql`p.actually_consume_cycle >= ${from}`,
      below !== null && sql`p.actually_consume_cycle < ${below}`,
      byLimit[limit],
      hasCycle !== '' && sql`p.actually_consume_cycle ${sql.raw(hasCycle === String(yesNo.no) ? 'is null' : 'is not null')}`,
    ];
  },
  searchedIn: {
    laboratoryId: sql`p.laboratory_id`,
    panelGroupId: sql`p.panel_group_id`,
    sendSampleClientId: sql`p.send_sample_client_id`,
    commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`p.commodity_ids`),
    countedFrom: isCounted,
    isCounted,
  },
  usual: usualPeriods.applied,
  order: sql`p.report_time desc, p.task_id`,
  indexes: ['report_period_laboratory_ix', 'report_period_lab_code_ix', 'report_period_pk'],
};
/** `comprehensive-query/report-period-page`. Throws UserError 400 without a laboratory. */
export const servedPeriods = defineListing(reportPeriods, listing);

interface Summed extends Omit<PeriodChart, 'width' | 'bins' | 'internal' | 'external'> {
  readonly longest: number;
  readonly internalLeast: number | null;
  readonly internalMost: number | null;
  readonly externalLeast: number | null;
  readonly externalMost: number | null;
}

export const periodCalls: readonly Call[] = serveCalls(periodContracts, {
  'GET search/comprehensive-query/report-period-chart': {
    async handle({ db, user, query, now, request }) {
      const condition = await conditionOfListing(reportPeriods, listing, { db, user, query, now, request });
      return withinLimit(db, async (limited) => {
        const row = await readRow<Summed>(
          limited,
          sql`select count(p.actually_consume_cycle)::int as count, count(*) filter (where p.actually_consume_cycle is null)::int as left_out, coalesce(max(p.actually_consume_cycle), 0) as longest,
              percentile_cont(0.5) within group (order by p.actually_consume_cycle) as p50, percentile_disc(0.9) within group (order by p.actually_consume_cycle) as p90,
              min(p.internal_test_cycle) as internal_least, max(p.internal_test_cycle) as internal_most, min(p.external_test_cycle) as external_least, max(p.external_test_cycle) as external_most
            from report_period p where ${condition}`,
        );
        if (!row) throw new Error('an aggregate without a row');
        const { longest, internalLeast, internalMost, externalLeast, externalMost, ...told } = row;
        const width = widthFor(longest);
        const bins = await readRows<PeriodChart['bins'][number]>(
          limited,
          sql`select (p.actually_consume_cycle / ${sql.raw(String(width))})::int as bin, ${sql.join(
            Object.entries(byLimit).map(([kind, is]) => sql`count(*) filter (where ${is})::int as ${sql.identifier(snakeCase(kind))}`),
            sql`, `,
          )}
            from report_period p where ${condition} and p.actually_consume_cycle is not null group by 1 order by 1`,
        );
        return {
          ...told,
          width,
          bins,
          internal: { least: internalLeast, most: internalMost },
          external: { least: externalLeast, most: externalMost },
        };
      });
    },
  },
});
