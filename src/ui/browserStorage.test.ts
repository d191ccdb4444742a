import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

/** A browser's storage of so many letters. */
class Shelf implements Storage {
  [name: string]: unknown;
  get length(): number {
    return Object.keys(this).length;
  }
  key(at: number): string | null {
    return Object.keys(this)[at] ?? null;
  }
  clear(): void {
    for (const name of Object.keys(this)) delete this[name];
  }
  getItem(name: string): string | null {
    return typeof this[`${name}`] === 'string' ? (this[name] as string) : null;
  }
  setItem(name: string, text: string): void {
    if (text.length > 1_000) throw new DOMException('full', 'QuotaExceededError');
    this[name] = text;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

const { dropAllKept, dropKept, keep, readKept, textStorage } = await import('./browserStorage.ts');
let [local, session] = [new Shelf(), new Shelf()];
beforeEach(() => {
  [local, session] = [new Shelf(), new Shelf()];
  Object.assign(globalThis, { window: { localStorage: local, sessionStorage: session } });
});

afterAll(() => {
  delete (globalThis as { window?: unknown }).window;
});

describe('what is kept in the browser', () => {
  it('is an entry with what it is, its content and its time', () => {
    const before = Date.now();
    expect(keep('accession-x', { a: [1] })).toBe(true);
    expect(keep('accession-tab', 'text', 'session')).toBe(true);
    const entry = JSON.parse(local.getItem('accession-x')!) as { datetime: number };
    expect(entry).toEqual({ dataType: 'object', content: { a: [1] }, datetime: expect.any(Number) });
    expect(entry.datetime).toBeGreaterThanOrEqual(before);
    expect(JSON.parse(session.getItem('accession-tab')!)).toMatchObject({ dataType: 'string', content: 'text', type: 'session' });
    expect([readKept('accession-x'), readKept('accession-tab', 'session'), readKept('accession-tab')]).toEqual([{ a: [1] }, 'text', undefined]);
    dropKept('accession-x');
    expect(readKept('accession-x')).toBeUndefined();
  });

  it('loses nothing that an earlier version wrote bare', () => {
    for (const [text, value] of [
      ['theme-dark', 'theme-dark'],
      ['#409EFF', '#409EFF'],
      ['/sample/summary?x=1', '/sample/summary?x=1'],
      ['{"isMuted":true,"volume":0.2}', { isMuted: true, volume: 0.2 }],
      ['[{"id":1}]', [{ id: 1 }]],
      ['false', false],
    ] as const) {
      local.setItem('old', text);
      expect(readKept('old'), text).toEqual(value);
      expect(JSON.parse(local.getItem('old')!), text).toMatchObject({ content: value, dataType: typeof value });
      expect(readKept('old'), text).toEqual(value);
    }
    local.setItem('old', '{"half":');
    expect(readKept('old')).toBeUndefined();
  });

  it('is lost without a word where the storage is full or forbidden, but said to a library that can keep less', () => {
    expect(keep('accession-x', 'x'.repeat(2_000))).toBe(false);
    expect(() => textStorage.setItem('accession-x', 'x'.repeat(2_000))).toThrow('no room');
    textStorage.setItem('accession-queries:u1', '{"a":1}');
    expect(textStorage.getItem('accession-queries:u1')).toBe('{"a":1}');
    expect(textStorage.getItem('accession-queries:u2')).toBeNull();
    keep('accession-else', 1);
    dropAllKept('accession-queries');
    expect([readKept('accession-queries:u1'), readKept('accession-else')]).toEqual([undefined, 1]);
    Object.assign(globalThis, { window: {} });
    expect([readKept('accession-x'), keep('accession-x', 1)]).toEqual([undefined, false]);
  });

  it('is reached by this module alone', () => {
    const root = join(import.meta.dirname, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.|\btesting\b/.test(name),
    );
    const reaching = files.filter((name) => /\b(local|session)Storage\b\s*[.[?)},;]/.test(readFileSync(join(root, name), 'utf8')));
    expect(
      reaching.map((name) => name.replaceAll('\\', '/')),
      'go through src/ui/browserStorage.ts',
    ).toEqual(['ui/browserStorage.ts']);
  });
});
