import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import {
  mostRelated,
  mostTubes,
  sampleDetailContracts,
  type OrderedCommodity,
  type OrderedRequisition,
  type ResultItem,
  revealedPerson,
} from '#domain/search/sampleDetail.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { languageOf, missing, UserError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { neededId, neededParameter, parameter } from '#server/kernel/resource/pageRows.ts';
import { selected } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { sightOf } from '#server/spine/sight.ts';
import { awaitedEvents, eventsOf } from '#server/spine/timeline/events.ts';
import { findTubes, type FoundTube } from '#server/spine/timeline/findTubes.ts';
import { relatedTubes } from '#server/spine/timeline/relations.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { itemColumns, itemFrom, itemJoins } from './itemColumns.ts';

const unknownSample = (): UserError => new UserError(404, ['没有此样本', 'No such sample'], { refusal: 'sample.unknown' });
const shown = ({ requisitionId: _own, ...tube }: FoundTube) => tube;
const wholeCode = (text: string): string => text.normalize('NFKC').toUpperCase();

export const sampleDetailCalls: readonly Call[] = serveCalls(sampleDetailContracts, {
  'GET search/comprehensive-query/commodity-detail': {
    async handle({ db, user, query }): Promise<OrderedCommodity[]> {
      const code = wholeCode(neededParameter(query, 'requisitionCode'));
      const columns = {
        ...itemColumns,
        executeType: sql`c.execute_type::int`,
        panelNames: sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(c.panel_ids, n.id)) from panel n where n.tenant_id = c.tenant_id and n.id = any(c.panel_ids)), '')`,
        itemState: sql`i.item_state::int`,
      };
      return readRows(
        db,
        sql`select ${selected(columns)} from ${itemFrom} ${itemJoins} where i.tenant_id = ${user.tenantId} and ${(await sightOf(db, user)).tubesOfEither} and s.requisition_code = ${code}
          order by s.sample_code, i.id`,
      );
    },
  },
  /** By tube or lab code; a spare tube has the results of the tube it follows. */
  'GET search/comprehensive-query/item-detail': {
    async handle({ db, user, query }): Promise<ResultItem[]> {
      const [sampleCode, labCode] = [wholeCode(parameter(query, 'sampleCode')), wholeCode(parameter(query, 'labCode'))];
      if (sampleCode === '' && labCode === '') throw missing('sampleCode');
      const told = sql`t.task_state in (${taskState.secondAudit}, ${taskState.audited}, ${taskState.issued})`;
      return readRows(
        db,
        sql`select t.id::text as task_id, x.item_id::text as item_id, s.sample_code, s.lab_code,
            (select n.panel_group_name from panel_group n where n.tenant_id = t.tenant_id and n.id = t.panel_group_id) as panel_group_name,
            coalesce((select string_agg(n.panel_name, '、' order by n.id) from panel n where n.tenant_id = t.tenant_id and n.id = any(t.panel_ids)), '') as panel_name,
            x.item_name, (select n.item_short_name from item n where n.tenant_id = x.tenant_id and n.id = x.item_id) as item_short_name, x.unit,
            case when ${told} then x.value end as values, case when ${told} then x.result_status end as result_status, x.reference_range, t.check_time_one, t.check_time_two
          from sample s join lab_task t on t.tenant_id = s.tenant_id and t.sample_id = coalesce(s.primary_sample_id, s.id) and t.task_state <> ${taskState.voided}
            join lab_result x on x.tenant_id = t.tenant_id and x.task_id = t.id
          where ${allOf([(await sightOf(db, user)).tubesOfEither, inPanelGroups(sql`t.panel_group_id`, await panelGroupsOf(db, user))])}
            and ${sampleCode === '' ? sql`s.lab_code = ${labCode}` : sql`s.sample_code = ${sampleCode}`}
          order by t.id, x.item_code, x.item_id`,
      );
    },
  },
  'GET search/comprehensive-query/barcode-detail': {
    async handle({ db, user, query, request }) {
      const code = wholeCode(neededParameter(query, 'sampleCode'));
      const tubes = await findTubes(db, user, code);
      const tube = tubes.find(({ sampleCode }) => sampleCode === code) ?? (tubes.length === 1 ? tubes[0] : undefined);
      if (!tube) throw unknownSample();
      return { tube: shown(tube), steps: await eventsOf(db, user, [tube], languageOf(request)) };
    },
  },
  /** Who asked, for which tube and why is written before anything is told. */
  'POST search/comprehensive-query/reveal': {
    cost: 'reveal',
    async handle({ database, user, body, request, now }) {
      const code = wholeCode(body.sampleCode);
      return database.transaction(async (tx) => {
        const tube = (await findTubes(tx, user, code)).find(({ sampleCode }) => sampleCode === code);
        const person =
          tube &&
          (await readRow(
            tx,
            sql`select person_name, telephone, credential_no, patient_no from requisition where tenant_id = ${user.tenantId} and id = ${tube.requisitionId}`,
            revealedPerson,
          ));
        if (!person) throw unknownSample();
        const asked = { user, deviceId: deviceIdOf(request), opId: null, before: null, after: null, reason: body.reason, now };
        await writeAudit(tx, { ...asked, action: 'patient.reveal', subject: code });
        return person;
      });
    },
  },
  /** All of them: an order's lines are few beside what a list pages. Both the order and the requisition must be in the asker's sight. */
  'GET sample/requisition-related/list': {
    async handle({ db, user, query }): Promise<OrderedRequisition[]> {
      const orderId = neededId(query, 'orderId');
      return readRows(
        db,
        sql`select r.id::text as requisition_id, r.requisition_code, r.hospital_code, string_agg(distinct l.sample_code, '、') as sample_code,
            ${patientShown.name(sql`r.person_name`)({ user })} as person_name, string_agg(distinct c.commodity_name, '、') as commodity_name,
            min(s.lab_status)::int as lab_status, max(l.audit_time) filter (where l.reported = 1) as report_time, r.original_sample_code
          from sales_order d join sales_order_line x on x.tenant_id = d.tenant_id and x.order_id = d.id join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id
            join requisition r on r.tenant_id = l.tenant_id and r.id = l.requisition_id left join sample s on s.tenant_id = l.tenant_id and s.id = l.sample_id
            left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id
          where ${await linesInSight(db, user, 'd')} and d.id = ${orderId} and d.is_deleted = 0 and ${(await sightOf(db, user)).requisitions}
          group by r.tenant_id, r.id order by r.requisition_code, r.id`,
      );
    },
  },
  'GET sample/timeline': {
    async handle({ db, user, query, request }) {
      const code = neededParameter(query, 'code');
      const language = languageOf(request);
      const found = await findTubes(db, user, code);
      const tubes = found.slice(0, mostTubes);
      const related = await relatedTubes(db, user, tubes);
      return {
        tubes: tubes.map(shown),
        isCut: found.length > mostTubes,
        related: related.slice(0, mostRelated),
        isRelatedCut: related.length > mostRelated,
        // What is awaited has a life before it is here.
        events: tubes.length > 0 ? await eventsOf(db, user, tubes, language) : await awaitedEvents(db, user, code, language),
      };
    },
  },
});
