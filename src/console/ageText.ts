import type { Language } from '#domain/kernel/label.ts';

/** How long, as a person says it. Seconds. */
export function ageText(seconds: number, language: Language): string {
  const say = (count: number, zh: string, en: string): string => (language === 'zh' ? `${count} ${zh}前` : `${count} ${en} ago`);
  if (seconds < 60) return language === 'zh' ? '刚刚' : 'Just now';
  if (seconds < 3600) return say(Math.floor(seconds / 60), '分钟', 'min');
  if (seconds < 48 * 3600) return say(Math.floor(seconds / 3600), '小时', 'h');
  return say(Math.floor(seconds / 86_400), '天', 'd');
}
