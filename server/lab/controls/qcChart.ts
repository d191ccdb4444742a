import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { excludePoint, includePoint, qcChartContracts, qcChartList, qcPointList, type QcPointInput } from '#domain/lab/qcChart.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { targetSource } from '#domain/lab/qcLot.ts';
import { controlVerdict, cumulativeTarget, pointsForTarget, type ControlVerdict } from '#domain/lab/rules/westgard.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { serveCommand, type Call, type ServedCommand } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { qcPointTable } from '#server/storage/labBatchTables.ts';
import { inLaboratories, laboratoriesOf, maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, maySeePanelGroup, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { NotYours } from '#server/kernel/http/notYours.ts';
import { targetOf } from '../results/controls.ts';
import { rejudgeRun } from '../results/rejudgeRun.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;
const asId = (given: string): string => (/^\d{1,18}$/.test(given) ? given : '0');

/** Lots a person may see, alias q: of their laboratories and panel groups. */
async function lotsInSight(reader: Reader, user: Actor): Promise<SQL> {
  const [laboratories, groups] = [await laboratoriesOf(reader, user), await panelGroupsOf(reader, user)];
  return allOf([
    sql`q.tenant_id = ${user.tenantId}`,
    sql`q.is_deleted = 0`,
    inLaboratories(sql`q.laboratory_id`, laboratories),
    inPanelGroups(sql`q.panel_group_id`, groups),
  ]);
}

/** Lots with what their charts say last. */
export const servedQcCharts = defineListing(qcChartList, {
  columns: {
    qcLotId: sql`q.id`,
    materialName: sql`q.material_name`,
    lotNo: sql`q.lot_no`,
    controlKind: sql`q.control_kind`,
    panelGroupId: sql`q.panel_group_id`,
    panelGroupName: sql`(select g.panel_group_name from panel_group g where g.tenant_id = q.tenant_id and g.id = q.panel_group_id)`,
    laboratoryId: sql`q.laboratory_id`,
    laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = q.tenant_id and l.id = q.laboratory_id)`,
    itemName: sql`(select i.item_name from item i where i.tenant_id = q.tenant_id and i.id = q.item_id)`,
    metric: sql`q.metric`,
    targetSource: sql`q.target_source`,
    expireDate: sql`q.expire_date`,
    pointCount: sql`(select count(*)::int from qc_point p where p.tenant_id = q.tenant_id and p.qc_lot_id = q.id)`,
    lastTime: sql`(select p.create_time from qc_point p where p.tenant_id = q.tenant_id and p.qc_lot_id = q.id order by p.create_time desc, p.id desc limit 1)`,
    lastVerdict: sql`(select p.verdict from qc_point p where p.tenant_id = q.tenant_id and p.qc_lot_id = q.id order by p.create_time desc, p.id desc limit 1)`,
  },
  from: sql`qc_lot q`,
  where: async ({ db, user }) => [await lotsInSight(db, user)],
  order: sql`q.is_disable, q.expire_date desc, q.id`,
  indexes: ['qc_point_lot_ix'],
  few: 'a laboratory has some hundred lots',
});

const acted = (what: 'user_name' | 'create_time'): SQL =>
  sql`case when p.excluded_reason is not null then (select a.${sql.identifier(what)} from audit_entry a where a.tenant_id = p.tenant_id and a.subject = p.id::text
    and a.action = ${excludePoint.name} order by a.id desc limit 1) end`;

/** The points of one lot, the newest first. */
export const servedQcPoints = defineListing(qcPointList, {
  columns: {
    qcPointId: sql`p.id`,
    qcLotId: sql`p.qc_lot_id`,
    createTime: sql`p.create_time`,
    value: sql`p.value`,
    number: sql`p.number::float8`,
    z: sql`p.z::float8`,
    verdict: sql`p.verdict`,
    rules: sql`p.rules`,
    well: sql`p.well`,
    ruleId: sql`p.rule_id`,
    batch: sql`(select b.batch from lab_batch b where b.tenant_id = p.tenant_id and b.id = p.rule_id)`,
    fileId: sql`p.file_id`,
    fileName: sql`(select f.file_name from result_file f where f.tenant_id = p.tenant_id and f.id = p.file_id)`,
    excludedReason: sql`p.excluded_reason`,
    excludedBy: acted('user_name'),
    excludedTime: acted('create_time'),
  },
  from: sql`qc_point p join qc_lot q on q.tenant_id = p.tenant_id and q.id = p.qc_lot_id`,
  where: async ({ db, user, query }) => [await lotsInSight(db, user), sql`p.qc_lot_id = ${asId(parameter(query, 'qcLotId'))}`],
  order: sql`p.create_time desc, p.id desc`,
  indexes: ['qc_point_lot_ix'],
});

interface Lot {
  readonly qcLotId: string;
  readonly targetSource: (typeof targetSource)['given'] | (typeof targetSource)['cumulative'] | null;
  readonly mean: number | null;
  readonly sd: number | null;
}
export const qcChartCalls: readonly Call[] = serveCalls(qcChartContracts, {
  'GET lab/qc-chart/target': {
    async handle({ db, user, query }) {
      const lot = await readRow<Lot>(
        db,
        sql`select q.id as qc_lot_id, q.target_source, q.mean::float8 as mean, q.sd::float8 as sd from qc_lot q where ${await lotsInSight(db, user)} and q.id = ${asId(query.qcLotId)}`,
      );
      if (!lot) throw new UserError(404, ['没有此质控品', 'No such control lot'], { refusal: 'qcLot.unknown' });
      const points = await readRows<{ number: number; verdict: ControlVerdict }>(
        db,
        sql`select p.number::float8 as number, p.verdict from qc_point p where p.tenant_id = ${user.tenantId} and p.qc_lot_id = ${lot.qcLotId} and p.number is not null
          and p.excluded_reason is null and p.verdict <> ${controlVerdict.rejected} order by p.create_time, p.id limit ${pointsForTarget}`,
      );
      const target = targetOf(lot, points);
      const own = lot.targetSource === targetSource.cumulative ? cumulativeTarget(points.map(({ number }) => number)) : null;
      return {
        qcLotId: lot.qcLotId,
        targetSource: lot.targetSource,
        mean: target?.mean ?? null,
        sd: target?.sd ?? null,
        cv: own?.cv ?? (target && target.mean !== 0 ? (target.sd / Math.abs(target.mean)) * 100 : null),
        inControlCount: points.length,
        neededCount: pointsForTarget,
      };
    },
  },
});

interface Point {
  readonly qcPointId: string;
  readonly excludedReason: string | null;
  readonly fileId: string | null;
  readonly uploadUserId: string | null;
  readonly isOwn: boolean;
  readonly lotNo: string;
}
/** Both acts of a point; a point elsewhere is told to be elsewhere. */
const served = (command: typeof excludePoint): ServedCommand =>
  serveCommand(command, {
    async load(tx, { qcPointId }: QcPointInput, { user }) {
      const isOwn = sql`(${maySeeLaboratory(user.tenantId, user.id, sql`q.laboratory_id`)} and ${maySeePanelGroup(user, sql`q.panel_group_id`)})`;
      const point = await readRow<Point>(
        tx,
        sql`select p.id as qc_point_id, p.excluded_reason, p.file_id, f.upload_user_id, q.lot_no, ${isOwn} as is_own from qc_point p join qc_lot q on q.tenant_id = p.tenant_id and q.id = p.qc_lot_id
            left join result_file f on f.tenant_id = p.tenant_id and f.id = p.file_id
          where p.tenant_id = ${user.tenantId} and p.id = ${qcPointId} for update of p`,
      );
      if (point && !point.isOwn) throw new NotYours(point.lotNo);
      return { point: point ?? null };
    },
    async write(tx, { change, acting, opId, input, state }) {
      await tx
        .update(qcPointTable)
        .set({ excludedReason: change.excludedReason })
        .where(sql`tenant_id = ${acting.user.tenantId} and id = ${change.qcPointId}`);
      const fileId = state.point?.fileId ?? null;
      if (fileId !== null) await rejudgeRun(tx, acting.user.tenantId, fileId, { act: timelineAct.resultGate, acting, opId, note: input.reason });
      return { qcPointId: change.qcPointId };
    },
    answerRepeat: ({ change: { qcPointId } }) => ({ qcPointId }),
  });
export const servedPointActs: readonly ServedCommand[] = [served(excludePoint), served(includePoint)];
