import { codeStyle } from '#domain/code/codeStyle.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/answers.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';

export const codeStyleCalls: readonly Call[] = [
  defineCall({
    method: 'POST',
    service: 'code',
    path: 'code-style/save',
    title: ['保存条码样式', 'Save: code style'],
    permission: 'codeStyle_save',
    /** Stands in for the described verb: a pattern that cannot be read would refuse every code at the desks. */
    async handle({ db, body, user, request }) {
      if (!isPattern(body?.pattern)) throw problemsError([problemOf('pattern', codeStyle.fields.pattern, 'wrongShape')]);
      return onceOnly(db, request, user, 'codeStyle.save', (tx, opId) =>
        saveRow(tx, codeStyle, body ?? {}, { user, deviceId: deviceIdOf(request), opId }),
      );
    },
  }),
];

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return true;
  try {
    return new RegExp(`^(?:${value})$`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
