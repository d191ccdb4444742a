import { enterDetail } from '#domain/sample/detailEntry.ts';
import { arbitrateDetail } from '#domain/sample/detailArbitrate.ts';
import { correctDetail } from '#domain/sample/detailCorrect.ts';
import { removeDetail } from '#domain/sample/detailRemove.ts';
import type { DetailChange, DetailState } from '#domain/sample/detailState.ts';
import type { PassNo } from '#domain/sample/entryState.ts';
import type { DetailAnswer } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { serveCommand } from '#server/kernel/serve.ts';
import { loadDetail, writeDetail } from './detailState.ts';

/** What the person who acted may know: for the second clerk the names of differing fields, never a value of the other. */
function answerOf(state: DetailState, change: DetailChange, requisitionCode: string, pass: PassNo): DetailAnswer {
  const isSecond = pass === 2 && change.comparison !== null;
  const moved = change.moves[0]?.to;
  return {
    requisitionCode,
    pass,
    revision: change.pass?.revision ?? state.revisions[pass],
    entryState: change.entryState,
    labStatus: moved ?? state.samples[0]?.labStatus ?? labStatus.pendingEntry,
    differing: isSecond ? (change.comparison?.differences ?? []).map(({ field }) => field) : null,
  };
}

export const servedEnterDetail = serveCommand(enterDetail, {
  load: loadDetail,
  async write(tx, done) {
    await writeDetail(tx, done);
    return answerOf(done.state, done.change, done.input.requisitionCode, done.input.pass);
  },
  answerRepeat: ({ input, state, change }) => answerOf(state, change, input.requisitionCode, input.pass),
});

export const servedCorrectDetail = serveCommand(correctDetail, {
  load: loadDetail,
  async write(tx, done) {
    await writeDetail(tx, done);
    return answerOf(done.state, done.change, done.input.requisitionCode, 2);
  },
});

export const servedArbitrateDetail = serveCommand(arbitrateDetail, {
  load: loadDetail,
  async write(tx, done) {
    await writeDetail(tx, done);
    return { requisitionCode: done.input.requisitionCode, entryState: done.change.entryState, labStatus: labStatus.entered };
  },
});

export const servedRemoveDetail = serveCommand(removeDetail, {
  load: loadDetail,
  async write(tx, done) {
    await writeDetail(tx, done);
    return {
      requisitionCode: done.input.requisitionCode,
      pass: done.input.pass,
      entryState: done.change.entryState,
      labStatus: labStatus.pendingEntry,
    };
  },
});
