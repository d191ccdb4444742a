import type { Label } from '#domain/kernel/label.ts';
import { entryForms } from '../forms/entryForms.ts';
import { ageOn } from './age.ts';
import type { Derived, FormKey, SetField, Values } from './entryForm.ts';
import { ageUnit, credentialType } from './formChoices.ts';
import { readIdCard } from './idCard.ts';
import { dayOf, isEmpty, textOf } from './values.ts';

/**
 * Fills calculated fields. A field somebody typed stays as it is (a contradiction is a finding of `judge`);
 * `earlier` names the fields an earlier call derived, which may be overwritten. Pure arithmetic (BMI, EDD, age at EDD) is always redone.
 * `now` is needed for an age without sampling time.
 */
export function derive(formKey: FormKey | 'summary', values: Values, now: string, earlier: ReadonlySet<string> = new Set()): Derived {
  const filled: Record<string, unknown> = { ...values };
  const derived: Record<string, Label> = {};
  const set = (field: string, value: unknown, from: Label, always = false): void => {
    if (value === undefined || (!always && !isEmpty(filled[field]) && !earlier.has(field))) return;
    filled[field] = value;
    derived[field] = from;
  };
  const form = formKey === 'summary' ? undefined : entryForms[formKey];
  fromIdCard(form?.personOf?.(filled) ?? filled, now, set);
  form?.derive?.(filled, set);
  const birth = dayOf(filled['birthDate']);
  const on = dayOf(filled['samplingTime']) ?? now.slice(0, 10);
  const age = birth ? ageOn(birth, on) : undefined;
  // Age and its unit belong together: a typed age keeps its own unit.
  if (age && (isEmpty(values['age']) || earlier.has('age')) && Number(values['ageUnit'] ?? 0) !== ageUnit.none) {
    set('age', age.age, ['按出生日期', 'by birth date'], true);
    set('ageUnit', age.ageUnit, ['按出生日期', 'by birth date'], true);
  }
  return { values: filled, derived };
}

/**
 * Values of which some were chosen anew: what `was` had calculated, and nobody typed otherwise, follows its sources. What is
 * `kept` was decided on by a person and stays.
 */
export function followSources(formKey: FormKey, was: readonly Values[], values: Values, now: string, kept: ReadonlySet<string>): Values {
  const calculated = was.flatMap((earlier) => {
    const { values: filled, derived } = derive(formKey, earlier, now, new Set(Object.keys(earlier)));
    return Object.keys(derived).filter((name) => textOf(filled[name]) === textOf(earlier[name]));
  });
  const following = new Set(calculated.filter((name) => !kept.has(name)));
  const next = derive(formKey, values, now, following);
  const followed = Object.keys(next.derived).filter((name) => following.has(name));
  return { ...values, ...Object.fromEntries(followed.map((name) => [name, next.values[name]])) };
}

function fromIdCard(values: Values, now: string, set: SetField): void {
  const type = values['credentialType'];
  const number = textOf(values['credentialNo']);
  if (number === '' || (!isEmpty(type) && Number(type) !== credentialType.idCard)) return;
  const card = readIdCard(number, now.slice(0, 10));
  if (card.fault) return;
  const from: Label = ['按身份证', 'by ID card'];
  if (!card.isOld) set('credentialType', credentialType.idCard, from);
  set('birthDate', card.birthDate, from);
  set('sex', card.sex, from);
}
