import type { Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** A process that is not taken, and why. */
export function modelFault(zh: string, en: string, params: Readonly<Record<string, string | number>> = {}): UserError {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''));
  const label: Label = [fill(zh), fill(en)];
  return new UserError(400, label, { refusal: 'flow.badModel', params });
}
