import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { inSentence } from '#domain/kernel/label.ts';
import type { Resource, Screen } from '#domain/kernel/resource.ts';
import { wireVerbs } from '#domain/kernel/resource.ts';
import { CallError } from '#src/api/call.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { useSay } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { ConflictView } from './ConflictView.tsx';
import { failureOf } from './failure.ts';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { resourceApi } from './resourceApi.ts';
import { words } from './resourceWords.ts';
import { resourceKey } from './useResourceList.ts';
import { bodyOfFields, fieldsOfRow, rowId, rowName, type WireRow } from './wireRow.ts';

export interface DrawerState {
  readonly mode: 'add' | 'edit' | 'view';
  /** The row of the list; read anew before it is shown. Of a new record: what it begins as, without an id. */
  readonly row?: WireRow;
}

export interface ResourceDrawerProps {
  readonly resource: Resource;
  readonly screen: Pick<Screen, 'title' | 'fixed'>;
  readonly state: DrawerState;
  readonly mayEdit: boolean;
  readonly onEdit: (row: WireRow) => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Below the fields. */
  readonly children?: ReactNode;
}

/** One record of a resource: new, changed or looked at. Reads it first, so that nobody edits what stands in an old list. */
export function ResourceDrawer(props: ResourceDrawerProps) {
  const { resource, state, onClose } = props;
  const say = useSay();
  const id = state.row ? rowId(resource, state.row) : '';
  const isFresh = wireVerbs(resource, 'detail').length > 0 && id !== '';
  const answer = useQuery({
    queryKey: [...resourceKey(resource), 'detail', id],
    queryFn: ({ signal }) => resourceApi(resource).detail(id, signal),
    enabled: isFresh,
    gcTime: 0,
    staleTime: 0,
    // What is being edited must not change underneath; a conflict is told when it is saved.
    refetchOnReconnect: false,
  });
  const row = isFresh ? answer.data : (state.row ?? {});
  if (row) return <RecordForm {...props} row={row} />;
  return (
    <SideDrawer title={drawerTitle(props, say)} onClose={onClose}>
      {answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function drawerTitle({ resource, state }: Pick<ResourceDrawerProps, 'resource' | 'state'>, say: ReturnType<typeof useSay>): string {
  const act = say(state.mode === 'add' ? words.add : state.mode === 'edit' ? words.edit : words.view);
  const name = state.row ? rowName(resource, state.row) : '';
  return `${say(['{act}{title}', '{act} {title}'], { act, title: inSentence(resource.title) })}${name ? ` · ${name}` : ''}`;
}

interface Conflict {
  readonly theirs: WireRow;
}

function RecordForm(props: ResourceDrawerProps & { readonly row: WireRow }) {
  const { resource, screen, state, row, mayEdit, onEdit, onClose, onSaved, children } = props;
  const say = useSay();
  /** What the form started from; after a conflict what the server holds now. */
  const [base, setBase] = useState(row);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // One key for one intention: a second press, or a repeat after a lost answer, cannot make a second record.
  const [key, setKey] = useState(newKey);
  const isReadOnly = state.mode === 'view';
  const id = state.mode === 'add' ? undefined : rowId(resource, row);
  const form = useDescribedForm({
    fields: resource.fields,
    values: state.mode === 'add' ? { ...fieldsOfRow(resource, row), ...screen.fixed } : fieldsOfRow(resource, row),
    isReadOnly,
    onSave: async (values) => {
      const sent = JSON.stringify(bodyOfFields(resource, values));
      const usedKey = key.sent === '' || key.sent === sent ? key : newKey();
      setKey({ ...usedKey, sent });
      try {
        await resourceApi(resource).save(state.mode === 'add' ? { ...screen.fixed, ...values } : values, {
          id,
          version: base.version,
          key: usedKey.value,
        });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.problems && error.problems.length > 0) return error.problems;
        if (error.status === 409 && id) setConflict({ theirs: await resourceApi(resource).detail(id) });
        else notify.error(error.message, { detail: error.requestId });
        return [];
      }
      notify.success(state.mode === 'add' ? words.added : words.updated);
      onSaved();
      onClose();
    },
  });
  return (
    <SideDrawer
      title={drawerTitle(props, say)}
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <>
            <Button onClick={onClose}>{say(words.close)}</Button>
            {mayEdit ? (
              <Button variant="primary" onClick={() => onEdit(row)}>
                {say(words.edit)}
              </Button>
            ) : null}
          </>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" data-enter-end="" isBusy={form.isSaving} disabled={conflict !== null}>
            {say(words.save)}
          </Button>
        )
      }
    >
      {conflict ? (
        <ConflictView
          resource={resource}
          base={base}
          theirs={conflict.theirs}
          mine={form.methods.getValues()}
          onSettled={(values) => {
            for (const [name, value] of Object.entries(values)) form.methods.setValue(name, value);
            setBase(conflict.theirs);
            setConflict(null);
            // The button that was pressed goes with the panel; the way on is to save.
            setTimeout(() => document.getElementById(form.id)?.querySelector<HTMLElement>('[data-enter-end]')?.focus());
            setKey(newKey());
          }}
        />
      ) : null}
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} />
      {children}
      {state.mode === 'add' ? null : <RecordFacts row={base} />}
      {isReadOnly && id ? <RecordHistory resource={resource} id={id} /> : null}
    </SideDrawer>
  );
}

interface SaveKey {
  readonly value: string;
  /** What it was used for; the same key for something else would be refused. */
  readonly sent: string;
}
function newKey(): SaveKey {
  const value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { value, sent: '' };
}
