import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

/** Holds the floors of the house (.dependency-cruiser.cjs). Through the library: its command line refuses Node 20, the library runs on it. */
const { options, ...ruleSet } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Record<string, unknown> & { options: object };
const floors = ['domain', 'server', 'src', 'workers', 'e2e', 'bench'];
const { output, exitCode } = await cruise(floors, { ...options, ruleSet, validate: true, outputType: 'err' });
console.log(output);
process.exitCode = exitCode;
