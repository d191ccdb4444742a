import type { People } from './kernel/fields.ts';
import { type Resource, verbPermission, wireVerbs } from './kernel/resource.ts';
import type { Service } from './kernel/services.ts';
import { viewSms } from './report/sms/smsRows.ts';

/** The call that fills a picker, and the right it asks for; null: everybody who is signed in. */
export interface PickerCall {
  readonly service: Service;
  readonly path: string;
  readonly permission: string | null;
}

/** Whoever fills in a form may name a colleague, also without the right to see accounts. */
const peopleLists: Readonly<Record<People, PickerCall>> = {
  colleague: { service: 'user', path: 'user-custom-list', permission: null },
  salesperson: { service: 'user', path: 'user-sale-list', permission: null },
};

/** Whoever sees messages may name a rule, also without the right to look after rules. */
const smsRules: PickerCall = { service: 'op', path: 'search-manual-sms/rules', permission: viewSms.code };

/** Where the picker of a reference finds its rows; `people` says which of the accounts may be named. */
export function pickerCall(resource: Resource, people: People = 'colleague'): PickerCall {
  if (resource.name === 'userAccount') return peopleLists[people];
  if (resource.name === 'smsConfig') return smsRules;
  const verb = wireVerbs(resource, 'list').length > 0 ? 'list' : 'page';
  return {
    service: resource.service,
    path: `${resource.path}/${wireVerbs(resource, verb)[0] ?? ''}`,
    permission: verbPermission(resource, verb),
  };
}
