import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { abnormalWithdraw, openCaseRefusal, type KnownCase } from '../abnormal/abnormalActs.ts';
import { caseState } from '../abnormal/abnormalChoices.ts';
import { by, reception } from '../deskExamples.ts';
import { labStatus } from '../sampleStatus.ts';
import { rejectAdd, rejectAddRefusal, type RejectedTube } from './rejectAdd.ts';
import { rejectState } from './rejectChoices.ts';
import { rejectUpdate } from './rejectFollow.ts';
import { openRejectRefusal, type RejectRecord } from './rejectRecover.ts';

const acting = by(reception);
const at = '2026-11-20 09:00:00';
interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const known = fc
  .constantFrom(caseState.waiting, caseState.inHand, caseState.closed, caseState.rejected, caseState.withdrawn)
  .map((state): KnownCase => ({
    caseId: '1',
    caseNo: 'YC1',
    caseCode: 'REJ02',
    severity: 1,
    state,
    isHold: 0,
    foundUserId: acting.user.id,
    closedUserName: null,
    updateTime: at,
  }));
const record = fc.constantFrom(rejectState.rejected, rejectState.recovered).map((state): RejectRecord => ({
  rejectRecordId: '1',
  sampleCode: '0260000001',
  state,
  version: 1,
  applyCreatorId: '7',
  applyCreateServerTime: at,
  recoverUserName: null,
  recoverTime: null,
  updateTime: at,
}));
const tube: fc.Arbitrary<RejectedTube> = fc.record({
  sampleCode: fc.constant('0260000001'),
  requisitionCode: fc.constant('A26000001'),
  labStatus: fc.constantFrom(labStatus.pendingEntry, labStatus.entered, labStatus.received, labStatus.issued),
  isInHandover: fc.boolean(),
  hasWork: fc.boolean(),
  entrustedTo: fc.constantFrom(null, '北京检验所'),
  rejected: fc.constant(null),
});

/** What greys acts on rejections and cases (domain/foresight.test.ts has the others). */
const parts: Readonly<Record<string, { readonly foretold: fc.Arbitrary<Foretold> }>> = {
  openCaseRefusal: {
    foretold: known.map((one) => ({
      row: openCaseRefusal(one),
      server: abnormalWithdraw.decide({ known: one }, { caseId: '1', reason: '误登' }, acting),
    })),
  },
  openRejectRefusal: {
    foretold: record.map((one) => ({
      row: openRejectRefusal(one),
      server: rejectUpdate.decide({ record: one, missingPhotos: 0 }, { rejectRecordId: '1', version: 1, reason: '溶血', measure: 1 }, acting),
    })),
  },
  rejectAddRefusal: {
    foretold: tube.map((one) => ({
      row: rejectAddRefusal(one),
      server: rejectAdd.decide(
        { tube: one, settledIn: null, missingPhotos: 0 },
        { sampleCode: one.sampleCode, rejectCode: 'REJ05', measure: 2, reason: '空管', sendSms: 0, photos: [] },
        acting,
      ),
    })),
  },
};

it.each(Object.entries(parts))('%s says what the rule says', (_name, { foretold }) => {
  const seen = { no: 0, yes: 0 };
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      if (row) expect(server).toEqual(row);
      seen[row ? 'no' : 'yes'] += 1;
    }),
    { seed: 7 },
  );
  expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(5);
});
