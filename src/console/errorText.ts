import type { Label } from '#domain/kernel/label.ts';

/** What an error says to a person: those of a desk bring both languages, the server's sentence comes in theirs. */
export function errorText(error: unknown, label: (text: Label) => string): string {
  const { label: own, message } = error as Error & { readonly label?: Label };
  return own ? label(own) : message;
}
