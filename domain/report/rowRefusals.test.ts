import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '#domain/kernel/command.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { auditReports, cancelReportAudit, takeBackRefusal, type AuditedReport } from './reportActs.ts';
import { removeUpload, removeUploadRefusal } from './upload/uploadActs.ts';
import type { ReportState } from './reportState.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const acting = by(reception);
const report = { reportId: '5', reportNo: 'A1', versionId: '7' };

/** What greys an act on a report at its row (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly command: Command; readonly foretold: fc.Arbitrary<Foretold> }>> = {
  takeBackRefusal: {
    command: cancelReportAudit as Command,
    foretold: fc
      .record({
        state: fc.constantFrom<ReportState>(4, 4, 4, 3, 5),
        heldUntil: fc.constantFrom(null, '2000-01-01 00:00:00', '2999-01-01 00:00:00', '2999-01-01 00:00:00'),
        hasLeft: fc.constantFrom(false, false, true),
      })
      .map((one): Foretold => ({
        row: takeBackRefusal({ ...report, ...one }, acting.now),
        server: cancelReportAudit.decide({ report: { ...report, ...one } }, { reportId: '5', reason: '姓名有误' }, acting),
      })),
  },
  removeUploadRefusal: {
    command: removeUpload as Command,
    foretold: fc.constantFrom<1 | 2 | 3>(1, 1, 2, 3).map((state): Foretold => {
      const upload = { uploadId: '3', fileName: 'a.pdf', state, reportId: '5', versionId: '7', sha256: 'a'.repeat(64), wasIssued: false };
      return { row: removeUploadRefusal(upload), server: removeUpload.decide({ upload }, { uploadId: '3', reason: '传错文件' }, acting) };
    }),
  },
};

it.each(Object.entries(rows))('%s never says the contrary of the server', (_name, { command, foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      if (row) expect(server.accepted).toBe(false);
      if (row) expect(row.code in command.refusals).toBe(true);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(20);
});

const audited: AuditedReport = {
  versionId: '7',
  reportId: '5',
  reportNo: 'A1',
  versionNo: 1,
  state: 3,
  versionState: 1,
  draftSha256: 'a'.repeat(64),
  qualitativeResult: 1,
  auditorName: null,
  issueTime: null,
  firstAuditorIds: ['91'],
  secondAuditorIds: ['92'],
  isThirdRelease: false,
  uploaderId: null,
  holdMinutes: 10,
  isSeen: false,
  basis: [],
  isCurrent: true,
};
const release = { finalSha256: 'b'.repeat(64), pages: 1, engineVersion: '1', issueTime: acting.now, signatureId: '3' };

it('issues a report by the right hands alone, of bytes that were looked at', () => {
  const code = (more: Partial<AuditedReport>, input: object = {}, signing: object = { state: 'ready', signUserId: '4', signatureId: '3' }) => {
    const outcome = auditReports.decide(
      { report: { ...audited, ...more }, signing: signing as never },
      { versionId: '7', pdfSha256: 'a'.repeat(64), isAlone: false, prepared: release, ...input },
      acting,
    );
    return outcome.accepted ? null : outcome.code;
  };
  expect(code({})).toBeNull();
  expect(code({ firstAuditorIds: [acting.user.id] })).toBe('report.firstAuditor');
  expect(code({ secondAuditorIds: [acting.user.id] })).toBeNull();
  expect(code({ uploaderId: acting.user.id })).toBe('report.uploader');
  expect(code({ uploaderId: '93' })).toBeNull();
  expect(code({ secondAuditorIds: [acting.user.id], isThirdRelease: true })).toBe('report.secondAuditor');
  for (const more of [{ qualitativeResult: 2 }, { qualitativeResult: 3 }, { qualitativeResult: null }, { versionNo: 2 }]) {
    expect(code(more)).toBe('report.unseen');
    expect(code({ ...more, isSeen: true })).toBe('report.oneByOne');
    expect(code({ ...more, isSeen: true }, { isAlone: true })).toBeNull();
  }
  expect(code({}, { pdfSha256: 'c'.repeat(64) })).toBe('report.bytes');
  expect(code({}, { prepared: null })).toBe('report.notSet');
  expect(code({}, { prepared: { ...release, signatureId: '9' } })).toBe('report.changed');
  expect(code({}, {}, { state: 'noAuthority' })).toBe('signature.noAuthority');
  expect(code({}, {}, { state: 'noSignature' })).toBe('signature.none');
  expect(code({ isCurrent: false })).toBe('report.changed');
  expect(code({ state: 4, versionState: 3 })).toBe('report.done');
});
