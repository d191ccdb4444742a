import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Code that loads a TypeScript file in a worker: Node 20 reads none by itself, `--import tsx` registers itself in the
 * main thread alone, and a test runner's loader is not inherited. A built one (`server/buildServer.ts`) needs no help.
 */
export function typescriptWorker(file: URL): string {
  if (file.pathname.endsWith('.js')) return `import(${JSON.stringify(file.href)})`;
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  return `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(file.href)}); })`;
}
