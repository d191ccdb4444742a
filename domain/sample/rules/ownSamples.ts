import type { JudgeContext, Values } from './entryForm.ts';
import { textOf } from './values.ts';

/** A tube's code as it is looked up and compared. */
export const codeOf = (code: unknown): string => textOf(code).trim().toUpperCase();

/** The requisition's own tubes, as reception has settled them. */
export function ownSamples(values: Values): readonly string[] {
  const tubes = Array.isArray(values['tubes']) ? (values['tubes'] as readonly Values[]) : [];
  return [values, ...tubes].map(({ sampleCode }) => codeOf(sampleCode)).filter((code) => code !== '');
}

/** The names of the classes of the requisition's own tubes, each once; none where none is known. */
export function ownClassNames(values: Values, { sampleClass, sampleClassName }: JudgeContext): readonly string[] {
  const tubes = Array.isArray(values['tubes']) && values['tubes'].length > 0 ? (values['tubes'] as readonly Values[]) : [values];
  const names = tubes.map((tube) => {
    const id = textOf(tube['sampleClassId'] ?? sampleClass?.sampleClassId);
    return sampleClassName?.(id) ?? (id === sampleClass?.sampleClassId ? sampleClass.sampleClassName : '');
  });
  return [...new Set(names.filter((name) => name !== ''))];
}
