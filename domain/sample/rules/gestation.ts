import { addDays, daysBetween } from '#domain/kernel/dates.ts';

export type GestationSource = 'ivf' | 'scan' | 'lmp';
/** Days a pregnancy lasts from the last menstrual period. */
export const termDays = 280;
/** 14+0: a scan before it is a first-trimester scan. */
export const firstTrimesterDays = 98;

/** Days written `w+d`; negative days keep their sign. */
export function formatGestation(days: number): string {
  const whole = Math.abs(Math.trunc(days));
  return `${days < 0 ? '-' : ''}${Math.floor(whole / 7)}+${whole % 7}`;
}

/** From the last menstrual period: D - LMP - (cycle - 28). Cycle in days, 21-45. */
export function gestationByLmp(lmp: string, on: string, cycleDays = 28): number {
  return daysBetween(lmp, on) - (cycleDays - 28);
}

/** From a scan: its own days and the days since. */
export function gestationByScan(daysAtScan: number, scanDate: string, on: string): number {
  return daysAtScan + daysBetween(scanDate, on);
}

const embryoOffset: Readonly<Record<number, number>> = { 3: 17, 5: 19, 6: 20 };
/** From the transfer of an embryo of day 3, 5 or 6; undefined for another day. */
export function gestationByTransfer(transferDate: string, embryoDay: number, on: string): number | undefined {
  const offset = embryoOffset[embryoDay];
  return offset === undefined ? undefined : daysBetween(transferDate, on) + offset;
}

/** Expected date of delivery: LMP + 280. */
export function deliveryByLmp(lmp: string): string {
  return addDays(lmp, termDays);
}
/** Expected date of delivery from the days of pregnancy at a date. */
export function deliveryBy(days: number, on: string): string {
  return addDays(on, termDays - days);
}

export interface GestationFacts {
  readonly lastMenstrualDate?: string;
  readonly menstrualCycleDays?: number;
  /** LMP is trusted only where the cycle is regular. */
  readonly isRegular?: boolean;
  readonly scanDate?: string;
  readonly daysAtScan?: number;
  readonly isIvf?: boolean;
  readonly transferDate?: string;
  readonly embryoDay?: number;
}
export interface Gestation {
  readonly days: number;
  readonly source: GestationSource;
}

/** What each source alone says of the days at a date. */
export function gestationBySource(facts: GestationFacts, on: string): Readonly<Partial<Record<GestationSource, number>>> {
  const found: Partial<Record<GestationSource, number>> = {};
  if (facts.transferDate && facts.embryoDay !== undefined) {
    const days = gestationByTransfer(facts.transferDate, facts.embryoDay, on);
    if (days !== undefined) found.ivf = days;
  }
  if (facts.scanDate && facts.daysAtScan !== undefined) found.scan = gestationByScan(facts.daysAtScan, facts.scanDate, on);
  if (facts.lastMenstrualDate && facts.isRegular) found.lmp = gestationByLmp(facts.lastMenstrualDate, on, facts.menstrualCycleDays);
  return found;
}

/** Order of trust: IVF, first-trimester scan, LMP, later scan (docs/forms.md#calculators). Undefined where nothing is known. */
export function trustedGestation(facts: GestationFacts, on: string): Gestation | undefined {
  const by = gestationBySource(facts, on);
  if (by.ivf !== undefined && facts.isIvf !== false) return { days: by.ivf, source: 'ivf' };
  const isEarlyScan = (facts.daysAtScan ?? firstTrimesterDays) < firstTrimesterDays;
  if (by.scan !== undefined && isEarlyScan) return { days: by.scan, source: 'scan' };
  if (by.lmp !== undefined) return { days: by.lmp, source: 'lmp' };
  return by.scan === undefined ? undefined : { days: by.scan, source: 'scan' };
}

/** LMP against a scan: >14 days apart is a warning, >7 with a first-trimester scan means the scan decides. */
export function compareLmpWithScan(
  facts: GestationFacts,
  on: string,
): { readonly days: number; readonly verdict: 'agree' | 'useScan' | 'tooFar' } | undefined {
  const { lmp, scan } = gestationBySource(facts, on);
  if (lmp === undefined || scan === undefined) return undefined;
  const days = Math.abs(lmp - scan);
  if (days > 14) return { days, verdict: 'tooFar' };
  return { days, verdict: days > 7 && (facts.daysAtScan ?? firstTrimesterDays) < firstTrimesterDays ? 'useScan' : 'agree' };
}
