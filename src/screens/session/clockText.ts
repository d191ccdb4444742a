import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Language } from '#domain/kernel/label.ts';

const weekdays = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;
const months = [
  ['January', 'February', 'March', 'April', 'May', 'June'],
  ['July', 'August', 'September', 'October', 'November', 'December'],
].flat();

/**
 * The lab's own time (spec 5) and day in words, whatever zone this computer is set to. Reckoned, not asked of the browser:
 * its calendar of a time zone takes a tenth of a second to make on a slow desk, while the login waits to be drawn.
 */
export function clockText(moment: Date | number, language: Language): { readonly time: string; readonly day: string } {
  const [date = '', time = ''] = formatDateTime(moment).split(' ');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return {
    time: time.slice(0, 5),
    day: language === 'zh' ? `${year}年${month}月${day}日星期${weekdays.zh[weekday]}` : `${weekdays.en[weekday]} ${day} ${months[month - 1]} ${year}`,
  };
}
