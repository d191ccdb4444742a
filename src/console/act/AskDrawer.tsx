import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import type { Fields, ValuesOf } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { CallError } from '#src/api/call.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { Button } from '#src/ui/Button.tsx';
import { nowhere } from '#src/ui/form/ErrorSummary.tsx';
import { FormGrid, type FormGridProps } from '#src/ui/form/FormGrid.tsx';
import { type DescribedForm, useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { useLatest } from '#src/ui/useLatest.ts';
import { useText } from '../useText.ts';

export interface AskDrawerProps<Asked extends Fields> extends Pick<FormGridProps, 'settings' | 'columns'> {
  /** In the user's language. */
  readonly title: string;
  readonly fields: Asked;
  /** What stands there at first. */
  readonly values?: { readonly [Name in keyof Asked]?: unknown };
  /** What was found wrong with them before; read when the drawer opens. */
  readonly problems?: readonly Problem[];
  /** What comes of it, above the fields. */
  readonly consequence?: Label | undefined;
  /** On the button. */
  readonly act: Label;
  readonly icon?: LucideIcon;
  readonly isDanger?: boolean | undefined;
  /** Does it; the drawer closes then. A list: not done, and its problems are shown in place. May throw CallError (of a quiet call) or OutboxError. */
  readonly onAct: (values: ValuesOf<Asked>) => Promise<readonly Problem[] | void>;
  readonly onClose: () => void;
  /** Below the fields; may watch what is typed. */
  readonly children?: ReactNode | ((form: DescribedForm) => ReactNode);
}

/** A sentence about a field, or about all of it. */
export const saidAt = (field: string | undefined, text: Label | string): Problem => ({
  field: field ?? nowhere,
  code: 'rule',
  params: { text },
});

/** What spoke against an act, for the form that asked for it. Answers nothing to show where the network is missing: that is said in passing. */
export function problemsOf(error: unknown, refusedAt: Readonly<Record<string, string>> = {}): readonly Problem[] {
  if (error instanceof OutboxError) {
    const { refusal, label } = error;
    return refusal?.problems ?? [saidAt(refusal ? refusedAt[refusal.code] : undefined, label)];
  }
  if (!(error instanceof CallError)) throw error;
  if (error.isTransport) {
    notify.error(['此操作需要网络,内容已保留', 'This needs the network; what you typed stays']);
    return [];
  }
  if (error.problems && error.problems.length > 0) return error.problems;
  const { refusal } = (error.body ?? {}) as { readonly refusal?: string };
  return [saidAt(refusal === undefined ? undefined : refusedAt[refusal], error.message)];
}

/** Asks for what an act needs to be told, and does it. What speaks against it is shown at its field, or above them all. */
export function AskDrawer<const Asked extends Fields>(props: AskDrawerProps<Asked>) {
  const { title, fields, values, consequence, act, icon, isDanger = false, onAct, onClose, children, columns = 1, settings } = props;
  const { label } = useText();
  const [before] = useState(props.problems ?? []);
  // An empty page beside a button says nothing.
  const isAskedNothing = Object.keys(fields).length === 0;
  const form = useDescribedForm({
    fields,
    ...(values ? { values } : {}),
    // What takes something away is pressed on purpose.
    isSavedByLastEnter: !isDanger,
    onSave: async (given) => {
      const problems = await onAct(given).catch(problemsOf);
      if (!problems) onClose();
      return problems;
    },
  });
  const latest = useLatest(form);
  useEffect(() => {
    if (before.length > 0) latest.current.showProblems(before);
  }, [before, latest]);
  return (
    <SideDrawer
      size={columns === 1 ? 'sm' : 'md'}
      title={title}
      form={form}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          keyHint={isDanger ? undefined : 'Ctrl+S'}
          isBusy={form.isSaving}
          data-enter-end=""
          {...(icon ? { icon } : {})}
        >
          {label(act)}
        </Button>
      }
    >
      {consequence || isAskedNothing ? (
        <chakra.p textStyle="dense" color="fg.muted" mb={2}>
          {label(consequence ?? ['核对后按“{act}”', 'Check, then press “{act}”'], { act: label(act) })}
        </chakra.p>
      ) : null}
      <FormGrid form={form} columns={columns} isFocused {...(settings ? { settings } : {})} />
      {typeof children === 'function' ? children(form) : children}
    </SideDrawer>
  );
}
