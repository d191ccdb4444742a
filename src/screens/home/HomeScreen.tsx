import { chakra } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { CloudUpload, OctagonAlert, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import { isTransportError } from '#src/api/call.ts';
import { ageOf } from '#src/console/age.ts';
import { useNow } from '#src/console/useNow.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { type Task, tasks } from './tasks.ts';
import { TaskTile } from './TaskTile.tsx';

const Page = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 4, maxW: '1440px' } });
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, '& > h1': { textStyle: 'title', flex: 1 } } });
const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 2 } });
const Tiles = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3 } });

const renewMs = 60_000;

/** /wel/index: what this person has to do today, in real numbers, and the pages he may open. */
export function HomeScreen() {
  const { t } = useText();
  const { user, can } = useSession();
  const mine = useMemo(() => tasks.filter(({ permission }) => can(permission)), [can]);
  const counts = useQueries({
    queries: mine.map((task) => ({
      queryKey: ['home', task.name],
      queryFn: ({ signal }: { signal: AbortSignal }) => task.count(signal),
      refetchInterval: renewMs,
      retry: false,
      meta: { isKept: true },
    })),
  });
  const isFetching = counts.some((count) => count.isFetching);
  return (
    <Page>
      <Head>
        <h1>{t('home.greeting', { name: user?.name ?? '' })}</h1>
        <IconButton label={t('home.refresh')} icon={RotateCw} aria-busy={isFetching} onClick={() => counts.forEach((count) => void count.refetch())} />
      </Head>
      <section>
        <Title>{t('home.todo')}</Title>
        <Tiles>
          {mine.map((task, index) => {
            const count = counts[index];
            return <CountTile key={task.name} task={task} count={count?.data ?? null} error={count?.error ?? null} updatedAt={count?.dataUpdatedAt ?? 0} />;
          })}
          <DeskTiles />
        </Tiles>
      </section>
      <QuickLinks />
    </Page>
  );
}
export { HomeScreen as Screen };

interface CountTileProps {
  readonly task: Task;
  readonly count: number | null;
  readonly error: unknown;
  readonly updatedAt: number;
}
/** A count of the server; where it cannot be asked, the last one with its age, or honestly none. */
function CountTile({ task, count, error, updatedAt }: CountTileProps) {
  const { t } = useText();
  const now = useNow();
  const age = ageOf(updatedAt, now);
  const note = !error ? null : count === null ? t(isTransportError(error) ? 'home.unknown' : 'home.failed') : t('home.cached', { age: t(age.key, { count: age.count }) });
  return <TaskTile to={task.path} icon={task.icon} name={t(task.title)} count={count} note={note} />;
}

/** What waits on this desk itself: sent by itself, or in need of a person. */
function DeskTiles() {
  const { t } = useText();
  const { waiting, refused, conflict, quarantined, oldestWaitingAt, heldByOthers } = useOutboxStatus();
  const now = useNow();
  const needed = refused + conflict + quarantined;
  const age = oldestWaitingAt === null ? null : ageOf(oldestWaitingAt, now);
  const others = heldByOthers > 0 ? t('outbox.held', { count: heldByOthers }) : null;
  return (
    <>
      <TaskTile to="/desk/outbox" icon={OctagonAlert} name={t('home.refused')} count={needed} tone={needed > 0 ? 'alarm' : null} />
      <TaskTile to="/desk/outbox" icon={CloudUpload} name={t('home.waiting')} count={waiting} tone={waiting > 0 ? 'waiting' : null} note={age ? t('outbox.oldest', { age: t(age.key, { count: age.count }) }) : others} />
    </>
  );
}
