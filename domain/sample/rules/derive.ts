import { isDate, isDateTime, yearsBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ageOn } from './age.ts';
import { bodyMassIndex } from './bodyMeasures.ts';
import type { Derived, FormKey, Values } from './entryForm.ts';
import { ageUnit, conceptionMode, credentialType, gestationMethod, sex } from './formChoices.ts';
import { deliveryBy, gestationBySource, trustedGestation, type GestationFacts, type GestationSource } from './gestation.ts';
import { readIdCard } from './idCard.ts';

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as a number, undefined where it is empty or none. */
export function numberOf(value: unknown): number | undefined {
  if (isEmpty(value) || typeof value === 'boolean') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
/** A value as a real business date (the day of a time), undefined where it is none. */
export function dayOf(value: unknown): string | undefined {
  const day = typeof value === 'string' ? value.slice(0, 10) : '';
  return isDate(day) ? day : undefined;
}
/** A value as trimmed text; '' where it is empty or no single value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : '';
/** A value as a real moment; a day counts from its first second. Undefined where it is none. */
export const momentOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  const full = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
  return isDateTime(full) ? full : undefined;
};
/** Whether a value is yes on the wire: 1, '1' or true. */
export const isYes = (value: unknown): boolean => value === true || String(value) === '1';

/** What a NIPT form says about the pregnancy. */
export function gestationFacts(values: Values): GestationFacts {
  const weeks = numberOf(values['ultrasoundGaWeeks']);
  return {
    lastMenstrualDate: dayOf(values['lastMenstrualDate']),
    menstrualCycleDays: numberOf(values['menstrualCycleDays']),
    isRegular: isYes(values['menstrualRegular']),
    scanDate: dayOf(values['ultrasoundDate']),
    daysAtScan: weeks === undefined ? undefined : weeks * 7 + (numberOf(values['ultrasoundGaDays']) ?? 0),
    isIvf: isEmpty(values['conceptionMode']) ? undefined : Number(values['conceptionMode']) === conceptionMode.ivf,
    transferDate: dayOf(values['embryoTransferDate']),
    embryoDay: numberOf(values['embryoDay']),
  };
}

/** Days of pregnancy as they stand in gaWeeks and gaDays; undefined where the weeks are missing. */
export function typedGestation(values: Values): number | undefined {
  const weeks = numberOf(values['gaWeeks']);
  return weeks === undefined ? undefined : weeks * 7 + (numberOf(values['gaDays']) ?? 0);
}

/** Which source each dating method names; a typed one names none. */
export const methodSource: Readonly<Record<number, GestationSource>> = {
  [gestationMethod.lmp]: 'lmp',
  [gestationMethod.ultrasound]: 'scan',
  [gestationMethod.crl]: 'scan',
  [gestationMethod.transfer]: 'ivf',
};
const sourceMethod: Readonly<Record<GestationSource, number>> = {
  lmp: gestationMethod.lmp,
  scan: gestationMethod.ultrasound,
  ivf: gestationMethod.transfer,
};
const sourceLabel: Readonly<Record<GestationSource, Label>> = {
  lmp: ['按末次月经', 'by LMP'],
  scan: ['按超声', 'by scan'],
  ivf: ['按移植日期', 'by embryo transfer'],
};

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
  fromIdCard(filled, now, set);
  if (formKey === 'nipt') {
    set('sex', sex.female, ['本表单固定为女', 'Fixed by the form']);
    deriveNipt(filled, set);
  }
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

type SetField = (field: string, value: unknown, from: Label, always?: boolean) => void;

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

function deriveNipt(values: Record<string, unknown>, set: SetField): void {
  const height = numberOf(values['heightCm']);
  const weight = numberOf(values['weightKg']);
  set('bmi', height && weight ? bodyMassIndex(height, weight) : undefined, ['身高体重', 'height and weight'], true);
  const on = dayOf(values['samplingTime']);
  if (!on) return;
  const method = numberOf(values['gestationMethod']);
  if (method !== gestationMethod.typed) {
    const facts = gestationFacts(values);
    const chosen = method === undefined ? undefined : methodSource[method];
    const trusted = trustedGestation(facts, on);
    const days = chosen ? gestationBySource(facts, on)[chosen] : trusted?.days;
    const source = chosen ?? trusted?.source;
    if (days !== undefined && source && days >= 0) {
      set('gestationMethod', sourceMethod[source], sourceLabel[source]);
      set('gaWeeks', Math.floor(days / 7), sourceLabel[source]);
      set('gaDays', days % 7, sourceLabel[source]);
    }
  }
  const days = typedGestation(values);
  if (days === undefined) return;
  const edd = deliveryBy(days, on);
  set('edd', edd, ['按采血孕周', 'by GA at sampling'], true);
  const birth = dayOf(values['birthDate']);
  set('ageAtEdd', birth && birth < edd ? yearsBetween(birth, edd) : undefined, ['出生日期与预产期', 'birth date and EDD'], true);
}
