import { createContext, useCallback, useContext } from 'react';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';

/** The language of every part of src/ui; the shell provides it (through UiProvider) and nothing here imports the shell. */
export const LanguageContext = createContext<Language>('zh');

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The text of a label in the user's language, with its places filled. */
export type Say = (label: Label, params?: Readonly<Record<string, unknown>>) => string;

export function useSay(): Say {
  const language = useLanguage();
  return useCallback((label, params = {}) => fillLabel(label, params, language), [language]);
}
