import { daysBetween, yearsBetween } from '#domain/kernel/dates.ts';
import { ageUnit } from './formChoices.ts';

export interface Age {
  readonly age: number;
  /** Code of the choice set `ageUnit`. */
  readonly ageUnit: number;
}

/** Completed months between two dates. */
export function monthsBetween(birth: string, on: string): number {
  const months = (Number(on.slice(0, 4)) - Number(birth.slice(0, 4))) * 12 + Number(on.slice(5, 7)) - Number(birth.slice(5, 7));
  return on.slice(8, 10) < birth.slice(8, 10) ? months - 1 : months;
}

/** Age as a paediatric form writes it: days under 28 days, months under 36 months, years after. Undefined where birth lies after `on`. */
export function ageOn(birthDate: string, on: string): Age | undefined {
  const days = daysBetween(birthDate, on);
  if (days < 0) return undefined;
  if (days < 28) return { age: days, ageUnit: ageUnit.days };
  const months = monthsBetween(birthDate, on);
  return months < 36 ? { age: months, ageUnit: ageUnit.months } : { age: yearsBetween(birthDate, on), ageUnit: ageUnit.years };
}

const unitYears: Readonly<Record<number, number>> = {
  [ageUnit.years]: 1,
  [ageUnit.months]: 1 / 12,
  [ageUnit.days]: 1 / 365.25,
  [ageUnit.hours]: 1 / 8766,
};

/** A typed age in years; undefined for unit 无 or an unknown one. */
export function ageInYears(age: number, unit: unknown): number | undefined {
  const factor = unitYears[Number(unit ?? ageUnit.years)];
  return factor === undefined ? undefined : age * factor;
}

/** a typed age and the birth date differ by more than a year. An unknown unit is not judged. */
export function ageDisagrees(age: number, unit: unknown, birthDate: string, on: string): boolean {
  const typed = ageInYears(age, unit);
  if (typed === undefined || birthDate > on) return false;
  // Completed years against completed years: 33 stands for anything up to 33 years and 364 days.
  return Math.abs(Math.floor(typed) - yearsBetween(birthDate, on)) > 1;
}

/** Upper end of each unit's range (docs/forms.md#summary-entry: 岁 0-150, 月 0-35, 天 0-99, 小时 0-72). */
export const ageLimits: Readonly<Record<number, number>> = { [ageUnit.years]: 150, [ageUnit.months]: 35, [ageUnit.days]: 99, [ageUnit.hours]: 72 };
