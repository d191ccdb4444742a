import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreseeing } from '#domain/kernel/foresight.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { receiveSample } from './labReceive.ts';
import { receiveInput, type ReceivedSample, type ReceiveState } from './receiveState.ts';
import type { ReceiveFacts } from './receiveForesight.ts';

const now = '2026-11-21 10:00:00';
const acting = by(reception, now, now);
const tube = fc.record({
  labStatus: fc.constantFrom(101, 103, 103, 103, 104, 106, 110, 111),
  labCode: fc.constantFrom(null, 'L1'),
  executeLaboratoryId: fc.constantFrom('31', '31', '32'),
  notHandedOver: fc.constantFrom([], [], ['血常规五分类']),
});
/** What the server holds of the tubes that answer to one code, and a receipt of it. */
const world = fc.record({
  tubes: fc.array(tube, { maxLength: 2 }),
  printed: fc.constantFrom(
    null,
    { isSpoiled: false, laboratoryId: null, boundTo: null },
    { isSpoiled: true, laboratoryId: '31', boundTo: null },
    { isSpoiled: false, laboratoryId: '32', boundTo: 'B9' },
  ),
  input: fc.record({ labCode: fc.constantFrom(null, 'L1', 'L2'), laboratoryId: fc.constantFrom(null, null, '31') }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

const inputOf = ({ input }: World) => receiveInput.parse({ code: 'A1', ...input });
const samplesOf = ({ tubes }: World): ReceivedSample[] =>
  tubes.map((one, index) => ({
    ...one,
    sampleCode: `A${index + 1}`,
    requisitionCode: 'A26000001',
    labStatus: one.labStatus as ReceivedSample['labStatus'],
    receivedBy: one.labStatus === 104 ? '孙涛' : null,
    labReceiveTime: one.labStatus === 104 ? '2026-11-21 09:12:00' : null,
    rejectReason: one.labStatus === 111 ? '溶血' : null,
    executeLaboratoryName: `检验所${one.executeLaboratoryId}`,
  }));
const decided = (one: World, laboratoryIds: ReceiveState['laboratoryIds'] = null) =>
  receiveSample.decide({ samples: samplesOf(one), laboratoryIds, printed: one.printed }, inputOf(one), acting);
const foreseen = (one: World, facts: Partial<ReceiveFacts>) =>
  foreseeing(receiveSample, inputOf(one), { tubes: samplesOf(one), isCurrent: true, own: null, printed: one.printed, ...facts }, acting);

it('foresees with full knowledge what the server decides, to the last field', () => {
  let refusals = 0;
  fc.assert(
    fc.property(world, (one) => {
      const { outcome, unknown } = foreseen(one, {});
      expect(unknown).toEqual([]);
      expect(outcome).toEqual(decided(one));
      if (!outcome.accepted) refusals += 1;
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(refusals).toBeGreaterThan(100);
});

it('never says the contrary with less: what it refuses is refused, and what it lacks it names', () => {
  const lacking = fc.record({
    isListed: fc.boolean(),
    isHandoverKnown: fc.boolean(),
    isLabCodeKnown: fc.boolean(),
    isSignedSince: fc.boolean(),
    isLimited: fc.boolean(),
  });
  let open = 0;
  fc.assert(
    fc.property(world, lacking, (one, lacks) => {
      const laboratoryIds = lacks.isLimited ? ['31'] : null;
      const own = samplesOf(one).filter(({ executeLaboratoryId }) => laboratoryIds?.includes(executeLaboratoryId) ?? true);
      // A list says how a handover stood when it was fetched: it may have been signed since.
      const listed = own.map((sample) => ({
        ...sample,
        notHandedOver: !lacks.isHandoverKnown ? undefined : lacks.isSignedSince ? ['血常规五分类'] : sample.notHandedOver,
      }));
      const { outcome, unknown } = foreseen(one, {
        isCurrent: false,
        tubes: lacks.isListed && listed.length > 0 ? listed : undefined,
        ...(lacks.isLabCodeKnown ? {} : { printed: undefined }),
      });
      const server = decided(one, laboratoryIds);
      if (!outcome.accepted) expect(server.accepted).toBe(false);
      if (outcome.accepted && !server.accepted) {
        open += 1;
        // Another laboratory's tube with the same number is never on a list.
        expect(unknown.length > 0 || own.length < one.tubes.length).toBe(true);
      }
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(open).toBeGreaterThan(50);
});

it('remembers what this desk received itself, unless the server has just said otherwise', () => {
  const own = { by: '孙涛', at: '2026-11-21 09:30:00' };
  const listed: World = {
    tubes: [{ labStatus: 103, labCode: null, executeLaboratoryId: '31', notHandedOver: [] }],
    printed: null,
    input: { labCode: null, laboratoryId: null },
  };
  const here = foreseen(listed, { isCurrent: false, own });
  expect(here).toMatchObject({ unknown: [], outcome: { accepted: true, repeat: true, change: { receivedBy: '孙涛', labReceiveTime: own.at } } });
  expect(foreseen(listed, { isCurrent: false, own, tubes: undefined })).toMatchObject({ unknown: [], outcome: { repeat: true } });
  const again = foreseen(listed, { isCurrent: true, own }).outcome;
  expect(again.accepted && again.repeat).toBe(undefined);
});
