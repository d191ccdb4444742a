import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Fields } from '#domain/kernel/fields.ts';
import { inSentence, type Label } from '#domain/kernel/label.ts';
import { type Resource, wireVerbs } from '#domain/kernel/resource.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { RecordFacts } from '#src/resource/RecordFacts.tsx';
import { RecordHistory } from '#src/resource/RecordHistory.tsx';
import { resourceApi } from '#src/resource/resourceApi.ts';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { words } from '#src/resource/resourceWords.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { bodyOfFields, fieldsOfRow, rowId, rowName, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid, type FormGridProps } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

export interface RecordDrawerProps {
  readonly resource: Resource;
  readonly state: DrawerState;
  /** Values a new record begins with, also those no field shows. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The form's own fields where they are not the described ones. */
  readonly fields?: Fields;
  readonly toForm?: (row: WireRow) => Record<string, unknown>;
  readonly toBody?: (values: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  readonly settings?: FormGridProps['settings'];
  readonly only?: readonly string[];
  readonly onClose: () => void;
  /** `answer`: what the server said to the save; a node it answers stays in the drawer instead of closing it. */
  readonly onSaved: (answer: Readonly<Record<string, unknown>>) => ReactNode | void;
}

/** A record whose form differs from its description: read anew, edited, saved under one key, told when somebody was faster. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { resource, state, onClose } = props;
  const { label } = useText();
  const id = state.row ? rowId(resource, state.row) : '';
  const isFresh = id !== '' && wireVerbs(resource, 'detail').length > 0;
  const answer = useQuery({
    queryKey: [...resourceKey(resource), 'detail', id],
    queryFn: ({ signal }) => resourceApi(resource).detail(id, signal),
    enabled: isFresh,
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
  });
  const row = isFresh ? answer.data : {};
  if (row) return <RecordForm {...props} row={row} />;
  return (
    <SideDrawer title={titleOf(props, label)} onClose={onClose}>
      {answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function titleOf(
  { resource, state }: Pick<RecordDrawerProps, 'resource' | 'state'>,
  label: (text: Label, params?: Record<string, unknown>) => string,
): string {
  const act = label(state.mode === 'add' ? words.add : state.mode === 'edit' ? words.edit : words.view);
  const name = state.row ? rowName(resource, state.row) : '';
  return `${label(['{act}{title}', '{act} {title}'], { act, title: inSentence(resource.title) })}${name ? ` · ${name}` : ''}`;
}

function RecordForm(props: RecordDrawerProps & { readonly row: WireRow }) {
  const { resource, state, row, fixed = {}, toForm, toBody, settings, only, onClose, onSaved } = props;
  const { label } = useText();
  const [told, setTold] = useState<ReactNode>(null);
  // One key for one intention: a repeat after a lost answer makes no second record.
  const [key, setKey] = useState<{ readonly value: string; readonly sent: string }>(() => ({ value: crypto.randomUUID(), sent: '' }));
  const isReadOnly = state.mode === 'view';
  const isNew = state.mode === 'add';
  const form = useDescribedForm({
    fields: props.fields ?? resource.fields,
    values: isNew ? { ...fixed } : (toForm?.(row) ?? fieldsOfRow(resource, row)),
    isReadOnly,
    onSave: async (values) => {
      const record = toBody?.(values) ?? bodyOfFields(resource, values);
      const id = rowId(resource, row);
      const body = isNew ? { ...fixed, ...record } : { ...record, id, [resource.id]: id, version: row.version };
      const sent = JSON.stringify(body);
      const used = key.sent === '' || key.sent === sent ? key : { value: crypto.randomUUID(), sent: '' };
      setKey({ ...used, sent });
      try {
        const path = servicePath(resource.service, `${resource.path}/${wireVerbs(resource, 'save')[0] ?? ''}`);
        const answer = await call<Record<string, unknown>>('POST', path, { body, headers: { 'Idempotency-Key': used.value }, quiet: true });
        notify.success(isNew ? words.added : words.updated);
        const kept = onSaved(answer);
        if (kept) setTold(kept);
        else onClose();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.problems && error.problems.length > 0) return error.problems;
        notify.error(error.message, { detail: error.requestId });
        return [];
      }
    },
  });
  if (told)
    return (
      <SideDrawer title={titleOf(props, label)} onClose={onClose} footer={<Button onClick={onClose}>{label(words.close)}</Button>}>
        {told}
      </SideDrawer>
    );
  return (
    <SideDrawer
      title={titleOf(props, label)}
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(words.close)}</Button>
        ) : (
          <Button type="submit" variant="primary" keyHint="Ctrl+S" data-enter-end="" isBusy={form.isSaving}>
            {label(words.save)}
          </Button>
        )
      }
    >
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} settings={settings} only={only} />
      {isNew ? null : <RecordFacts row={row} />}
      {isReadOnly ? <RecordHistory resource={resource} id={rowId(resource, row)} /> : null}
    </SideDrawer>
  );
}
