import { allowedBy } from '#domain/kernel/refusalText.ts';
import type { Label } from '#domain/kernel/label.ts';
import { replaceCode, replaceRefusal } from '#domain/sample/replaceCode.ts';

/** Whether a tube has a label that may be replaced; else the rule's own sentence. */
export const mayReplace = (tube: { readonly sampleCode: string; readonly isCodeInvented: number }): true | Label =>
  allowedBy(replaceCode, replaceRefusal(tube));
