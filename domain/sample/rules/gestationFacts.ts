import type { Values } from './entryForm.ts';
import { conceptionMode, gestationMethod } from './formChoices.ts';
import type { GestationFacts, GestationSource } from './gestation.ts';
import { dayOf, isEmpty, isYes, numberOf } from './values.ts';

/** What a form says about the pregnancy. */
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
