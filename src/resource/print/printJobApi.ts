import type { ApplyKind } from '#domain/code/codeApply.ts';
import type { CodeApplyDetail, LabelsOfJob, UsableCodeRange } from '#domain/code/codeAnswers.ts';
import { ask } from '#src/api/ask.ts';
import { call, servicePath } from '#src/api/call.ts';

const path = (rest: string): string => servicePath('code', rest);

/** The calls of applications and print jobs; the server's own sentence of a refusal is shown by the call itself. */
export const labelsOfJob = (kind: ApplyKind, printId: string, signal?: AbortSignal): Promise<LabelsOfJob> =>
  ask(`GET code/print/get-${kind}`, { query: { printId }, signal, quiet: true });
export const detailOfApply = (kind: ApplyKind, applyId: string, signal?: AbortSignal): Promise<CodeApplyDetail> =>
  ask(`GET code/${kind}-code-apply/detail`, { query: { applyId }, signal, quiet: true });
export const usableRange = (kind: ApplyKind, clientId: string, codeType: number | null, signal?: AbortSignal): Promise<UsableCodeRange> =>
  ask(`GET code/${kind}-code-apply/usable-code-range`, { query: { clientId, ...(codeType === null ? {} : { codeType }) }, signal, quiet: true });

export interface BeginAnswer {
  readonly from: number;
  readonly total: number;
}
export const beginJob = (body: {
  readonly printId: string;
  readonly from?: number;
  readonly channel: 'browser' | 'zpl';
  readonly reason?: string;
  readonly takeOver?: boolean;
}): Promise<BeginAnswer> => call('POST', path('print/begin'), { body });
export const completeJob = (printId: string, upTo: number): Promise<unknown> => call('POST', path('print/complete'), { body: { printId, upTo } });
export const checkJob = (printId: string, code: string): Promise<unknown> =>
  call('POST', path('print/check'), { body: { printId, code }, quiet: true });
