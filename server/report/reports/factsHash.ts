import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';

/** What a version prints as one hash; equal ones print the same. What is new with each version says nothing of its content. */
export const factsHash = (facts: ReportFacts): string =>
  createHash('sha256')
    .update(canonicalJson({ ...facts, values: { ...facts.values, versionNo: '', verifyAddress: '' } }))
    .digest('hex');

/** The hash that facts of an issued version had when they were audited, without what the release added to them (`releasedFacts`). */
export function auditedHash({ facts, isMade }: { readonly facts: ReportFacts; readonly isMade: boolean }): string {
  const { reportTime: _issued, ...values } = facts.values;
  const audited = { ...facts, values, signatures: facts.signatures.filter(({ slot }) => slot !== 'released') };
  // What came from outside is hashed with its version's number and address.
  return isMade ? factsHash(audited) : createHash('sha256').update(canonicalJson(audited)).digest('hex');
}
