import { auditReports, type ReportAuditInput } from '#domain/report/reportActs.ts';
import { reportState } from '#domain/report/reportState.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import type { StepPorts } from '#server/kernel/verbs/servedArea.ts';
import { markOf } from '#server/spine/line.ts';
import { issueVersion, lockVersion, signingOf, type LockedVersion } from './issue.ts';
import { prepareRelease } from './release.ts';

/** `report.audit`: a person issues what was set with the third signature. */
export const servedAudit = ({ making }: StepPorts): ServedCommand =>
  serveCommand(auditReports, {
    async prepare(user, payload) {
      const { versionId } = payload as Partial<ReportAuditInput>;
      return { prepared: making && typeof versionId === 'string' ? await prepareRelease(making, user, versionId, user) : null };
    },
    async load(tx, { versionId }, { user, now }) {
      const report = await lockVersion(tx, user, versionId);
      return { report, signing: report ? await signingOf(tx, user, report, now.slice(0, 10)) : { state: 'noSignature' as const } };
    },
    async write(tx, { change: { versionId, reportId, release, signUserId }, acting, opId, state: { report } }) {
      if (!report) throw new Error('a report that was accepted is not there');
      const mark = markOf(auditReports, { acting, opId }, report.reportNo);
      await issueVersion(
        tx,
        acting.user.tenantId,
        { report: report as LockedVersion, release, releaser: acting.user, signUserId, criterionVersion: null },
        mark,
      );
      return { versionId, reportId, state: reportState.issued };
    },
  });
