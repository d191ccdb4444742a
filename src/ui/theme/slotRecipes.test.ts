import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { system } from './system.ts';

const source = new URL('../../', import.meta.url).pathname;
const used = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) => [...readFileSync(join(source, path), 'utf8').matchAll(/<([A-Z][A-Za-z]+)\.Content\b/g)].map(([, name]) => name ?? ''));

it.each([...new Set(used)].sort())('%s floats on a ground of its own: without a recipe the page shows through', (name) => {
  const recipe = system.getSlotRecipe(name.toLowerCase()) as { base?: { content?: { bg?: string } } } | undefined;
  expect(recipe?.base?.content?.bg).toBe('bg.panel');
});
