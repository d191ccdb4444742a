import { daysBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { meanArterialPressure, meanUterineArteryPi, type BloodPressure } from '../../rules/bodyMeasures.ts';
import type { SetField, Values } from '../../rules/entryForm.ts';
import { gestationMethod, sex } from '../../rules/formChoices.ts';
import { gestationByLmp, gestationByTransfer } from '../../rules/gestation.ts';
import { typedGestation } from '../../rules/gestationFacts.ts';
import { dayOf, numberOf } from '../../rules/values.ts';
import { race } from './eclampsiaChoices.ts';
import { readings } from './eclampsiaFields.ts';

/** The readings of which both values stand. */
export function readingsOf(values: Values): readonly BloodPressure[] {
  return readings.flatMap(([sys, dia]) => {
    const [systolic, diastolic] = [numberOf(values[sys]), numberOf(values[dia])];
    return systolic === undefined || diastolic === undefined ? [] : [{ systolic, diastolic }];
  });
}

/** Mean arterial pressure of all four readings, mmHg; undefined while one is missing. */
export function pressureOf(values: Values): number | undefined {
  const taken = readingsOf(values);
  return taken.length === readings.length ? meanArterialPressure(taken) : undefined;
}

/** Mean index of both sides; undefined while one is missing. */
export function indexOf(values: Values): number | undefined {
  const [left, right] = [numberOf(values['utaPiLeft']), numberOf(values['utaPiRight'])];
  return left === undefined || right === undefined ? undefined : meanUterineArteryPi(left, right);
}

/** Days of pregnancy at the scan by what the method reckons from; undefined where it is read from paper. */
export function reckonedAtScan(values: Values): { readonly days: number; readonly from: Label } | undefined {
  const on = dayOf(values['gaDate']);
  const lmp = dayOf(values['lastMenstrualDate']);
  const transfer = dayOf(values['embryoTransferDate']);
  const day = numberOf(values['embryoDay']);
  const method = numberOf(values['gestationMethod']);
  if (on && method === gestationMethod.lmp && lmp) return { days: gestationByLmp(lmp, on), from: ['按末次月经', 'by LMP'] };
  const days = on && method === gestationMethod.transfer && transfer && day !== undefined ? gestationByTransfer(transfer, day, on) : undefined;
  return days === undefined ? undefined : { days, from: ['按移植日期', 'by embryo transfer'] };
}

/** Days of pregnancy on a day, from those at the scan; undefined where one of them is not known. */
export function gestationOn(values: Values, day: string | undefined): number | undefined {
  const [typed, measured] = [typedGestation(values), dayOf(values['gaDate'])];
  return typed === undefined || measured === undefined || day === undefined ? undefined : typed + daysBetween(measured, day);
}

/** Sex, the race that is nearly always meant, the age at the scan where the method reckons it, both means. */
export function deriveEclampsia(values: Record<string, unknown>, set: SetField): void {
  set('sex', sex.female, ['本表单固定为女', 'Fixed by the form']);
  set('race', race.eastAsian, ['默认东亚', 'East Asian unless said']);
  const reckoned = reckonedAtScan(values);
  if (reckoned && reckoned.days >= 0) {
    set('gaWeeks', Math.floor(reckoned.days / 7), reckoned.from);
    set('gaDays', reckoned.days % 7, reckoned.from);
  }
  set('meanArterialPressure', pressureOf(values), ['按四次血压', 'by the four readings']);
  set('utaPiMean', indexOf(values), ['左右均值', 'mean of both sides']);
}
