import { chakra } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { HistoryEntry } from '#domain/kernel/history.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { Button } from '#src/ui/Button.tsx';
import { useLanguage, useSay } from '#src/ui/language.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { useActionLabel } from '#src/console/useActionLabel.ts';
import { changesOf } from '#domain/session/auditChanges.ts';
import { ChangesFrame } from './ChangesFrame.tsx';
import { failureOf } from './failure.ts';
import { resourceApi } from './resourceApi.ts';
import { resourceKey } from './useResourceList.ts';

const atOnce = 20;
/** The title of a resource stands above the list: an act of it is told without. */
const short = ({ title: [titleZh, titleEn] }: Resource, [zh, en]: Label): Label => [zh.replace(`${titleZh}: `, ''), en.replace(`${titleEn}: `, '')];

/** Who changed a record, when, and each value before and after; the newest first, the older ones on demand. */
export function RecordHistory({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const say = useSay();
  const titleId = useId();
  const answer = useInfiniteQuery({
    queryKey: [...resourceKey(resource), 'history', id],
    queryFn: ({ signal, pageParam }) => resourceApi(resource).history(id, { current: pageParam, size: atOnce }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _all, page) => (page * atOnce < total ? page + 1 : null),
    gcTime: 0,
    staleTime: 0,
    enabled: !resource.view,
  });
  if (resource.view) return null;
  const entries = answer.data?.pages.flatMap(({ records }) => records);
  return (
    <chakra.section aria-labelledby={titleId} mt={4} data-record-history>
      <chakra.h3 id={titleId} fontWeight="semibold" mb={2}>
        {say(['变更记录', 'Changes'])}
      </chakra.h3>
      {entries ? (
        entries.length > 0 ? (
          <ChangesFrame>
            <thead>
              <tr>
                <th style={{ width: '152px' }}>{say(['时间', 'When'])}</th>
                <th style={{ width: '120px' }}>{say(['操作人', 'Who'])}</th>
                <th style={{ width: '22%' }}>{say(['字段', 'Field'])}</th>
                <th>{say(['变更前', 'Before'])}</th>
                <th>{say(['变更后', 'After'])}</th>
              </tr>
            </thead>
            {entries.map((entry) => (
              <Entry key={entry.id} resource={resource} entry={entry} />
            ))}
          </ChangesFrame>
        ) : (
          <StateView state="empty" text={['没有变更记录', 'No change is recorded']} />
        )
      ) : answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
      {answer.hasNextPage ? (
        <chakra.div mt={2}>
          <Button size="sm" isBusy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
            {say(['更早的记录', 'Earlier ones'])}
          </Button>
        </chakra.div>
      ) : null}
    </chakra.section>
  );
}

/** One act: its time and person beside all it changed. */
function Entry({ resource, entry }: { readonly resource: Resource; readonly entry: HistoryEntry }) {
  const say = useSay();
  const language = useLanguage();
  const actionLabel = useActionLabel();
  const changes = changesOf((name) => resource.fields[name], entry.before, entry.after, language, entry.names);
  const rows = changes.length > 0 ? changes : [null];
  return (
    <tbody>
      {rows.map((change, index) => (
        <tr key={change?.name ?? ''}>
          {index === 0 ? (
            <>
              <th scope="rowgroup" rowSpan={rows.length}>
                {entry.createTime}
              </th>
              <td rowSpan={rows.length}>
                {entry.userName}
                <small>
                  {say(
                    entry.before === null && entry.action === `${resource.name}.save` ? ['新增', 'New'] : short(resource, actionLabel(entry.action)),
                  )}
                </small>
                {entry.reason ? <small>{entry.reason}</small> : null}
              </td>
            </>
          ) : null}
          {change ? (
            <>
              <td>{change.title}</td>
              <td>{change.before === null ? '—' : <del>{change.before}</del>}</td>
              <td>{change.after === null ? '—' : <ins>{change.after}</ins>}</td>
            </>
          ) : (
            <td colSpan={3}>—</td>
          )}
        </tr>
      ))}
    </tbody>
  );
}
