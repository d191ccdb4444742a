import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sendResult } from '#domain/bill/billChoices.ts';
import { by, reception } from '#domain/sample/deskExamples.ts';
import { sendStatement, statementSendRefusal, type KnownMail } from './sendStatement.ts';

const acting = by(reception);
const mail: fc.Arbitrary<KnownMail> = fc.record({
  billEmailId: fc.constant('5'),
  batchNo: fc.constant('ST-1'),
  send: fc.constantFrom(0, 1),
  sendResult: fc.constantFrom(sendResult.not, sendResult.sent, sendResult.failed),
  sendTime: fc.constantFrom(null, acting.now, '2020-01-01 00:00:00'),
});

/** What greys the sending of a statement (domain/foresight.test.ts has the others). */
const parts = {
  statementSendRefusal: {
    both: (one: KnownMail) => [statementSendRefusal(one, acting.now), sendStatement.decide({ mail: one }, { billEmailId: '5' }, acting)] as const,
  },
} as const;

it.each(Object.entries(parts))('%s says what the rule says', (_name, { both }) => {
  fc.assert(
    fc.property(mail, (one) => {
      const [row, server] = both(one);
      expect(row === null).toBe(server.accepted);
      if (row) expect(server).toEqual(row);
    }),
  );
});
