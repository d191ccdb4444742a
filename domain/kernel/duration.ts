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

/** Minutes as a person reads them: 3天 4小时 20分. */
export function durationText(minutes: number, language: Language): string {
  const whole = Math.round(minutes);
  const parts: readonly (readonly [number, string, string])[] = [
    [Math.floor(whole / minutesOfDay), '天', 'd'],
    [Math.floor((whole % minutesOfDay) / minutesOfHour), '小时', 'h'],
    [whole % minutesOfHour, '分', 'min'],
  ];
  const told = parts.filter(([count]) => count > 0);
  return (told.length > 0 ? told : parts.slice(2)).map(([count, zh, en]) => inLanguage([`${count}${zh}`, `${count} ${en}`], language)).join(' ');
}
