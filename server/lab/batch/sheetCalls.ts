import { fillLabel, inLanguage, type Label } from '#domain/kernel/label.ts';
import { placeRefusal, placeRefusals } from '#domain/lab/batch/placeRefusal.ts';
import { batchKind, type BatchKind, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { illuminaSheet, sheetRows } from '#domain/lab/batch/sheetFile.ts';
import { sheetContracts, sheetFamily, type PlaceCheck } from '#domain/lab/batch/sheetRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { isId } from '#domain/kernel/ids.ts';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { languageOf, malformed, missing, UserError } from '#server/kernel/core/answers.ts';
import { xlsxType } from '#server/kernel/export/exportRows.ts';
import { LoadRefusal } from '#server/kernel/http/notYours.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { serveCalls, serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import { requireLiving } from '#server/spine/loading.ts';
import { importSheet } from './importSheet.ts';
import { tasksForSheet } from './sheetLoading.ts';
import { readSheet } from './sheetRead.ts';

const noSheet = (): UserError => new UserError(404, ['没有此上机表', 'No such run sheet']);

/** What is answered for one line, or, null, for every one. */
const callsOf = (place: string, line: BatchLine, seen: BatchLine | null): readonly Call[] =>
  serveUnder(place, sheetFamily, {
    'GET detail': {
      async handle({ db, query, user }) {
        const ruleId = parameter(query, 'ruleId') || parameter(query, 'id');
        if (ruleId === '') throw missing('ruleId');
        if (!isId(ruleId)) throw malformed('ruleId');
        const sheet = await readSheet(db, user, ruleId, seen);
        if (!sheet) throw noSheet();
        return sheet;
      },
    },
    'POST import-file': { cost: 'import', handle: (context) => importSheet(context, line) },
  });

const isKind = (given: number): given is BatchKind => batchKind.options.some(({ code }) => code === given);

/** Every call of run sheets that is no command. */
export const sheetCalls: readonly Call[] = [
  ...callsOf('lab/mapmiSj', 'mapmi', 'mapmi'),
  ...callsOf('lab/tngsSj', 'tngs', 'tngs'),
  ...callsOf('lab/lab-batch', 'general', null),
  ...serveCalls(sheetContracts, {
    // What a scan of this code would put on the sheet; writes nothing.
    'GET lab/lab-batch/place-check': {
      async handle({ db, query, user, request }): Promise<PlaceCheck> {
        const { code, laboratoryId, panelGroupId, ruleId } = query;
        const kind = Number(query.batchKind);
        if (!isKind(kind)) throw malformed('batchKind');
        if (ruleId && !isId(ruleId)) throw malformed('ruleId');
        const language = languageOf(request);
        const refused = (refusal: string, text: Label, params: Readonly<Record<string, unknown>>): PlaceCheck => ({
          code,
          verdict: 'refused',
          refusal: { code: refusal, text: fillLabel(text, params, language) },
          task: null,
        });
        try {
          const tasks = await tasksForSheet(db, user, { codes: [code] }, { batchKind: kind, ruleId: ruleId || null }, false);
          const task = tasks.find((one) => one.laboratoryId === laboratoryId && one.panelGroupId === panelGroupId) ?? tasks[0];
          if (!task) {
            await requireLiving(db, user, [code]);
            return refused('batch.unknownCode', placeRefusals['batch.unknownCode'], { code });
          }
          const refusal = placeRefusal(task, { laboratoryId, panelGroupId, batchKind: kind });
          if (refusal) return refused(refusal.code, placeRefusals[refusal.code as keyof typeof placeRefusals], refusal.params);
          const { taskId, sampleCode, labCode, round, taskState: at, isUrgent } = task;
          // It was ordered for the round that waits; what has begun since goes its usual way.
          const nextStep = at === taskState.waiting ? task.nextStep : null;
          return { code, verdict: 'ready', refusal: null, task: { taskId, sampleCode, labCode, round, taskState: at, isUrgent, nextStep } };
        } catch (fault) {
          if (!(fault instanceof LoadRefusal)) throw fault;
          return refused(fault.refusalCode, fault.label, {});
        }
      },
    },
    'GET lab/lab-batch/sheet': {
      async handle({ db, query, user, request, reply }) {
        const sheet = await readSheet(db, user, query.ruleId, null);
        if (!sheet) throw noSheet();
        const send = (type: string, extension: string, bytes: Uint8Array | string) =>
          reply
            .header('content-type', type)
            .header('content-disposition', `attachment; filename="${encodeURIComponent(`${sheet.batch}.${extension}`)}"`)
            .header('cache-control', 'no-store')
            .send(typeof bytes === 'string' ? bytes : Buffer.from(bytes));
        if (query.format === 'illumina') {
          const { text, badCodes } = illuminaSheet(sheet);
          if (text === null)
            throw new UserError(
              422,
              [`文库编号含测序仪不接受的字符: ${badCodes.join('、')}`, `The sequencer does not take these library codes: ${badCodes.join(', ')}`],
              { refusal: 'batch.badCode' },
            );
          return send('text/csv; charset=utf-8', 'csv', text);
        }
        const language = languageOf(request);
        return send(xlsxType, 'xlsx', writeXlsxRows(inLanguage(['上机表', 'Run sheet'], language), sheetRows(sheet, language), true));
      },
    },
  }),
];
