import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { problemText } from '#domain/kernel/check.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { audienceList, notice, noticeAudience, noticeContent, noticeState } from '#domain/notice/notice.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { NoticeText } from '#src/console/notices/NoticeText.tsx';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { RecordHistory } from '#src/resource/RecordHistory.tsx';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { bodyOfFields, fieldsOfRow, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { type DescribedForm, fieldId, problemOfError, useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

// The editor is large and seldom needed: it comes when a notice is written.
const RichEditor = lazy(() => import('./RichEditor.tsx').then((made) => ({ default: made.RichEditor })));

export interface NoticeDrawerProps {
  readonly state: DrawerState;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const fields: Fields = { ...notice.fields, content: noticeContent };
const base = ['title', 'category', 'mustConfirm', 'releaseTime', 'audience'];

/** One notice: new, changed or looked at. */
export function NoticeDrawer(props: NoticeDrawerProps) {
  const { state, onClose } = props;
  const { label } = useText();
  const id = state.mode === 'add' ? '' : String(state.row?.id ?? '');
  const answer = useQuery({
    queryKey: ['notice', 'detail', id],
    queryFn: ({ signal }) => call<WireRow>('GET', servicePath('desk', 'notice/detail'), { query: { id }, quiet: true, signal }),
    enabled: id !== '',
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
  });
  if (id === '' || answer.data) return <NoticeForm {...props} row={answer.data ?? {}} />;
  return (
    <SideDrawer title={label(['通知', 'Notice'])} onClose={onClose}>
      {answer.error ? (
        <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </SideDrawer>
  );
}

const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

function NoticeForm({ state: { mode }, row, onClose, onSaved }: NoticeDrawerProps & { readonly row: WireRow }) {
  const { label } = useText();
  const isReadOnly = mode === 'view';
  // One key for one intention: a repeat after a lost answer publishes nothing twice.
  const intention = useRef({ sent: '', key: '' });
  const isPublished = Number(row.noticeState) === noticeState.published;
  // What Ctrl+S does: nothing goes out to everybody by a habit of the fingers.
  const isDraft = useRef(!isPublished);
  const form: DescribedForm = useDescribedForm({
    fields,
    isReadOnly,
    values: mode === 'add' ? { audience: noticeAudience.all, mustConfirm: 0 } : { ...fieldsOfRow(notice, row), content: row.content },
    onSave: async (values) => {
      const body = {
        ...bodyOfFields(notice, values),
        // As it was written: what a field does to the letters of a name is not for a text.
        content: String(form.methods.getValues('content') ?? ''),
        ...(isDraft.current ? { isDraft: 1 } : {}),
        ...(mode === 'add' ? {} : { id: row.id, version: row.version }),
      };
      const sent = JSON.stringify(body);
      if (intention.current.sent !== sent) intention.current = { sent, key: newKey() };
      try {
        await call('POST', servicePath('desk', 'notice/submit'), { body, headers: { 'Idempotency-Key': intention.current.key } });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['需要网络, 内容仍在此处', 'This needs the network; what you wrote is still here']);
        return error.problems ?? [];
      }
      notify.success(isDraft.current ? ['草稿已保存', 'Draft saved'] : ['已发布', 'Published']);
      onSaved();
      onClose();
      return undefined;
    },
  });
  const audience: unknown = useWatch({ control: form.methods.control, name: 'audience' });
  const list = audienceList[Number(audience) as keyof typeof audienceList] as string | undefined;
  const save = (draft: boolean): void => {
    isDraft.current = draft;
    void form.save().finally(() => {
      isDraft.current = !isPublished;
    });
  };
  return (
    <SideDrawer
      title={label(mode === 'add' ? ['新增通知', 'New notice'] : mode === 'edit' ? ['编辑通知', 'Edit notice'] : ['查看通知', 'Notice'])}
      form={form}
      onClose={onClose}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        ) : (
          <>
            {isPublished ? null : (
              <Button isBusy={form.isSaving} onClick={() => save(true)}>
                {label(['存为草稿', 'Save as draft'])}
              </Button>
            )}
            <Button variant="primary" isBusy={form.isSaving} onClick={() => save(false)} data-enter-end="">
              {label(isPublished ? ['保存并发布', 'Save and publish'] : ['发布', 'Publish'])}
            </Button>
          </>
        )
      }
    >
      {isPublished && !isReadOnly ? (
        <chakra.p textStyle="dense" color="warning.text" mb={2}>
          {label([
            '该通知已发布: 修改标题、正文或须确认后, 已确认的人员需重新确认',
            'It is published: with another title, text or duty to confirm, whoever confirmed it is asked again',
          ])}
        </chakra.p>
      ) : null}
      <FormGrid form={form} columns={2} isFocused={!isReadOnly} only={list ? [...base, list] : base} />
      <ContentField form={form} start={String(row.content ?? '')} />
      {isReadOnly && row.id ? <RecordHistory resource={notice} id={String(row.id)} /> : null}
    </SideDrawer>
  );
}

/** The text below the fields, with its own place for what is wrong with it. */
function ContentField({ form, start }: { readonly form: DescribedForm; readonly start: string }) {
  const { label, language } = useText();
  const { errors } = useFormState({ control: form.methods.control, name: 'content', exact: true });
  const problem = problemOfError(errors['content']);
  const id = fieldId(form.id, 'content');
  return (
    <chakra.div mt={3} data-field="content">
      <chakra.div textStyle="dense" color="fg.muted" mb="2px">
        {form.isReadOnly ? null : (
          <chakra.span color="danger.text" aria-hidden>
            *{' '}
          </chakra.span>
        )}
        {label(noticeContent.label)}
      </chakra.div>
      {form.isReadOnly ? (
        <NoticeText html={start} />
      ) : (
        <Suspense fallback={<StateView state="loading" />}>
          <RichEditor
            id={id}
            value={start}
            label={label(noticeContent.label)}
            isInvalid={problem !== undefined}
            onChange={(html) => form.methods.setValue('content', html, { shouldDirty: true })}
          />
        </Suspense>
      )}
      {problem ? (
        <chakra.div textStyle="note" color="danger.text" role="alert">
          {problemText(problem, language)}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
