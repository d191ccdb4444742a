import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }));
/** Where a page of the server is asked for and no pager stands under it. */
const withoutPager: Readonly<Record<string, string>> = {
  'shell/NoticeBell.tsx': 'the newest few, over the way to all of them',
  'console/notices/useNotices.ts': 'the count, and the one that is next',
  'screens/desk/DevicesScreen.tsx': 'the count of what waits; its list stands under its own tab',
  'screens/lab/ResultFileDrawer.tsx': 'the one file that is open',
  'screens/lab/runSheetSource.ts': 'what a picker offers: more is found by typing',
  'screens/lab/process/ProcessDesk.tsx': 'the count of what is to be told; its list stands beside it',
  'screens/sample/entrust/EntrustReceivedScreen.tsx': 'the one tube that was scanned; the list stands under it',
  'screens/sample/reject/RejectScreen.tsx': 'the chart of reasons, all of the few there are',
  'screens/search/QualityScreen.tsx': 'a year of the indexes there are, answered whole',
  'console/desk/useMore.ts': 'answers its own "first n of m"',
};

// A table cannot be drawn without its extent: the compiler sees to that. These are the lists without a table, and what the compiler cannot see.
describe('lists are whole', () => {
  const pages = sources.filter(({ text }) => /call<PageOf<|\b(?:ask|useAsked)\('GET [^']*page'/i.test(text));

  it('a page of the server has a pager, or a reason', () => {
    const bare = pages.filter(({ text }) => !/extent=\{\{\s*page/.test(text)).map(({ name }) => name);
    expect(bare.toSorted(), 'give the table its pager (extent), or take useMore').toEqual(Object.keys(withoutPager).toSorted());
    expect(pages.length).toBeGreaterThan(8);
  });

  it('what grows says how much of it is shown', () => {
    const growing = sources.filter(({ text }) => text.includes('useMore(') && !text.includes('function useMore<'));
    const silent = growing.flatMap(({ name, text }) => {
      const asked = text.split('useMore(').length - 1;
      const told = text.split(/<MoreOf \{\.\.\.|extent=\{extent\}/).length - 1;
      return asked === told ? [] : [`${name}: ${asked} asked, ${told} told`];
    });
    expect(silent, 'draw <MoreOf {...list.extent} /> under it').toEqual([]);
    expect(growing.length).toBeGreaterThan(2);
  });

  it('what calls itself whole is no page of the server', () => {
    const wrong = sources.filter(({ text }) => text.includes('extent="whole"') && /PageOf<|useMore\(/.test(text));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
