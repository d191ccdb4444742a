import type { Language } from '#domain/kernel/label.ts';
import { keep, readKept } from '#src/ui/browserStorage.ts';
import { type Appearance, chooseAppearance, readAppearance } from '#src/ui/theme/appearance.ts';
import { changeLanguage, language } from './text.ts';

/** Language and look, remembered per user on this machine; what stood last also holds before anybody signs in. */
export interface Preferences {
  readonly language: Language;
  readonly appearance: Appearance;
}
const key = 'accession-preferences';
let owner = '';

function readAll(): Record<string, Partial<Preferences>> {
  const all = readKept(key);
  return typeof all === 'object' && all !== null ? { ...(all as Record<string, Partial<Preferences>>) } : {};
}

/** What a user chose; what the last user chose where they chose nothing. */
export function readPreferences(userId: string = owner): Partial<Preferences> {
  const all = readAll();
  return { ...all[''], ...all[userId] };
}

export function savePreferences(change: Partial<Preferences>): void {
  const all = readAll();
  all[''] = { ...all[''], ...change };
  if (owner) all[owner] = { ...all[owner], ...change };
  keep(key, all);
}

/** Makes a user's choices hold from now on; '' after logout. */
export async function adoptPreferences(userId: string): Promise<void> {
  owner = userId;
  const wanted = readPreferences();
  if (wanted.appearance) applyLook(wanted.appearance);
  if (wanted.language && wanted.language !== language()) await changeLanguage(wanted.language).catch(() => undefined);
}

/** Switches the language and remembers it. Throws where it cannot be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  await changeLanguage(next);
  savePreferences({ language: next });
}

const lookListeners = new Set<() => void>();
let look: Appearance | null = null;

function applyLook(next: Appearance): void {
  look = next;
  chooseAppearance(next);
  for (const listener of lookListeners) listener();
}

/** The theme and accent on the page. */
export function currentLook(): Appearance {
  return (look ??= readAppearance());
}
export function onLookChange(listener: () => void): () => void {
  lookListeners.add(listener);
  return () => lookListeners.delete(listener);
}

/** Puts a look on the page and remembers it for this user. */
export function chooseLook(next: Appearance): void {
  applyLook(next);
  savePreferences({ appearance: next });
}
