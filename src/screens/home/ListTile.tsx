import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { isTransportError } from '#src/api/call.ts';
import { ageOf } from '#src/console/age.ts';
import { useNow } from '#src/console/useNow.ts';
import { useText } from '#src/console/useText.ts';
import type { ListTask } from './tasks.ts';
import { TaskTile } from './TaskTile.tsx';
import type { KeptList } from './useKeptLists.ts';

/** A count older than this says how old it is. */
const freshMs = 10 * 60_000;

/** A count of the list this desk keeps; where the server cannot be asked, the last one with its age, or honestly none. */
export function ListTile({ task, kept }: { readonly task: ListTask; readonly kept: KeptList | undefined }) {
  const { t, label } = useText();
  const now = useNow();
  const rows = kept?.rows;
  const count = rows ? (rows as never[]).filter(task.isDue).length : null;
  const age = kept?.fetchedAt && (kept.error || now - kept.fetchedAt > freshMs) ? ageOf(kept.fetchedAt, now) : null;
  const note = age
    ? t('home.cached', { age: t(age.key, { count: age.count }) })
    : kept?.error
      ? t(isTransportError(kept.error) ? 'home.unknown' : 'home.failed')
      : null;
  return <TaskTile to={task.path} icon={task.icon} name={label(task.title)} count={count} isMore={(rows?.length ?? 0) >= mostKeptRows} note={note} />;
}
