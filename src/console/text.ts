import { createInstance } from 'i18next';
import { callSettings } from '#src/api/request.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import { zh } from './locales/zh.ts';
import type { TextKey, TextParams } from './messages.ts';

/** The shell's sentences: Chinese is bundled, English comes when it is chosen. Places are `{name}`, as in labels. */
export const texts = createInstance();
void texts.init({
  lng: 'zh',
  fallbackLng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
  returnNull: false,
} as Parameters<typeof texts.init>[0]);

/** The language in use. */
export function language(): Language {
  return texts.language === 'en' ? 'en' : 'zh';
}

/** Changes the language without a reload. Where English cannot be fetched (never seen and offline) the old one stays, and it throws. */
export async function changeLanguage(next: Language): Promise<void> {
  if (next === 'en' && !texts.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./locales/en.ts');
    texts.addResourceBundle('en', 'translation', en);
  }
  await texts.changeLanguage(next);
  callSettings.language = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
}

/** A sentence of the shell outside React (toasts); screens use `useText`. */
export function translate(key: TextKey, params: TextParams = {}): string {
  return texts.t(key, params);
}

/** A sentence as a label, for the parts of src/ui that take labels. */
export function sentence(key: TextKey, params: TextParams = {}): Label {
  return [texts.t(key, { ...params, lng: 'zh' }), texts.t(key, { ...params, lng: 'en' })];
}
