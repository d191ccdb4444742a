import { inLanguage, type Language } from './label.ts';

const minutesOfHour = 60;
const minutesOfDay = 24 * minutesOfHour;

export interface DaysHours {
  readonly days: number;
  /** With a fraction where minutes are left. */
  readonly hours: number;
}

/** Minutes as whole days and hours. */
export function daysHoursOf(minutes: number): DaysHours {
  return { days: Math.floor(minutes / minutesOfDay), hours: Math.round(((minutes % minutesOfDay) / minutesOfHour) * 100) / 100 };
}

export function minutesOf({ days, hours }: DaysHours): number {
  return Math.round(days * minutesOfDay + hours * minutesOfHour);
}

/** Minutes as a person reads them: 3天 4小时. */
export function durationText(minutes: number, language: Language): string {
  const { days, hours } = daysHoursOf(minutes);
  const parts = [
    ...(days > 0 ? [inLanguage([`${days}天`, `${days} d`], language)] : []),
    ...(hours > 0 || days === 0 ? [inLanguage([`${hours}小时`, `${hours} h`], language)] : []),
  ];
  return parts.join(' ');
}
