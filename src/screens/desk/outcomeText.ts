import { commandByName } from '#domain/commands.ts';
import { keptCodes, keptReasonLabels } from '#domain/desk/keptAct.ts';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
import type { ReceiptStatus } from '#domain/kernel/offlineWire.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import type { Tone } from '#src/ui/Tag.tsx';

/** What the server did with an act, in a word. */
export const outcomeWords: Readonly<Record<ReceiptStatus, { readonly word: Label; readonly tone: Tone }>> = {
  applied: { word: ['已完成', 'Done'], tone: 'success' },
  repeat: { word: ['此前已完成', 'Done before'], tone: 'success' },
  refused: { word: ['已退回', 'Refused'], tone: 'danger' },
  conflict: { word: ['冲突', 'Conflict'], tone: 'warning' },
  blocked: { word: ['等待前序', 'Behind another'], tone: 'warning' },
  kept: { word: ['暂存', 'Kept'], tone: 'warning' },
};

const otherCodes: Readonly<Record<string, Label>> = { ...keptReasonLabels, ...keptCodes };

/** Why, in the user's language; a code nobody knows is shown as it is, so that it can be quoted. */
export function outcomeText(
  { type, code, params = {} }: { readonly type: string; readonly code?: string | null; readonly params?: Readonly<Record<string, unknown>> },
  language: Language,
): string {
  if (!code) return '';
  const other = otherCodes[code];
  return other ? fillLabel(other, params, language) : refusalText(commandByName(type), code, params, language);
}
