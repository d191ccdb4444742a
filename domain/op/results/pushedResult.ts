import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { OutputField } from '../partnerFields.ts';
import { pushKind } from './partnerResult.ts';

/** An item's result as the report prints it. */
export interface PushedItem {
  readonly itemName: string;
  readonly itemShortName: string;
  readonly value: string;
  readonly unit: string;
  readonly referenceRange: string;
}
/** What is said of one commodity of a report: kept as it was when the report was issued. Times are `yyyy-MM-dd HH:mm:ss`. */
export interface PushedResult {
  readonly thirdBarCode: string | null;
  readonly hospitalCode: string | null;
  readonly requisitionCode: string;
  readonly sampleCode: string | null;
  readonly personName: string | null;
  readonly commodityCode: string | null;
  readonly commodityName: string | null;
  readonly samplingTime: string | null;
  readonly receiveTime: string | null;
  readonly checkTimeTwo: string | null;
  readonly reportNo: string;
  readonly reportVersion: number;
  readonly reportTime: string;
  /** Of the whole report. */
  readonly qualitativeResult: number | null;
  readonly conclusion: string | null;
  readonly results: readonly PushedItem[];
}

/** What a push says by our own names (docs/interfaces.md#results): a withdrawal names the report and tells nothing of what was found. */
export function saidOf(content: PushedResult, kind: number): { readonly [Field in OutputField]?: unknown } {
  const { qualitativeResult: found, conclusion, results, ...about } = content;
  if (kind === pushKind.withdrawal) return { pushKind: 'withdrawal', ...about };
  const qualitativeResultName = qualitativeResult.labelOf(found)?.[0] ?? null;
  return { pushKind: 'result', ...about, qualitativeResult: found, qualitativeResultName, conclusion, results };
}
