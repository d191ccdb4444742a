import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Findings } from './report.ts';

const file = fileURLToPath(new URL('./.cache/findings.json', import.meta.url));
const keptMs = 24 * 3_600_000;

interface Kept {
  /** What was measured against what: another version makes another table. */
  readonly versions: string;
  readonly at: number;
  readonly findings: Findings;
}

function readKept(versions: string): Findings {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    if (kept.versions === versions && Date.now() - kept.at < keptMs) return kept.findings;
  } catch {
    // Nothing is kept yet.
  }
  return { outcomes: {} };
}

/** Puts what was measured now beside what parts measured within the last day, so that a long table can be had in pieces. */
export function keepFindings(fresh: Findings, versions: string): Findings {
  const before = readKept(versions);
  const outcomes = { ...before.outcomes };
  for (const [key, bySystem] of Object.entries(fresh.outcomes)) outcomes[key] = { ...outcomes[key], ...bySystem };
  const all: Findings = {
    outcomes,
    power: { ...before.power, ...fresh.power },
    speed: { ...before.speed, ...fresh.speed },
    behind: { ...before.behind, ...fresh.behind },
    idle: { ...before.idle, ...fresh.idle },
    outage: { ...before.outage, ...fresh.outage },
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ versions, at: Date.now(), findings: all } satisfies Kept));
  return all;
}
