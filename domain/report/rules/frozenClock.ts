import type { CycleStep, Pause } from '#domain/base/workCalendar.ts';

/** How a task's due times came about, as it keeps it. */
export interface DueSteps {
  readonly internal: readonly CycleStep[];
  readonly external: readonly CycleStep[];
}

/** When a task's clock began and stood still, by what was frozen with it; what was promised to the client counts before the house's own wish. */
export function frozenClock(steps: DueSteps | null): { readonly beginTime: string | null; readonly pauses: readonly Pause[] } {
  const all = [...(steps?.external ?? []), ...(steps?.internal ?? [])];
  const begun = all.find(({ params }) => 'node' in params && typeof params['time'] === 'string');
  const pauses = all.flatMap(({ params }): Pause[] =>
    // Days that do not count say their names; a pause has none.
    typeof params['from'] === 'string' && typeof params['to'] === 'string' && !('names' in params)
      ? [{ from: params['from'], to: params['to'] }]
      : [],
  );
  const once = new Map(pauses.map((pause) => [`${pause.from} ${pause.to}`, pause]));
  return { beginTime: (begun?.params['time'] as string | undefined) ?? null, pauses: [...once.values()] };
}
