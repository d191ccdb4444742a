import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '#domain/kernel/command.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { auditReports, cancelReportAudit, takeBackRefusal, type AuditedReport } from './reportActs.ts';
import { closeRecalls, recallRefusal } from './recall.ts';
import type { MailState } from './mail/mailRows.ts';
import { resendMail, resendRefusal } from './mail/resendMail.ts';
import { removeUpload, removeUploadRefusal } from './upload/uploadActs.ts';
import type { ReportState } from './reportState.ts';
import { decideWithdrawals, goBackRefusal, goBackReports, isTakenBackAtOnce, resultMoves, takenBackTo, withdrawalRefusal } from './withdrawal.ts';
import { markRefusal, markSmsSent, sendRefusal, sendSms, unmarkRefusal, unmarkSms, type SmsFacts } from './sms/smsActs.ts';
import type { MarkStatus, SmsState } from './sms/smsState.ts';
import { givingRefusal, printReports } from './search/reportPrint.ts';

interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const acting = by(reception);
const report = { reportId: '5', reportNo: 'A1', versionId: '7', tasks: [{ taskId: '8', sampleCode: '01', taskState: 6 as const, isShared: false }] };
const applied = {
  deApprovalId: '6',
  deApprovalOperate: 3 as const,
  reason: '姓名有误',
  applicantId: '90',
  applicantName: '赵六',
  createTime: '2026-11-20 10:00:00',
};

/** A message as its row tells, in any state. */
const sms: fc.Arbitrary<SmsFacts> = fc.record({
  smsMessageId: fc.constant('8'),
  sampleCode: fc.constant('100000001'),
  state: fc.constantFrom<SmsState>(1, 1, 2, 3, 4, 6, 7, 8),
  markStatus: fc.constantFrom<MarkStatus>(0, 0, 0, 1, 2),
  isHeld: fc.constantFrom(0, 0, 1),
  smsConfigId: fc.constantFrom('9', null),
  claimTime: fc.constantFrom(null, '2000-01-01 00:00:00', '2999-01-01 00:00:00'),
});

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
  goBackRefusal: {
    command: goBackReports as Command,
    foretold: fc
      .record({ state: fc.constantFrom<ReportState>(0, 1, 2, 3, 4, 5, 6, 7, 9), operate: fc.constantFrom<1 | 2 | 3>(1, 2, 3), hasLeft: fc.boolean() })
      .map(({ operate, ...one }): Foretold => {
        const row = { ...report, ...one, heldUntil: null, withdrawal: one.state === 5 ? applied : null };
        const input = { reportId: '5', deApprovalOperate: operate, reason: '姓名有误' };
        return { row: goBackRefusal(row), server: goBackReports.decide({ report: row }, input, acting) };
      }),
  },
  withdrawalRefusal: {
    command: decideWithdrawals as Command,
    foretold: fc
      .record({
        state: fc.constantFrom<1 | 2 | 3>(1, 1, 2, 3),
        applicantId: fc.constantFrom('90', acting.user.id),
        isApproved: fc.boolean(),
        reportState: fc.constantFrom<ReportState>(5, 5, 4),
        opinion: fc.constantFrom(null, '不同意'),
      })
      .map(({ isApproved, opinion, reportState: state, ...one }): Foretold => {
        const withdrawal = { ...applied, ...one, operatorName: '钱七', decideTime: '2026-11-20 11:00:00' };
        const known = { ...report, state, heldUntil: null, hasLeft: true, withdrawal: applied };
        const server = decideWithdrawals.decide({ withdrawal, report: known }, { deApprovalId: '6', isApproved, opinion }, acting);
        return { row: withdrawalRefusal(withdrawal, acting.user), server };
      }),
  },
  recallRefusal: {
    command: closeRecalls as Command,
    foretold: fc
      .record({ state: fc.constantFrom(1, 1, 2), toldTime: fc.constantFrom('2000-01-01 00:00:00', acting.now, '2999-01-01 00:00:00') })
      .map(({ state, toldTime }): Foretold => {
        const recall = { recallId: '5', receiver: '检验科', state, createTime: acting.now, closerName: '赵六', toldTime: null };
        const input = { recallId: '5', contactWay: 1 as const, toldPerson: '李护士', toldTime, remark: null };
        return { row: recallRefusal(recall), server: closeRecalls.decide({ recall }, input, acting) };
      }),
  },
  sendRefusal: {
    command: sendSms as Command,
    foretold: fc
      .record({ sms, isStanding: fc.constantFrom(true, true, false), content: fc.constantFrom('您好', '您好', null) })
      .map((one): Foretold => ({
        row: sendRefusal(one.sms, acting.now),
        server: sendSms.decide(
          { ...one, rule: { smsConfigId: '9', isDisable: 0 }, telephone: '13800000000' },
          { id: '8', smsConfigId: '9', reason: '查无记录' },
          acting,
        ),
      })),
  },
  markRefusal: {
    command: markSmsSent as Command,
    foretold: sms.map((one): Foretold => ({
      row: markRefusal(one, acting.now),
      server: markSmsSent.decide({ sms: one, isStanding: true }, { id: '8', reason: '已电话告知' }, acting),
    })),
  },
  unmarkRefusal: {
    command: unmarkSms as Command,
    foretold: sms.map((one): Foretold => ({
      row: unmarkRefusal(one),
      server: unmarkSms.decide({ sms: one, isStanding: true }, { id: '8', reason: '打错' }, acting),
    })),
  },
  resendRefusal: {
    command: resendMail as Command,
    foretold: fc
      .record({
        state: fc.constantFrom<MailState>(2, 3, 3, 4, 6, 6, 7, 8),
        isHeld: fc.constantFrom(0, 0, 1),
        isOut: fc.constantFrom(true, true, false),
        sendTime: fc.constantFrom(null, '2000-01-01 00:00:00', acting.now),
      })
      .map((one): Foretold => ({
        row: resendRefusal({ reportNo: 'A1', ...one }, acting.now),
        server: resendMail.decide({ mail: { mailId: '5', reportNo: 'A1', ...one }, receivers: 1 }, { mailId: '5', reason: '未收到' }, acting),
      })),
  },
  givingRefusal: {
    command: printReports as Command,
    foretold: fc
      .record({
        reportState: fc.constantFrom<ReportState>(4, 4, 4, 3, 5, 6),
        versionState: fc.constantFrom(3, 3, 3, 1, 4, 5),
        printCount: fc.constantFrom(0, 0, 1),
      })
      .map((one): Foretold => {
        const printed = { ...report, ...one, versionNo: 1, pdfSha256: '', lastBy: null, lastAt: null, isDamaged: false };
        return { row: givingRefusal(printed), server: printReports.decide({ report: printed }, { versionId: '7', copies: 1 } as never, acting) };
      }),
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
  expect(code({ reversal: { by: '某人', at: acting.now } })).toBe('report.reversal');
  expect(code({ state: 4, versionState: 3 })).toBe('report.done');
});

it('takes a report back at once while nothing can have left the house, and each result where the operation says', () => {
  const held = { state: 4 as const, heldUntil: '2999-01-01 00:00:00', hasLeft: false };
  expect(isTakenBackAtOnce(held, acting.now)).toBe(true);
  for (const more of [{ hasLeft: true }, { heldUntil: acting.now }, { heldUntil: null }])
    expect(isTakenBackAtOnce({ ...held, ...more }, acting.now)).toBe(false);
  for (const state of [1, 3, 7] as const) expect(isTakenBackAtOnce({ state, heldUntil: null, hasLeft: false }, acting.now)).toBe(true);

  const tasks = ([1, 3, 4, 5, 6, 7] as const).map((taskState) => ({ taskId: String(taskState), taskState, isShared: false }));
  const goes = (operate: 1 | 2 | 3) => resultMoves(operate, tasks).map(({ from, to }) => [from, to]);
  // What another report tells, too, stays where it is.
  expect(resultMoves(1, [{ taskId: '8', taskState: 6, isShared: true }])).toEqual([]);
  expect(goes(1)).toEqual([
    [5, 3],
    [6, 3],
  ]);
  expect(goes(2)).toEqual([
    [5, 4],
    [6, 4],
  ]);
  expect(goes(3)).toEqual([[6, 5]]);
  expect([takenBackTo(1), takenBackTo(2), takenBackTo(3)]).toEqual([6, 6, 1]);
});
