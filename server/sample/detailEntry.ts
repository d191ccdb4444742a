import { enterDetail } from '#domain/sample/detailEntry.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { arbitrateDetail } from '#domain/sample/detailArbitrate.ts';
import { correctDetail } from '#domain/sample/detailCorrect.ts';
import { removeDetail } from '#domain/sample/detailRemove.ts';
import type { DetailChange, DetailState } from '#domain/sample/detailState.ts';
import type { PassNo } from '#domain/sample/entryState.ts';
import type { DetailAnswer } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { serveTogether } from '#server/kernel/http/serve.ts';
import { loadDetails } from './detailState.ts';
import { writeDetails } from './writeDetail.ts';

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

export const servedEnterDetail = serveTogether(enterDetail, {
  // Two entries meet only in their requisition.
  tiedBy: (payload) => {
    const code = (payload as { readonly requisitionCode?: unknown } | null)?.requisitionCode;
    return typeof code === 'string' ? [`requisition ${normalCode(code)}`] : null;
  },
  loadAll: loadDetails,
  async writeAll(tx, acts) {
    await writeDetails(tx, enterDetail, acts);
    return acts.map(({ input, state, change }) => answerOf(state, change, input.requisitionCode, input.pass));
  },
  answerRepeat: ({ input, state, change }) => answerOf(state, change, input.requisitionCode, input.pass),
});

export const servedCorrectDetail = serveTogether(correctDetail, {
  loadAll: loadDetails,
  async writeAll(tx, acts) {
    await writeDetails(tx, correctDetail, acts);
    return acts.map(({ input, state, change }) => answerOf(state, change, input.requisitionCode, 2));
  },
});

export const servedArbitrateDetail = serveTogether(arbitrateDetail, {
  loadAll: loadDetails,
  async writeAll(tx, acts) {
    await writeDetails(tx, arbitrateDetail, acts);
    return acts.map(({ input, change }) => ({
      requisitionCode: input.requisitionCode,
      entryState: change.entryState,
      labStatus: labStatus.entered,
    }));
  },
});

export const servedRemoveDetail = serveTogether(removeDetail, {
  loadAll: loadDetails,
  async writeAll(tx, acts) {
    await writeDetails(tx, removeDetail, acts);
    return acts.map(({ input, change }) => ({
      requisitionCode: input.requisitionCode,
      pass: input.pass,
      entryState: change.entryState,
      labStatus: labStatus.pendingEntry,
    }));
  },
});
