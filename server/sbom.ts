import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/**
 * `npm run sbom [-- --to FOLDER]`: every package this programme is built and run with, as CycloneDX 1.5 (`sbom.cdx.json`, from npm's own list of what
 * the lock file names), and a page of them by licence. Ends with 1 where a licence is new to us: then a person reads it and adds it here.
 */
const known: ReadonlySet<string> = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Python-2.0',
  'CC-BY-4.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'MIT AND OFL-1.1',
  // MIT, with the mark of bpmn.io left visible on drawings.
  'bpmn.io',
]);
/** Packages that say "see the file". */
const read: Readonly<Record<string, string>> = { 'bpmn-js': 'bpmn.io' };

const component = z.object({
  name: z.string(),
  version: z.string(),
  licenses: z
    .array(z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(), expression: z.string().optional() }))
    .optional(),
});
const { to = '.' } = parseArgs({ options: { to: { type: 'string' } } }).values;
const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { components } = z.object({ components: z.array(component) }).parse(JSON.parse(text));

const byLicence = new Map<string, string[]>();
for (const { name, version, licenses = [] } of components) {
  const said = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '').join(' AND ');
  const licence = read[name] ?? (said || 'none');
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
}
const licences = [...byLicence].toSorted(([, a], [, b]) => b.length - a.length);
const sections = licences.map(([licence, names]) => `## ${licence} (${names.length})\n\n${names.toSorted().join(', ')}\n`);
writeFileSync(`${to}/sbom.cdx.json`, text);
writeFileSync(`${to}/licences.md`, `# Packages by licence\n\n${sections.join('\n')}`);
console.log(`${components.length} packages: ${licences.map(([licence, names]) => `${licence} ${names.length}`).join(', ')}`);
const unknown = licences.filter(([licence]) => !known.has(licence));
for (const [licence, names] of unknown) console.error(`licence nobody has read yet: ${licence}: ${names.join(', ')}`);
process.exitCode = unknown.length > 0 ? 1 : 0;
