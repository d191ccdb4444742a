import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';

/** What a version prints as one hash; equal ones print the same. What is new with each version says nothing of its content. */
export const factsHash = (facts: ReportFacts): string =>
  createHash('sha256')
    .update(canonicalJson({ ...facts, values: { ...facts.values, versionNo: '', verifyAddress: '' } }))
    .digest('hex');
