import { pinyin } from 'pinyin-pro';

const known = new Map<string, readonly [full: string, initials: string]>();

/** A menu's name in pinyin, full and initials, so that the menu search of a client needs no dictionary: 前处理录入 gives qianchuliluru, qcllr. */
export function menuPinyin(name: string): readonly [full: string, initials: string] {
  const before = known.get(name);
  if (before) return before;
  const letters = (pattern: 'pinyin' | 'first'): string =>
    pinyin(name, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join('').toLowerCase();
  const made = [letters('pinyin'), letters('first')] as const;
  // Names are few; a tenant that renames for ever must not fill the memory.
  if (known.size > 5_000) known.clear();
  known.set(name, made);
  return made;
}
