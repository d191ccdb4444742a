import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { by, clerk1, reception } from '../deskExamples.ts';
import { cancelEntrust, cancelEntrustRefusal, passEntrust, passEntrustRefusal, type EntrustedTube } from '../entrust/entrustActs.ts';
import type { ChangeFacts } from './changeFacts.ts';
import { auditChange, auditChangeRefusal, cancelChange, cancelChangeRefusal, type Application } from './orderChangeActs.ts';

const acting = by(reception);
const { user } = acting;
interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const application = fc
  .record({ auditStatus: fc.constantFrom<0 | 1 | 2 | 3 | 4>(0, 0, 1, 2, 3, 4), applicantId: fc.constantFrom(user.id, clerk1.id) })
  .map((part): Application => ({
    ...part,
    orderChangeId: '1',
    requisitionCode: 'A26000001',
    applyType: 1,
    changes: [],
    addCommodityIds: [],
    removeCommodityIds: [],
    actor: '李质量',
    actionTime: '2026-11-20 09:00:00',
  }));
const facts = {} as ChangeFacts;
const tube: EntrustedTube = { sampleCode: '0260000001', labStatus: 103, laboratoryId: '1', isShared: false, tasks: [], heldBy: null, living: null };
const record = fc.record({
  entrustId: fc.constant('1'),
  state: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
  isOutside: fc.boolean(),
  courierNumber: fc.constantFrom(null, 'SF1'),
  by: fc.constant('李检验'),
  at: fc.constant('2026-11-20 09:00:00'),
});

/** What greys an act on a change or an entrusted tube at its row (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly foretold: fc.Arbitrary<Foretold> }>> = {
  cancelChangeRefusal: {
    foretold: application.map((one) => ({
      row: cancelChangeRefusal(one, user),
      server: cancelChange.decide({ application: one }, { id: '1', reason: '撤' }, acting),
    })),
  },
  auditChangeRefusal: {
    foretold: application.map((one) => ({
      row: auditChangeRefusal(one, user),
      server: auditChange.decide({ application: one, facts }, { id: '1', auditStatus: 2, auditOpinion: '不同意' }, acting),
    })),
  },
  passEntrustRefusal: {
    foretold: record.map((one) => ({ row: passEntrustRefusal(one), server: passEntrust.decide({ record: one, tube }, { id: '1' }, acting) })),
  },
  cancelEntrustRefusal: {
    foretold: record.map((one) => ({
      row: cancelEntrustRefusal(one),
      server: cancelEntrust.decide({ record: one, tube }, { id: '1', reason: '撤' }, acting),
    })),
  },
};

it.each(Object.entries(rows))('%s says what the server says', (_name, { foretold }) => {
  fc.assert(
    fc.property(foretold, ({ row, server }) => {
      expect(server.accepted ? null : server).toEqual(row);
    }),
  );
});
