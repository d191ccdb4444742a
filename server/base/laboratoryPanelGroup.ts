import { sql } from 'drizzle-orm';
import { laboratoryPanelGroupContracts } from '#domain/base/listContracts.ts';
import { laboratoryPanelGroup } from '#domain/base/laboratoryPanelGroup.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow } from '#server/storage/readRows.ts';
import { panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { askedIds } from './scopedIds.ts';

const { panelGroupId, segmentId } = laboratoryPanelGroup.fields;

interface Bound {
  readonly groupName: string;
  readonly groupLaboratory: string | null;
  readonly laboratoryId: string;
  readonly isTwice: boolean;
  readonly segmentType: number | null;
  readonly segmentLaboratory: string | null;
  readonly segmentClient: string | null;
}

/** What is wrong with a binding as it was saved. */
function faultsOf({ groupName, groupLaboratory, laboratoryId, isTwice, segmentType, segmentLaboratory, segmentClient }: Bound): Problem[] {
  const isStrange = segmentType !== null && (segmentType !== codeType.lab || segmentClient !== null);
  const isElsewhere = segmentLaboratory !== null && segmentLaboratory !== laboratoryId;
  return [
    ...(isTwice ? [problemOf('panelGroupId', panelGroupId, 'taken', { value: groupName })] : []),
    ...(groupLaboratory !== null && groupLaboratory !== laboratoryId
      ? [problemOf('panelGroupId', panelGroupId, 'rule', { text: [`${groupName}属于其他检验所`, `${groupName} belongs to another laboratory`] })]
      : []),
    ...(isStrange
      ? [problemOf('segmentId', segmentId, 'rule', { text: ['请选择自用的实验室编号号段', 'Choose a segment of lab codes for our own use'] })]
      : isElsewhere
        ? [problemOf('segmentId', segmentId, 'rule', { text: ['号段属于其他检验所', 'The segment belongs to another laboratory'] })]
        : []),
  ];
}

const readBound = (tx: Tx, tenantId: string, id: string): Promise<Bound | undefined> =>
  readRow<Bound>(
    tx,
    sql`select g.panel_group_name as group_name, g.laboratory_id::text as group_laboratory, own.laboratory_id::text as laboratory_id,
      exists (select 1 from laboratory_panel_group o where o.tenant_id = own.tenant_id and o.laboratory_id = own.laboratory_id and o.panel_group_id = own.panel_group_id and o.is_deleted = 0 and o.id <> own.id) as is_twice,
      s.code_type::int as segment_type, s.laboratory_id::text as segment_laboratory, s.send_sample_client_id::text as segment_client
    from laboratory_panel_group own join panel_group g on g.tenant_id = own.tenant_id and g.id = own.panel_group_id
    left join number_segment s on s.tenant_id = own.tenant_id and s.id = own.segment_id where own.tenant_id = ${tenantId} and own.id = ${id}`,
  );

export const laboratoryPanelGroupCalls: readonly Call[] = serveCalls(laboratoryPanelGroupContracts, {
  'POST base/laboratory-panel-group/bind-lab-code': {
    /** Stands in for the described save: a laboratory has a panel group once, and takes lab codes of its own. */
    async write(tx, { body, user, writing }) {
      // The counter's row stays locked to the end: two saves of one pair come one after the other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const { id } = await saveRow(tx, laboratoryPanelGroup, body, writing);
      const bound = await readBound(tx, user.tenantId, id);
      const problems = bound ? faultsOf(bound) : [];
      if (problems.length > 0) throw problemsError(problems);
      return { id };
    },
  },
  'GET base/laboratory-panel-group/my-list': {
    async handle({ db, query, user }) {
      const wanted = askedIds(await panelGroupsOf(db, user), parameter(query, 'panelGroupId'));
      return wanted === null ? [] : resourceReader(db, laboratoryPanelGroup, user, new Map()).list({ ...query, panelGroupId: wanted });
    },
  },
  'POST base/laboratory-panel-group/custom-list': {
    /** Those of certain laboratories and panel groups; a list that is not sent does not narrow. Reads. */
    async handle({ db, body, user }) {
      if (body.laboratoryIds?.length === 0 || body.panelGroupIds?.length === 0) return [];
      const query = { laboratoryId: body.laboratoryIds?.join(',') ?? '', panelGroupId: body.panelGroupIds?.join(',') ?? '' };
      return resourceReader(db, laboratoryPanelGroup, user, new Map()).list(query);
    },
  },
});
