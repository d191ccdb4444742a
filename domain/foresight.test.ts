import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginPrint, jobState, printRefusal, type JobInHand } from './code/printJob.ts';
import { commands } from './commands.ts';
import type { Command } from './kernel/command.ts';
import type { Outcome, Refusal } from './kernel/outcome.ts';
import { auditResults, auditRights, passRefusal } from './lab/audit/resultAudit.ts';
import { cancelReceive, cancelRefusal } from './lab/labReceive.ts';
import { placeRefusal } from './lab/batch/placeRefusal.ts';
import { changeRefusal } from './lab/batch/saveBatch.ts';
import { removeBatch, removeSheetRefusal, submitBatch, submitRefusal, updateSheet } from './lab/batch/submitBatch.ts';
import { auditedTask, judgedSheet, placed, processRecord, processTask, sheet } from './lab/labExamples.ts';
import { trackRecords } from './lab/process/followActs.ts';
import type { RecordState } from './lab/process/processChoices.ts';
import { openRecordRefusal } from './lab/process/processRecord.ts';
import { taskActRefusal } from './lab/process/processTask.ts';
import { stopTasks } from './lab/process/taskActs.ts';
import type { Signal } from './lab/rules/signals.ts';
import type { TaskState } from './lab/rules/taskState.ts';
import { amendItems, amendRefusal } from './sample/amendItems.ts';
import {
  arbiter,
  by,
  clerk1,
  clerk2,
  detailState,
  doubleCommodity,
  genericCommodity,
  reception,
  summaryOf,
  summaryState,
  typedValues,
} from './sample/deskExamples.ts';
import { arbitrateDetail, ownPassRefusal } from './sample/detailArbitrate.ts';
import { removeDetail, withdrawRefusal } from './sample/detailRemove.ts';
import { removeHandover, removeRefusal } from './sample/handover.ts';
import { replaceCode, replaceRefusal } from './sample/replaceCode.ts';
import { legalMoves, type LabStatus } from './sample/sampleStatus.ts';
import { correctRefusal, correctSummary } from './sample/summaryCorrect.ts';
import { rejectRefusal, rejectSummary } from './sample/summaryReject.ts';

const code = 'A26000001';
const status = fc.constantFrom(...(Object.keys(legalMoves).map(Number) as LabStatus[]));
const tubes = fc
  .array(fc.record({ labStatus: status, isInHandover: fc.boolean() }), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((tube, index) => ({ ...tube, sampleCode: `S${index}` })));

/** A list's row says this of an act that the server would judge so. */
interface Foretold {
  readonly row: Refusal | null;
  readonly server: Outcome<unknown>;
}
const told = <State>(state: fc.Arbitrary<State>, row: (state: State) => Refusal | null, server: (state: State) => Outcome<unknown>) =>
  state.map((one): Foretold => ({ row: row(one), server: server(one) }));

const passOf = (pass: 1 | 2, author: typeof clerk1) => ({
  pass,
  revision: 1,
  kind: 1 as const,
  authorId: author.id,
  authorName: author.name,
  enterTime: '2026-11-21 09:00:00',
  form: 'monogenic' as const,
  values: typedValues,
  unclear: [],
  explained: [],
});
const author = fc.constantFrom(clerk1, clerk2, arbiter);

const removeSheetOf = (own: { readonly isSubmit: 0 | 1; readonly reviewer: string | null }): Refusal | null =>
  removeSheetRefusal({ ...sheet, ...own });
const submitted = (own: Partial<Parameters<typeof submitBatch.decide>[0]>): Outcome<unknown> =>
  submitBatch.decide(
    {
      sheet: judgedSheet,
      instrument: { isDisable: 0 },
      expiredLots: [],
      tasks: [placed],
      reviewer: { state: 'known', id: '99', name: '孙涛', isAllowed: true },
      ...own,
    },
    { ruleId: '7', version: 1, reviewerAccount: 'lab', reviewerPassword: 'x' },
    by(reception),
  );

/** What a row of a list says of an act, by the part of its rule that greys it: over states of the server at random, with the row's share of them. */
const rows: Readonly<Record<string, { readonly command: Command; readonly foretold: fc.Arbitrary<Foretold> }>> = {
  cancelRefusal: {
    command: cancelReceive as Command,
    foretold: told(
      fc.record({ labStatus: status, executeLaboratoryId: fc.constantFrom('31', '32'), hasWork: fc.boolean(), isLimited: fc.boolean() }),
      (one) => cancelRefusal({ sampleCode: 'S1', labStatus: one.labStatus }),
      ({ isLimited, ...one }) =>
        cancelReceive.decide(
          { sample: { sampleCode: 'S1', labCode: 'L1', executeLaboratoryName: '沪江检验所', ...one }, laboratoryIds: isLimited ? ['31'] : null },
          { sampleCode: 'S1', reason: '扫错' },
          by(reception),
        ),
    ),
  },
  amendRefusal: {
    command: amendItems as Command,
    foretold: told(
      fc.record({ samples: tubes, wanted: fc.subarray(['11', '12'], { minLength: 1 }), handed: fc.subarray(['11', '12']) }),
      ({ samples }) => amendRefusal(samples),
      ({ samples, wanted, handed }) =>
        amendItems.decide(
          {
            samples,
            passes: [],
            handedCommodityIds: handed,
            commodities: [genericCommodity, doubleCommodity],
            requisition: { commodityIds: ['11'], entryForm: 'nomal', isDoubleEntry: false, isDoubleByClient: false, entryState: 1 },
          },
          { requisitionCode: code, commodityIds: wanted, reason: '加做' },
          by(reception),
        ),
    ),
  },
  passRefusal: {
    command: auditResults as Command,
    foretold: told(
      fc.record({
        taskState: fc.constantFrom<TaskState>(1, 3, 3, 3, 4, 4, 4, 5, 7),
        level: fc.constantFrom<1 | 2>(1, 2),
        detectionResult: fc.constantFrom<1 | 2 | null>(1, 1, 1, 2, null),
        signals: fc.constantFrom<readonly Signal[]>([], ['delta']),
        missing: fc.constantFrom<readonly string[]>([], [], [], ['白细胞']),
        isGateHeld: fc.constantFrom(false, false, true),
        hands: fc.record({
          authors: fc.constantFrom<readonly string[]>([], ['2'], ['2', '3'], ['1']),
          releasers: fc.constantFrom<readonly string[]>([], [], [], ['1']),
          redoOrderers: fc.constantFrom<readonly string[]>([], [], [], ['1']),
          firstAuditor: fc.constantFrom(null, '2', '3', '1'),
        }),
        isAlone: fc.boolean(),
      }),
      ({ level, isAlone, ...own }) => passRefusal({ ...auditedTask, ...own }, level, '1', isAlone),
      ({ level, isAlone, ...own }) =>
        auditResults.decide(
          { task: { ...auditedTask, ...own }, signing: { state: 'ready', signUserId: '9', signatureVersion: '8' } },
          { taskId: '5', version: 1, level, result: 1, isAlone },
          by({ ...reception, id: '1', permissions: new Set(Object.values(auditRights)) }),
        ),
    ),
  },
  taskActRefusal: {
    command: stopTasks as Command,
    foretold: told(
      fc.record({ taskState: fc.constantFrom<TaskState>(1, 2, 3, 4, 5, 6, 7, 8, 9), hasBenchStep: fc.boolean() }),
      (own) => taskActRefusal(1, { ...processTask, ...own }),
      (own) => stopTasks.decide({ task: { ...processTask, ...own } }, { taskId: '5', reasonCode: 'STP02' }, by(reception)),
    ),
  },
  openRecordRefusal: {
    command: trackRecords as Command,
    foretold: told(
      fc.record({ state: fc.constantFrom<RecordState>(1, 1, 2, 3) }),
      (own) => openRecordRefusal({ ...processRecord, ...own }),
      (own) => trackRecords.decide({ record: { ...processRecord, ...own } }, { recordId: '9', content: '已告知' }, by(reception)),
    ),
  },
  changeRefusal: {
    command: updateSheet as Command,
    foretold: told(
      fc.record({ isSubmit: fc.constantFrom<0 | 1>(0, 1), version: fc.constantFrom(1, 2) }),
      (own) => changeRefusal({ ...sheet, ...own }, 1, true),
      (own) =>
        updateSheet.decide(
          { sheet: { ...sheet, ...own }, seqs: [1], startTime: null, endTime: null },
          { ruleId: '7', version: 1, places: [] } as Parameters<typeof updateSheet.decide>[1],
          by(reception),
        ),
    ),
  },
  removeSheetRefusal: {
    command: removeBatch as Command,
    foretold: told(fc.record({ isSubmit: fc.constantFrom<0 | 1>(0, 1), reviewer: fc.constantFrom(null, '孙涛') }), removeSheetOf, (own) =>
      removeBatch.decide({ sheets: [{ ...sheet, ...own }] }, { ids: ['7'] }, by(reception)),
    ),
  },
  placeRefusal: {
    command: submitBatch as Command,
    foretold: told(
      fc.record({
        laboratoryId: fc.constantFrom('31', '31', '31', '32'),
        panelGroupId: fc.constantFrom('51', '51', '51', '52'),
        taskState: fc.constantFrom<TaskState>(1, 2, 1, 2, 3, 7),
        otherBatch: fc.constantFrom(null, null, null, 'SH01-mapmi-261121-02'),
      }),
      (own) => placeRefusal({ ...placed, ...own }, judgedSheet),
      (own) => submitted({ tasks: [{ ...placed, ...own }] }),
    ),
  },
  submitRefusal: {
    command: submitBatch as Command,
    foretold: told(
      fc.record({
        instrument: fc.constantFrom(null, { isDisable: 0 }, { isDisable: 0 }, { isDisable: 1 }),
        expiredLots: fc.constantFrom<readonly string[]>([], [], ['NC-2601']),
      }),
      (own) => submitRefusal({ sheet: judgedSheet, tasks: [placed], ...own }),
      submitted,
    ),
  },
  rejectRefusal: {
    command: rejectSummary as Command,
    foretold: told(
      tubes.map((list) => list.map((tube) => ({ ...tube, rejected: tube.labStatus === 111 ? { by: '李芳', at: 't', code: 'REJ01' } : null }))),
      (list) => {
        const open = list.filter(({ labStatus }) => labStatus !== 111);
        return open.length === 0 ? null : rejectRefusal(open);
      },
      (samples) =>
        rejectSummary.decide(
          { isKnown: true, samples, takenBy: null },
          { requisitionCode: code, sampleCode: null, rejectCode: 'REJ01', rejectReason: '无标签', measure: 1 },
          by(reception),
        ),
    ),
  },
  correctRefusal: {
    command: correctSummary as Command,
    foretold: told(tubes, correctRefusal, (samples) =>
      correctSummary.decide(
        {
          samples,
          requisition: { values: summaryOf({}) as never, tubes: [], receiveTime: '2026-11-21 09:00:00', hasPass: false },
          corrected: { input: summaryOf({}), state: summaryState },
        },
        { requisitionCode: code, values: {}, tubes: [], reasons: {}, reason: '抄录错误' },
        by(reception),
      ),
    ),
  },
  withdrawRefusal: {
    command: removeDetail as Command,
    foretold: told(
      tubes,
      (samples) => withdrawRefusal(samples),
      (samples) =>
        removeDetail.decide(
          detailState({ samples, first: passOf(1, clerk1), second: null }, {}),
          { requisitionCode: code, pass: 1, reason: '录错' },
          by(arbiter),
        ),
    ),
  },
  ownPassRefusal: {
    command: arbitrateDetail as Command,
    foretold: told(
      fc.record({ first: author, second: author, who: author }),
      ({ first, second, who }) => ownPassRefusal([first, second].includes(who)),
      ({ first, second, who }) =>
        arbitrateDetail.decide(
          detailState(
            { first: passOf(1, first), second: passOf(2, second), comparison: { round: 1, state: 2, fields: ['doctorName'] }, rounds: 1 },
            { isDoubleEntry: true, entryState: 4 },
          ),
          { requisitionCode: code, reasons: {}, decisions: [{ field: 'doctorName', choice: 1 }] },
          by(who),
        ),
    ),
  },
  removeRefusal: {
    command: removeHandover as Command,
    foretold: told(
      fc.array(fc.constantFrom<2 | 3>(2, 2, 3), { minLength: 1, maxLength: 3 }).map((list) =>
        list.map((handoverStatus, index) => ({
          handoverId: String(index),
          handoverStatus,
          signedBy: handoverStatus === 3 ? '孙涛' : null,
          signTime: handoverStatus === 3 ? '2026-11-21 09:00:00' : null,
        })),
      ),
      removeRefusal,
      (handovers) => removeHandover.decide({ handovers }, { ids: handovers.map(({ handoverId }) => handoverId) }, by(reception)),
    ),
  },
  replaceRefusal: {
    command: replaceCode as Command,
    foretold: told(
      fc.record({ sampleCode: fc.constantFrom('S1', code), isCodeInvented: fc.constantFrom(0, 1), takenBy: fc.constantFrom(null, 'A25') }),
      ({ sampleCode, isCodeInvented }) => replaceRefusal({ sampleCode, isCodeInvented }),
      ({ sampleCode, isCodeInvented, takenBy }) =>
        replaceCode.decide(
          {
            tube: { sampleCode, requisitionCode: code, isCodeInvented, contractLaboratoryId: '31', sendSampleClientId: '41' },
            isDone: false,
            takenBy,
            state: 'usable',
            codeStyles: undefined,
          },
          { sampleCode, newCode: 'S9', reason: '标签破损' },
          by(reception),
        ),
    ),
  },
  printRefusal: {
    command: beginPrint as Command,
    foretold: told(
      fc.record({ state: fc.constantFrom(jobState.waiting, jobState.toCheck, jobState.released), done: fc.constantFrom(0, 1, 2) }),
      printRefusal,
      (one) =>
        beginPrint.decide(
          { job: { ...one, codes: ['1', '2'], run: null } as unknown as JobInHand['job'] },
          { printId: '1', channel: 'browser', takeOver: false },
          by(reception),
        ),
    ),
  },
};

const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

describe('what a desk foresees of each command', () => {
  it.each(commands.filter(({ offline }) => offline))('$name says what a desk knows of it, or what is left to the server', (command) => {
    expect(Boolean(command.foresee) !== Boolean(command.leftToServer), 'exactly one of foresee and leftToServer').toBe(true);
    // Only an act that is always taken leaves nothing open.
    if (command.leftToServer?.length === 0) expect(command.refusals).toEqual({});
  });

  it('is asked of no act that the server answers at once', () => {
    expect(commands.filter(({ offline, foresee, leftToServer }) => !offline && (foresee ?? leftToServer)).map(({ name }) => name)).toEqual([]);
  });

  it('is compared with what the server decides: fully known the same, less known never the contrary', () => {
    const proven = sources
      .filter((file) => file.endsWith('Foresight.test.ts'))
      .flatMap((file) => {
        const text = textOf(file);
        expect(text, file).toMatch(/it\('foresees with full knowledge/);
        expect(text, file).toMatch(/it\('never says the contrary with less/);
        return [...text.matchAll(/foreseeing\((\w+),/g)].flatMap(([, name]) => name ?? []);
      });
    const foreseen = sources
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...textOf(file).matchAll(/export const (\w+) = defineCommand[^]*?\n\}\);/g)])
      .filter(([text]) => /\n {2}foresee[:,]/.test(text))
      .flatMap(([, name]) => name ?? []);
    expect(foreseen).toHaveLength(commands.filter(({ foresee }) => foresee).length);
    expect(proven.toSorted()).toEqual(foreseen.toSorted());
  });
});

describe('what greys an act at a row', () => {
  it.each(Object.entries(rows))('%s never says the contrary of the server', (_name, { command, foretold }) => {
    const seen = { no: 0, yes: 0 };
    fc.assert(
      fc.property(foretold, ({ row, server }) => {
        // The server may know a graver reason. What was done before is done: asked again it changes nothing, and is no refusal.
        if (row && server.accepted) expect(server.repeat).toBe(true);
        if (row) expect(row.code in command.refusals).toBe(true);
        seen[row ? 'no' : 'yes'] += 1;
      }),
      { seed: 7, numRuns: 1000 },
    );
    expect(Math.min(seen.no, seen.yes)).toBeGreaterThan(20);
  });

  it('is proven for every such part of a rule', () => {
    const parts = sources
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...textOf(file).matchAll(/export (?:function|const) (\w+Refusal)\b/g)].flatMap(([, name]) => name ?? []));
    const elsewhere = sources
      .filter((file) => file.endsWith('rowRefusals.test.ts'))
      .flatMap((file) => [...textOf(file).matchAll(/^ {2}(\w+Refusal): \{$/gm)].flatMap(([, name]) => name ?? []));
    expect(parts.toSorted()).toEqual([...Object.keys(rows), ...elsewhere].toSorted());
  });
});
