import { pinyin } from 'pinyin-pro';

export interface Spelling {
  /** Pinyin without tones and spaces, lower case; letters and digits stay: `dnajiance`. */
  readonly pinyin: string;
  /** First letters: `dnajc`. */
  readonly initials: string;
}

/**
 * How a name is typed on a keyboard, stored beside it so that pickers find it online and offline
 * without shipping the dictionary to desks. ü is `v`; marks and blanks are left out.
 */
export function spelling(name: string): Spelling {
  const text = name.normalize('NFKC');
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const firsts = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true, pattern: 'first' });
  return { pinyin: plain(syllables), initials: plain(firsts) };
}

const plain = (parts: readonly string[]): string => parts.join('').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '').slice(0, 400);
