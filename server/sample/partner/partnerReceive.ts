import type { Acting } from '#domain/kernel/command.ts';
import type { ExpectedLine, PartnerReceiveInput } from '#domain/sample/partner/partnerInput.ts';
import {
  isToBind,
  partnerReceive,
  plannedReception,
  receiveDeafness,
  receiveShangning,
  type PartnerChange,
  type PartnerReceived,
  type PartnerReceiveState,
} from '#domain/sample/partner/partnerReceive.ts';
import type { PartnerKey } from '#domain/sample/partners.ts';
import { serveCommand, type Accepted, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { bindStateOf } from '#server/spine/bindState.ts';
import { insertBind } from '#server/spine/insertBind.ts';
import { loadSummaries, writeSummaries, type LoadedSummary } from '../summary.ts';
import { expectedLines } from './expectedLines.ts';

interface LoadedReception extends PartnerReceiveState {
  readonly lines: readonly ExpectedLine[];
  readonly summary: LoadedSummary | null;
}

async function load(tx: Tx, input: PartnerReceiveInput, acting: Acting, partner: PartnerKey): Promise<LoadedReception> {
  const lines = await expectedLines(tx, acting.user, partner, input.thirdpartyBarCode);
  const planned = plannedReception({ lines }, input);
  if (!planned) return { lines, bind: null, summary: null };
  const { line, barCode, summary: entered } = planned;
  const [summary = null] = await loadSummaries(tx, [{ input: entered, acting }]);
  const { thirdpartyBarCode, sendSampleClientId } = line;
  const bind = isToBind(line) ? await bindStateOf(tx, acting.user, { barCode, thirdpartyBarCode, sendSampleClientId }, true) : null;
  return { lines, bind, summary };
}

/** Binding, reception and the line's arrival in one transaction; the line is marked by the reception itself, as wherever one is made. */
async function write(tx: Tx, done: Accepted<PartnerReceiveInput, PartnerReceiveState, PartnerChange>): Promise<PartnerReceived> {
  const { input, state, change, acting, opId } = done;
  const { summary } = state as LoadedReception;
  const planned = plannedReception(state, input);
  if (!planned || !summary || !change.summary) throw new Error('received what was not loaded');
  if (change.bind) await insertBind(tx, acting, change.bind);
  const [made] = await writeSummaries(tx, [{ input: planned.summary, state: summary, change: change.summary, acting, opId }]);
  if (!made) throw new Error('a reception without an answer');
  const { requisitionId, requisitionCode, receiveTime, by } = made;
  return { expectedId: change.expectedId, requisitionId, requisitionCode, sampleCode: planned.barCode, receiveTime, by };
}

/** Of what is here already: who received it, and when. */
function answerRepeat({ state, change }: { readonly state: PartnerReceiveState; readonly change: PartnerChange }): PartnerReceived {
  const { expectedId } = change;
  const loaded = state as LoadedReception;
  const arrived = loaded.lines.find((line) => line.expectedId === expectedId)?.arrived;
  if (arrived) {
    const { at: receiveTime, ...tube } = arrived;
    return { expectedId, ...tube, receiveTime };
  }
  const known = loaded.summary?.known;
  const code = change.summary?.requisitionCode ?? '';
  return {
    expectedId,
    requisitionId: known?.id ?? '',
    requisitionCode: code,
    sampleCode: code,
    receiveTime: known?.receiveTime ?? '',
    by: known?.entryPersonName ?? '',
  };
}

export const partnerActs: readonly ServedCommand[] = [
  serveCommand(partnerReceive, { load: (tx, input, acting) => load(tx, input, acting, input.partner), write, answerRepeat }),
  serveCommand(receiveDeafness, { load: (tx, input, acting) => load(tx, input, acting, 'deafness'), write, answerRepeat }),
  serveCommand(receiveShangning, { load: (tx, input, acting) => load(tx, input, acting, 'shangning'), write, answerRepeat }),
];
