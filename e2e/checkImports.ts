import { createRequire } from 'node:module';
import { cruise, type IModule } from 'dependency-cruiser';

/** Holds the floors (.dependency-cruiser.cjs). Through the library: its command line refuses Node 20, the library runs on it. */
const { options, ...ruleSet } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Record<string, unknown> & { options: object };
const floors = ['domain', 'server', 'src', 'workers', 'e2e', 'bench'];
const { output, exitCode } = await cruise(floors, { ...options, ruleSet, validate: true, outputType: 'err' });
console.log(output);

// Files that import each other in no circle may still lie in folders that do; the cruiser's own folder rule would count tests, too.
const { output: graph } = await cruise(['server/kernel', 'src/offline'], options);
if (typeof graph === 'string') throw new Error('expected the graph');
const circles = ['server/kernel', 'src/offline'].flatMap((root) => folderCircle(root, graph.modules) ?? []);
for (const circle of circles) console.error(`  error folders-without-circle: ${circle}`);
process.exitCode = exitCode || Math.min(circles.length, 1);

/** The shortest circle between folders directly under `root`, told by one import for each arrow; tests and their tools may look anywhere. */
function folderCircle(root: string, modules: readonly IModule[]): string | undefined {
  const folderOf = (file: string): string | undefined =>
    file.startsWith(`${root}/`) && !/\.test\.tsx?$/.test(file) ? /^(?!testing\/)([^/]+)\//.exec(file.slice(root.length + 1))?.[1] : undefined;
  const arrows = new Map<string, Map<string, string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (!from) continue;
    const outgoing = arrows.get(from) ?? arrows.set(from, new Map()).get(from)!;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from && !outgoing.has(to)) outgoing.set(to, `${source} -> ${resolved}`);
    }
  }
  const found = [...arrows.keys()].flatMap((folder) => wayBack(arrows, folder) ?? []);
  return found.toSorted((one, other) => one.length - other.length)[0]?.join(', ');
}

/** The imports of a shortest way from a folder to itself. */
function wayBack(arrows: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): string[][] | undefined {
  const seen = new Set<string>();
  for (let ways = [{ at: start, imports: [] as string[] }]; ways.length > 0;) {
    ways = ways.flatMap(({ at, imports }) =>
      [...(arrows.get(at) ?? [])].filter(([to]) => !seen.has(to) && seen.add(to)).map(([to, how]) => ({ at: to, imports: [...imports, how] })),
    );
    const home = ways.find(({ at }) => at === start);
    if (home) return [home.imports];
  }
  return undefined;
}
