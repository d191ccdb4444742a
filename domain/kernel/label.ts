/** A text in both languages: Chinese first. */
export type Label = readonly [zh: string, en: string];
export type Language = 'zh' | 'en';

/** The text of a label in one language. */
export function inLanguage(label: Label, language: Language): string {
  return language === 'zh' ? label[0] : label[1];
}

/** Fills `{name}` places of a label; a missing value leaves an empty place. */
export function fillLabel(label: Label, params: Readonly<Record<string, unknown>>, language: Language): string {
  return inLanguage(label, language).replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')) {
      return inLanguage(value as unknown as Label, language);
    }
    return value === undefined || value === null ? '' : String(value);
  });
}

/** A title within an English sentence: only abbreviations keep their capitals. Chinese stays as it is. */
export function inSentence([zh, en]: Label): Label {
  return [zh, en.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase())];
}
