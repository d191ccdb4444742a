import type { Label } from '#domain/kernel/label.ts';
import type { Finding, RuleCode } from './entryForm.ts';
import { isEmpty, isYes } from './values.ts';
import type { Values } from './entryForm.ts';

type Made = (rule: RuleCode, fields: readonly string[], zh: string, en: string) => Finding;

/** What cannot be saved. */
export const blocks: Made = (rule, fields, zh, en) => ({ rule, severity: 'block', fields, text: [zh, en] });
/** What is saved with a reason. */
export const warns: Made = (rule, fields, zh, en) => ({ rule, severity: 'warn', fields, text: [zh, en] });
/** What is shown only. */
export const informs: Made = (rule, fields, zh, en) => ({ rule, severity: 'inform', fields, text: [zh, en] });
/** What is saved with a reason and stands on the report, in its own words or in `reportText`. */
export const prints = (rule: RuleCode, fields: readonly string[], zh: string, en: string, reportText?: Label): Finding => ({
  ...warns(rule, fields, zh, en),
  isPrinted: true,
  ...(reportText ? { reportText } : {}),
});

/** C-CONSENT: somebody has looked, and the consent is not signed. */
export const judgeConsent = (values: Values): Finding[] =>
  isEmpty(values['consentSigned']) || isYes(values['consentSigned'])
    ? []
    : [prints('C-CONSENT', ['consentSigned'], '知情同意书未签署', 'Consent is not signed')];
