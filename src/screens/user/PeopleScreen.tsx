import { KeyRound, LockOpen, Power, PowerOff, ShieldOff } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { verbPermission } from '#domain/kernel/resource.ts';
import { userStatus } from '#domain/user/userAccount.ts';
import { CallError, isTransportError } from '#src/api/call.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ImportButton } from '#src/resource/import/ImportButton.tsx';
import { ListScreen, type ListScreenProps, type ListTools } from '#src/resource/ListScreen.tsx';
import { ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { type Doing, doings, doingWords, doTo, type People } from './accountActs.ts';
import { DoingDrawer, type DoneRow } from './DoingDrawer.tsx';
import { PersonDrawer } from './PersonDrawer.tsx';

export interface PeopleScreenProps {
  readonly people: People;
  /** More in the toolbar. */
  readonly tools?: ListScreenProps['tools'];
}

const tones: Readonly<Record<number, Tone>> = { [userStatus.active]: 'success', [userStatus.stopped]: 'danger', [userStatus.awaiting]: 'warning' };
const icons = { reset: KeyRound, start: Power, stop: PowerOff, unlock: LockOpen, resetSecond: ShieldOff } as const;
const isActive = (row: WireRow): boolean => Number(row.status ?? userStatus.active) === userStatus.active;
const without = ['add', 'edit', 'save', 'enable', 'disable'];

function StatusCell({ row }: { readonly row: WireRow }) {
  const { label } = useText();
  const status = Number(row.status ?? userStatus.active);
  return <StatusWord tone={tones[status] ?? 'neutral'}>{label(userStatus.labelOf(status) ?? ['', ''])}</StatusWord>;
}
const columns: ListScreenProps['columns'] = (described) =>
  described.map((column) => (column.key === 'status' ? { ...column, cell: (row: WireRow) => <StatusCell row={row} /> } : column));

const transport: Label = ['连接不上服务器', 'The server cannot be reached'];

/** Accounts as a list: new, changed, password reset, stopped, enabled, unlocked; many at once with an answer for each. */
export function PeopleScreen({ people, tools }: PeopleScreenProps) {
  const { label } = useText();
  const { can } = useSession();
  const { resource } = people;
  const [done, setDone] = useState<{ readonly title: Label; readonly rows: readonly DoneRow[] } | null>(null);
  const [edited, setEdited] = useState<WireRow | 'new' | null>(null);
  const screen = resource.screens?.[0];
  const mayDo = useCallback(
    (doing: Doing): boolean =>
      doing === 'unlock' || doing === 'resetSecond'
        ? can('userAccount_save')
        : doing === 'reset' || resource.name === 'userAccount'
          ? can(verbPermission(resource, 'save'))
          : can(verbPermission(resource, doing === 'start' ? 'enable' : 'disable')),
    [can, resource],
  );
  const reload = useCallback(() => queryClient.invalidateQueries({ queryKey: resourceKey(resource) }), [resource]);

  const run = useCallback(
    async (doing: Doing, rows: readonly WireRow[]): Promise<void> => {
      if (rows.length === 0) return notify.warn(['请选择至少一条数据', 'Select at least one row']);
      const { act, ask, done: word } = doingWords[doing];
      if (!(await confirm({ title: act, text: ask, confirmLabel: act, isDanger: doing === 'stop' || doing === 'reset' }))) return undefined;
      const made: DoneRow[] = rows.map((row) => ({ row, state: 'waiting', word: ['等待', 'Waiting'], password: null }));
      setDone({ title: act, rows: [...made] });
      for (const [index, row] of rows.entries()) {
        try {
          made[index] = { row, state: 'done', word, password: await doTo(people, doing, row) };
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          const reason: Label = isTransportError(error) ? transport : [error.message, error.message];
          made[index] = { row, state: 'failed', word: reason, password: null };
        }
        setDone({ title: act, rows: [...made] });
      }
      return void reload();
    },
    [people, reload],
  );

  const acts = useMemo((): readonly RowAct<WireRow>[] => {
    const shownFor: Readonly<Partial<Record<Doing, (row: WireRow) => boolean>>> = { start: (row) => !isActive(row), stop: isActive };
    const isShown = (doing: Doing) => (shownFor[doing] ? { isShown: shownFor[doing] } : {});
    return [
      ...(can(verbPermission(resource, 'save')) ? [{ key: 'edit', label: ['编辑', 'Edit'] as const, onAct: setEdited }] : []),
      ...doings.filter(mayDo).map((doing) => ({
        key: doing,
        label: doingWords[doing].act,
        icon: icons[doing],
        isDanger: doing === 'stop',
        onAct: (row: WireRow) => void run(doing, [row]),
        ...isShown(doing),
      })),
    ];
  }, [can, mayDo, resource, run]);

  const addPerson = useCallback(() => setEdited('new'), []);
  const drawer = useCallback<NonNullable<ListScreenProps['drawer']>>(
    (state, close, again) => (
      <ResourceDrawer
        resource={resource}
        screen={screen ?? { title: resource.title }}
        state={{ ...state, mode: 'view' }}
        mayEdit={false}
        onEdit={setEdited}
        onClose={close}
        onSaved={again}
      />
    ),
    [resource, screen],
  );
  const toolbar = (given: ListTools) => (
    <>
      {screen ? <ImportButton resource={resource} screen={screen} onImported={given.reload} /> : null}
      {doings.some(mayDo) ? (
        <MenuButton
          label={['批量操作', 'Batch actions']}
          trigger={<Button size="sm">{label(['批量操作', 'Batch actions'])}</Button>}
          acts={doings.filter(mayDo).map((doing) => ({
            key: doing,
            label: doingWords[doing].act,
            icon: icons[doing],
            isDanger: doing === 'stop',
            onAct: () => void run(doing, given.ticked),
          }))}
        />
      ) : null}
      {tools?.(given)}
    </>
  );
  if (!screen) return null;
  return (
    <>
      <ListScreen
        resource={resource}
        screen={screen}
        columns={columns}
        acts={acts}
        tools={toolbar}
        without={without}
        drawer={drawer}
        onAdd={can(verbPermission(resource, 'save')) ? addPerson : undefined}
      />
      {edited ? (
        <PersonDrawer
          key={edited === 'new' ? 'new' : String(edited.id)}
          people={people}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(told) => {
            setEdited(null);
            void reload();
            if (told)
              setDone({
                title: ['新账号', 'New account'],
                rows: [{ row: { account: told.account }, state: 'done', word: ['已保存', 'Saved'], password: told.password }],
              });
          }}
        />
      ) : null}
      {done ? <DoingDrawer {...done} onClose={() => setDone(null)} /> : null}
    </>
  );
}
