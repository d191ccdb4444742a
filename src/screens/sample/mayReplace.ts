import type { Label } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { replaceCode, replaceRefusal } from '#domain/sample/replaceCode.ts';

/** Whether a tube has a label that may be replaced; else the rule's own sentence. */
export function mayReplace(tube: { readonly sampleCode: string; readonly requisitionCode: string }): true | Label {
  const refusal = replaceRefusal(tube);
  if (!refusal) return true;
  return [refusalText(replaceCode, refusal.code, refusal.params, 'zh'), refusalText(replaceCode, refusal.code, refusal.params, 'en')];
}
