import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Acting } from '#domain/kernel/command.ts';
import { beginPrint, checkPrint, completePrint, jobState, type PrintJob } from './printJob.ts';

const acting: Acting = {
  user: { id: '1', account: 'a', name: '王敏', tenantId: '000000', permissions: new Set() },
  now: '2026-11-21 09:00:00',
  occurredAt: null,
  deviceId: 'desk-1',
};
const printId = '7';
const newJob = (count: number): PrintJob => ({
  printId,
  state: jobState.waiting,
  codes: Array.from({ length: count }, (_, at) => `K${at + 1}`),
  done: 0,
  run: null,
});

/** What the server does with what was accepted. */
function run(job: PrintJob, from: number | undefined, upTo: number): { job: PrintJob; printed: readonly string[] } {
  const begun = beginPrint.decide({ job }, { printId, from, channel: 'browser', takeOver: false, reason: '卡纸' }, acting);
  if (!begun.accepted) return { job, printed: [] };
  const from1 = begun.change.from;
  const printing: PrintJob = {
    ...job,
    state: jobState.printing,
    done: Math.min(job.done, from1 - 1),
    run: { runId: '9', from: from1, userId: '1', userName: '王敏', deviceId: 'desk-1', beginTime: acting.now },
  };
  const completed = completePrint.decide({ job: printing }, { printId, upTo: Math.max(from1 - 1, Math.min(upTo, job.codes.length)) }, acting);
  if (!completed.accepted) throw new Error(completed.code);
  return { job: { ...printing, state: completed.change.state, done: completed.change.upTo, run: null }, printed: completed.change.printed };
}

it('prints every label and leaves none out, wherever the printer jams', () => {
  const jams = fc.array(fc.record({ from: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }), upTo: fc.nat(30) }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), jams, (count, runs) => {
      let job = newJob(count);
      const out = new Set<string>();
      for (const each of runs) {
        const step = run(job, each.from, each.upTo);
        job = step.job;
        for (const code of step.printed) out.add(code);
        expect(job.codes.slice(0, job.done).every((code) => out.has(code))).toBe(true);
        const check = checkPrint.decide({ job }, { printId, code: 'K1' }, acting);
        expect(check.accepted).toBe(job.done === count);
      }
      ({ job } = run(job, undefined, count));
      expect(job.done).toBe(count);
      expect(job.state).toBe(jobState.toCheck);
    }),
  );
});

it('belongs to the person and desk that print it until another takes it over', () => {
  const job: PrintJob = {
    ...newJob(3),
    state: jobState.printing,
    run: { runId: '9', from: 1, userId: '2', userName: '李四', deviceId: 'desk-2', beginTime: acting.now },
  };
  const ask = { printId, channel: 'zpl' as const, takeOver: false };
  expect(beginPrint.decide({ job }, ask, acting)).toMatchObject({ accepted: false, code: 'printJob.busy', params: { by: '李四' } });
  expect(beginPrint.decide({ job }, { ...ask, takeOver: true }, acting)).toMatchObject({ accepted: true, change: { abandoned: '9' } });
});
