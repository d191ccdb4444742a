import { chakra } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { Clock, CloudUpload, MonitorX, OctagonAlert, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import { overdueBuckets } from '#domain/search/dashboard.ts';
import { isTransportError } from '#src/api/call.ts';
import { ageOf } from '#src/console/age.ts';
import { useDeskAlarms } from '#src/console/useDeskAlarms.ts';
import { useNow } from '#src/console/useNow.ts';
import { useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { ListTile } from './ListTile.tsx';
import { FirstDay } from './FirstDay.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { countPage, isAboutEntry, listTasks, pageTasks } from './tasks.ts';
import { useFigures } from './useFigures.ts';
import { TaskTile } from './TaskTile.tsx';
import { useKeptLists } from './useKeptLists.ts';

const Page = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 4 } });
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, '& > h1': { textStyle: 'title' } } });
const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 2 } });
const Tiles = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3 } });

const renewMs = 60_000;

/** /wel/index: what this person has to do today, in real numbers, and the pages they use. */
export function HomeScreen() {
  const { t, label } = useText();
  const { user, can } = useSession();
  const ownLists = useMemo(() => listTasks.filter(({ permission }) => can(permission)), [can]);
  const ownPages = useMemo(() => pageTasks.filter(({ permission }) => can(permission)), [can]);
  const { lists, refresh, isBusy } = useKeptLists([...new Set(ownLists.map(({ list }) => list))]);
  const counts = useQueries({
    queries: ownPages.map((task) => ({
      queryKey: ['home', task.name],
      queryFn: ({ signal }: { signal: AbortSignal }) => countPage(task, signal),
      refetchInterval: renewMs,
      retry: false,
      meta: { isKept: true },
    })),
  });
  const refreshAll = (): void => {
    refresh();
    for (const count of counts) void count.refetch();
  };
  return (
    <Page>
      <Head>
        <h1>{t('home.greeting', { name: user?.name ?? '' })}</h1>
        <IconButton label={t('home.refresh')} icon={RotateCw} size="sm" aria-busy={isBusy} onClick={refreshAll} />
      </Head>
      <FirstDay />
      <section>
        <Title>{t('home.todo')}</Title>
        <Tiles>
          {ownLists.map((task) => (
            <ListTile key={task.name} task={task} kept={lists[task.list]} />
          ))}
          {ownPages.map((task, index) => {
            const { data = null, error = null, dataUpdatedAt = 0 } = counts[index] ?? {};
            if (task.isAlarm && data?.count === 0 && !error) return null;
            return (
              <TaskTile
                key={task.name}
                to={task.path}
                icon={task.icon}
                name={label(task.title)}
                count={data?.count ?? null}
                isMore={data?.isMore ?? false}
                tone={task.isAlarm && data ? 'alarm' : null}
                note={<FailedNote error={error} updatedAt={data === null ? null : dataUpdatedAt} />}
              />
            );
          })}
          <OverdueTile />
          <DeskTiles />
          <DeskAlarmTile />
        </Tiles>
      </section>
      <QuickLinks />
    </Page>
  );
}
export { HomeScreen as Screen };

/** Desks that are silent while something of them is missing: for who looks after them, and only while there is one. */
function DeskAlarmTile() {
  const { label } = useText();
  const { count, error, updatedAt } = useDeskAlarms();
  if (count === 0 && !error) return null;
  const isKnown = updatedAt > 0;
  return (
    <TaskTile
      to="/desk/devices"
      icon={MonitorX}
      name={label(['失联前台', 'Silent desks'])}
      count={isKnown ? count : null}
      tone={count > 0 ? 'alarm' : null}
      note={<FailedNote error={error} updatedAt={isKnown ? updatedAt : null} />}
    />
  );
}

/** What waits for its entry longer than a day; leads to the figures of the day. */
function OverdueTile() {
  const { label } = useText();
  const { can } = useSession();
  const { data, error } = useFigures();
  // Who sees no figures of entry has none to miss.
  if (!isAboutEntry(can) || (data ? !data.waiting : !error)) return null;
  const count = data?.waiting?.filter(({ bucket }) => overdueBuckets.has(bucket)).reduce((all, one) => all + one.count, 0) ?? null;
  return (
    <TaskTile
      to="/dashboard"
      icon={Clock}
      name={label(['待录入超过1天', 'Waiting longer than a day'])}
      count={count}
      tone={count ? 'alarm' : null}
      note={
        error && data ? (
          label(isTransportError(error) ? ['离线, 数据截至 {at}', 'Offline; of {at}'] : ['更新失败, 数据截至 {at}', 'Not renewed; of {at}'], {
            at: data.at,
          })
        ) : (
          <FailedNote error={error} updatedAt={null} />
        )
      }
    />
  );
}

/** Why a count of the server is missing or old; nothing while it is neither. */
function FailedNote({ error, updatedAt }: { readonly error: unknown; readonly updatedAt: number | null }) {
  const { t } = useText();
  const now = useNow();
  if (!error) return null;
  if (updatedAt === null) return t(isTransportError(error) ? 'home.unknown' : 'home.failed');
  const age = ageOf(updatedAt, now);
  return t('home.cached', { age: t(age.key, { count: age.count }) });
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
      <TaskTile
        to="/desk/outbox"
        icon={CloudUpload}
        name={t('home.waiting')}
        count={waiting}
        tone={waiting > 0 ? 'waiting' : null}
        note={age ? t('outbox.oldest', { age: t(age.key, { count: age.count }) }) : others}
      />
    </>
  );
}
