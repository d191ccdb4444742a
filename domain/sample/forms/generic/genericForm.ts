import { entryForm } from '#domain/base/entryForm.ts';
import type { EntryForm, FormKey } from '../../rules/entryForm.ts';
import { commonCompared, commonRequired, receptionFields } from '../../rules/summaryFields.ts';
import { genericFields, genericGroups } from './genericFields.ts';

/** A form with the generic block; without a screen of its own it is entered on the generic one. */
export function withGenericBlock(key: FormKey, own: Partial<EntryForm> = {}): EntryForm {
  return {
    key,
    title: entryForm.labelOf(key)!,
    fields: genericFields,
    groups: genericGroups,
    carried: receptionFields,
    compared: commonCompared,
    derived: ['birthDate', 'sex', 'age', 'ageUnit'],
    requiredWhen: commonRequired,
    impossibleWhen: [],
    noneIsNo: ['historyText'],
    ...own,
  };
}

/** docs/forms.md#summary-entry */
export const genericForm = withGenericBlock('nomal', { screen: { route: '/sample/detail-enter', icon: 'keyboard' } });
