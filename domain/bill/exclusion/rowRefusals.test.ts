import fc from 'fast-check';
import { expect, it } from 'vitest';
import { by, reception } from '#domain/sample/deskExamples.ts';
import type { Outcome, Refusal } from '#domain/kernel/outcome.ts';
import { chargeRefusal, endBuying, endGiving, giveClients } from '../charge/chargeActs.ts';
import { clientRefusal, excludeClients, restoreClients } from './clientExclusion.ts';
import { excludeSamples, restoreSamples, sampleRefusal } from './sampleExclusion.ts';

const acting = by(reception);
const why = { applicant: '李经理', reason: '合同未签' };
interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const flag = fc.constantFrom<0 | 1>(0, 1);

/** What greys an act of exclusion or of charge types at its row (domain/foresight.test.ts has the others). */
const rows: Readonly<Record<string, { readonly foretold: fc.Arbitrary<readonly Foretold[]> }>> = {
  clientRefusal: {
    foretold: flag.map((isExcluded) => {
      const client = { clientName: '甲', isExcluded };
      const [state, input] = [
        { client, isElsewhere: false },
        { sendSampleClientId: '1', ...why },
      ];
      return [
        { row: clientRefusal(client, true), server: excludeClients.decide(state, input, acting) },
        { row: clientRefusal(client, false), server: restoreClients.decide(state, input, acting) },
      ];
    }),
  },
  sampleRefusal: {
    foretold: fc
      .record({ sampleCode: fc.constant('A'), excludedBy: fc.nat(3), orderNo: fc.constantFrom(null, 'SO-1'), isWithdrawn: fc.boolean() })
      .map((line) => [
        { row: sampleRefusal(line, true), server: excludeSamples.decide({ line }, { lineId: '1', ...why }, acting) },
        { row: sampleRefusal(line, false), server: restoreSamples.decide({ line }, { lineId: '1', ...why }, acting) },
      ]),
  },
  chargeRefusal: {
    foretold: flag.map((isOn) => {
      const owner = { name: '甲', isOn: isOn === 1 };
      const state = { owner, isElsewhere: false };
      return [
        { row: chargeRefusal(owner, true), server: giveClients.decide(state, { sendSampleClientId: '1', reason: '赠' }, acting) },
        { row: chargeRefusal(owner, false), server: endGiving.decide(state, { sendSampleClientId: '1', reason: '赠' }, acting) },
        { row: chargeRefusal(owner, false), server: endBuying.decide(state, { commodityId: '1', reason: '赠' }, acting) },
      ];
    }),
  },
};

it.each(Object.entries(rows))('%s says what the server says', (_name, { foretold }) => {
  fc.assert(
    fc.property(foretold, (pairs) => {
      for (const { row, server } of pairs) expect(server.accepted ? null : server).toEqual(row);
    }),
  );
});
