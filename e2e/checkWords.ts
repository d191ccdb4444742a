import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What no lint rule knows: the server asks one clock (`server/storage/clock.ts`), and what code cites is in the repository. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const faults: string[] = [];

const isServed = (file: string): boolean =>
  file.startsWith('server/') && !/\.test\.ts$|[tT]esting|^server\/(storage\/clock|testRun|walks\/)/.test(file);
const ownClock = /\bDate\.now\b|\bnew Date\(\)|\b(?:current_timestamp|clock_timestamp)\b|(?<!const \w+ )[<>=,] now\(\)/;

for (const file of files) {
  if (!isServed(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    if (ownClock.test(line) && !/\.default\(sql`now\(\)`\)|applied_at timestamptz/.test(line))
      faults.push(`${file}:${index + 1} reads a clock of its own; ask server/storage/clock.ts`);
}

const anchorsOf = new Map<string, ReadonlySet<string>>();
/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): ReadonlySet<string> {
  const known = anchorsOf.get(page);
  if (known) return known;
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const made = new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  anchorsOf.set(page, made);
  return made;
}

/** A page of docs, and where one is named its anchor. */
const cited = /(?<![\w/.])docs\/[\w./-]+\.md(?:#[\p{L}\p{N}_-]+)?/gu;
/** Papers that are not here: their chapters' numbers, and pages that are named without their folder. */
const elsewhere =
  /\b(?:wire|offline\.md|forms\.md|peers|stack|spec(?: calls| product)?|design)(?:\.md)? (?:[A-Z] ?)?\d+(?:\.\d+)*\b|\.\.\/shared\b|(?<![\w/.-])(?!README\b)[a-z][a-z-]*\.md\b/i;
for (const file of files) {
  if (!existsSync(file) || file === 'e2e/checkWords.ts') continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const [citation] of line.matchAll(cited)) {
      const [page = '', anchor] = citation.split('#');
      if (!existsSync(page)) faults.push(`${file}:${index + 1} cites ${page}, which does not exist`);
      else if (anchor && !anchors(page).has(anchor)) faults.push(`${file}:${index + 1} cites ${citation}: ${page} has no such heading`);
    }
    const paper = /^\s*(?:\/?\*|\/\/)/.test(line) ? elsewhere.exec(line) : null;
    if (paper) faults.push(`${file}:${index + 1} cites "${paper[0]}"; cite a heading in docs/`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
