import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { inSentence } from '#domain/kernel/label.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { resourceApi } from '#src/resource/resourceApi.ts';
import { bodyOfFields, fieldsOfRow, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import type { People, ToldPassword } from './accountActs.ts';

export interface PersonDrawerProps {
  readonly people: People;
  /** null: a new account. */
  readonly row: WireRow | null;
  readonly onClose: () => void;
  /** With the password for one use that a new account got. */
  readonly onSaved: (told: ToldPassword | null) => void;
}

/** A new account, or one that is changed; read anew before it is shown. */
export function PersonDrawer(props: PersonDrawerProps) {
  const { people, row, onClose } = props;
  const { label } = useText();
  const id = String(row?.id ?? '');
  const answer = useQuery({
    queryKey: ['person', people.resource.name, id],
    queryFn: ({ signal }) => resourceApi(people.resource).detail(id, signal),
    enabled: row !== null,
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
  });
  if (row === null || answer.data) return <PersonForm {...props} row={answer.data ?? null} />;
  return (
    <SideDrawer title={label(people.resource.title)} onClose={onClose}>
      {answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

function PersonForm({ people: { resource, service, path }, row, onClose, onSaved }: PersonDrawerProps) {
  const { label } = useText();
  const intention = useRef({ sent: '', key: '' });
  const form = useDescribedForm({
    fields: resource.fields,
    values: row ? fieldsOfRow(resource, row) : { status: 1 },
    onSave: async (values) => {
      const body = { ...bodyOfFields(resource, values), ...(row ? { id: row.id, version: row.version } : {}) };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
      try {
        const saved = await call<{ id: string; oneTimePassword?: string }>('POST', servicePath(service, `${path}/submit`), {
          body,
          headers: { 'Idempotency-Key': intention.current.key },
        });
        notify.success(['已保存', 'Saved']);
        onSaved(saved.oneTimePassword ? { account: String(values['account']), password: saved.oneTimePassword } : null);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['需要网络, 内容仍在此处', 'This needs the network; what you typed is still here']);
        return error.problems ?? [];
      }
      return undefined;
    },
  });
  return (
    <SideDrawer
      title={`${label(['{act}{title}', '{act} {title}'], { act: row ? ['编辑', 'Edit'] : ['新增', 'New'], title: inSentence(resource.title) })}${row ? ` · ${String(row.realName ?? row.name ?? '')}` : ''}`}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} data-enter-end="">
          {label(['保存', 'Save'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={2} isFocused />
    </SideDrawer>
  );
}
