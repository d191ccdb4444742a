import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label, Language } from '#domain/kernel/label.ts';

const weekdays: readonly Label[] = [
  ['日', 'Sunday'],
  ['一', 'Monday'],
  ['二', 'Tuesday'],
  ['三', 'Wednesday'],
  ['四', 'Thursday'],
  ['五', 'Friday'],
  ['六', 'Saturday'],
];
const months = [
  ['January', 'February', 'March', 'April', 'May', 'June'],
  ['July', 'August', 'September', 'October', 'November', 'December'],
].flat();

/**
 * The lab's own time (docs/contract.md#validation) and day in words, whatever zone this computer is set to. Reckoned, not asked of the browser:
 * its calendar of a time zone takes a tenth of a second to make on a slow desk, while the login waits to be drawn.
 */
export function clockText(moment: Date | number, language: Language): { readonly time: string; readonly day: string } {
  const [date = '', time = ''] = formatDateTime(moment).split(' ');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [zhDay, enDay] = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ['', ''];
  return {
    time: time.slice(0, 5),
    day: language === 'zh' ? `${year}年${month}月${day}日星期${zhDay}` : `${enDay} ${day} ${months[month - 1]} ${year}`,
  };
}
