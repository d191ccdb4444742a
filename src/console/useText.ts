import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
import type { TextKey, TextParams } from './messages.ts';
import { chooseLanguage } from './preferences.ts';
import { texts } from './text.ts';

export interface Text {
  /** A sentence of the shell, its places filled; `count` chooses the plural form. */
  readonly t: (key: TextKey, params?: TextParams) => string;
  /** A described label in the user's language, its places filled. */
  readonly label: (label: Label, params?: Readonly<Record<string, unknown>>) => string;
  readonly language: Language;
  /** Switches at once and remembers it for this user. */
  readonly setLanguage: (language: Language) => void;
}

/** The user's language: rendered again when it changes. */
export function useText(): Text {
  const { i18n } = useTranslation(undefined, { i18n: texts });
  const current: Language = i18n.language === 'en' ? 'en' : 'zh';
  return useMemo(
    () => ({
      t: (key, params = {}) => texts.t(key, { ...params, lng: current }),
      label: (label, params = {}) => fillLabel(label, params, current),
      language: current,
      setLanguage: (next) => void chooseLanguage(next).catch(() => undefined),
    }),
    [current],
  );
}
