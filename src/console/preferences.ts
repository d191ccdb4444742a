import type { Language } from '#domain/kernel/label.ts';
import { changeLanguage, language } from './text.ts';

/**
 * Language and menu state, remembered per user on this machine; what stood last also holds before anybody signs in.
 * The look (theme, accent) is remembered by src/ui/theme/appearance.ts under the names of the Blade clients.
 */
export interface Preferences {
  readonly language: Language;
  readonly theme: string;
  readonly isMenuFolded: boolean;
}
const key = 'accession-preferences';
let owner = '';

function readAll(): Record<string, Partial<Preferences>> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Partial<Preferences>>;
  } catch {
    return {};
  }
}

/** What a user chose; what the last user chose where he chose nothing. */
export function readPreferences(userId: string = owner): Partial<Preferences> {
  const all = readAll();
  return { ...all[''], ...all[userId] };
}

export function savePreferences(change: Partial<Preferences>): void {
  const all = readAll();
  all[''] = { ...all[''], ...change };
  if (owner) all[owner] = { ...all[owner], ...change };
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // A full storage loses a preference, never work.
  }
}

/** Makes a user's choices hold from now on; '' after logout. */
export async function adoptPreferences(userId: string): Promise<void> {
  owner = userId;
  const wanted = readPreferences().language ?? 'zh';
  if (wanted !== language()) await changeLanguage(wanted).catch(() => undefined);
}

/** Switches the language and remembers it. Throws where it cannot be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  await changeLanguage(next);
  savePreferences({ language: next });
}
