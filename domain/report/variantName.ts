/** A variant's parts as its tables name them. */
export interface VariantParts {
  readonly gene: string;
  readonly transcript: string;
  readonly nucleotideChange: string;
  readonly proteinChange: string;
  readonly zygosity: string;
}

/** Reads a variant as programmes write it: `PAH NM_000277.3:c.728G>A (p.Arg243Gln) 杂合`. What is not recognised stays with the gene. */
export function variantOf(name: string): VariantParts {
  const parts = name
    .split(/[\s:()（）,，]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const take = (which: RegExp): string => parts.find((part) => which.test(part)) ?? '';
  const transcript = take(/^(NM|NR|NC|ENST|LRG)_?\d/i);
  const nucleotideChange = take(/^[cgmn]\.\S/);
  const proteinChange = take(/^p\.\S/);
  const zygosity = take(/^(杂合|纯合|半合|异质|均质)/);
  const known = new Set([transcript, nucleotideChange, proteinChange, zygosity]);
  return { gene: parts.filter((part) => !known.has(part)).join(' '), transcript, nucleotideChange, proteinChange, zygosity };
}
