import type { Fields } from '#domain/kernel/fields.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import { judgeCodes } from './codeRules.ts';
import { judgePerson, judgePhones } from './personRules.ts';
import { judgeCommodities, judgeExisting } from './recordRules.ts';
import { judgeTimes, judgeTubes } from './tubeRules.ts';

/** fields marked 字迹不清 go to the phone-back list. */
function judgeUnclear({ unclear }: JudgeContext, fields: Fields): Finding[] {
  const names = [...new Set(unclear ?? [])].filter((name) => fields[name]);
  if (names.length === 0) return [];
  const of = (index: 0 | 1): string => names.map((name) => fields[name]?.label[index]).join(index === 0 ? '、' : ', ');
  return [{ rule: 'R-15', severity: 'inform', fields: names, text: [`字迹不清,待电话核实: ${of(0)}`, `Illegible, to be asked by phone: ${of(1)}`] }];
}

/** and the ranges of docs/forms.md#summary-entry that depend on other fields. `person`: the values by which the person is judged. */
export function judgeCommon(
  values: Values,
  context: JudgeContext,
  allowedSexes: readonly number[] | undefined,
  fields: Fields,
  person: Values,
): Finding[] {
  return [
    ...judgeTimes(values, context),
    ...judgeTubes(values, context),
    ...judgePerson(person, context, allowedSexes),
    ...judgePhones(values),
    ...judgeExisting(values, context),
    ...judgeCodes(values, context),
    ...judgeCommodities(values, context),
    ...judgeUnclear(context, fields),
  ];
}
