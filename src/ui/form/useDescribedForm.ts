import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { flushSync } from 'react-dom';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { check, problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field, Fields, ValuesOf } from '#domain/kernel/fields.ts';
import { confirm } from '../confirm.tsx';
import { isComposing } from '../fields/control.ts';
import { commitTyped, dropTyped } from '../fields/holder.ts';
import { enterField, focusNext } from '../focusNext.ts';
import { useLatest } from '../useLatest.ts';

/** What stands in a form while it is typed: nothing is known of it before it was checked. */
export type FormValues = Record<string, unknown>;

export interface DescribedFormOptions<Asked extends Fields = Fields> {
  readonly fields: Asked;
  /** What is edited, by the fields' own names; read when the form is made and on `reset`. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Fills what follows from what was typed; runs before the form is judged. */
  readonly complete?: () => void;
  /** Rules beyond the single field (a form's cross checks); runs with the checked values. */
  readonly judge?: (values: ValuesOf<Asked>) => readonly Problem[];
  /** Saves the checked values. Answering nothing means saved; a list means not saved, and its problems are shown in place. */
  readonly onSave: (values: ValuesOf<Asked>) => Promise<readonly Problem[] | void>;
  readonly isReadOnly?: boolean;
  /** Enter in the last field saves instead of stopping at the save button. */
  readonly isSavedByLastEnter?: boolean;
}

export interface DescribedForm {
  readonly id: string;
  readonly fields: Fields;
  /** react-hook-form's own: `setValue`, `getValues`, `watch`, `control`. */
  readonly methods: UseFormReturn<FormValues>;
  readonly isReadOnly: boolean;
  readonly isSaving: boolean;
  /** For the `<form>`: Enter goes on, Shift+Enter back, Ctrl+S saves. */
  readonly formProps: {
    readonly id: string;
    readonly noValidate: true;
    readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void;
    readonly onSubmit: (event: FormEvent) => void;
  };
  /** Checks and saves; true when it was saved. The focus goes to the first problem. */
  readonly save: () => Promise<boolean>;
  readonly isDirty: () => boolean;
  /** The faults are listed at the top: once the form has been tried. A field that is left tells its own. */
  readonly isListed: () => boolean;
  /** Asks only if something would be lost. */
  readonly mayLeave: () => Promise<boolean>;
  /** Starts over with other values. */
  readonly reset: (values?: Readonly<Record<string, unknown>>) => void;
  /** What somebody else found (the server): it stands until the field's value is another, or the form is saved. */
  readonly showProblems: (problems: readonly Problem[]) => void;
  readonly focusField: (name: string) => void;
}

const listKinds = new Set<Field['kind']>(['choiceList', 'refList', 'rows']);
const codeKinds = new Set<Field['kind']>(['choice', 'yesNo', 'ref']);

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A value for every field, so that nothing changes from uncontrolled to controlled. */
function startValues(fields: Fields, values: Readonly<Record<string, unknown>>): FormValues {
  const own = Object.entries(fields).map(([name, field]) => {
    const given = values[name];
    if (listKinds.has(field.kind)) return [name, Array.isArray(given) ? given : []];
    if (codeKinds.has(field.kind)) return [name, given ?? null];
    if (field.kind === 'json')
      return [name, given === undefined || given === null || typeof given === 'string' ? (given ?? '') : JSON.stringify(given, null, 2)];
    return [name, plainText(given)];
  });
  return Object.fromEntries(own);
}

const focusable = 'input, textarea, select, button, [tabindex="0"]';

/** A form made of described fields: uncontrolled inputs, `check` for the rules, keys for everything. */
export function useDescribedForm<Asked extends Fields>({
  fields,
  values = {},
  complete,
  judge,
  onSave,
  isReadOnly = false,
  isSavedByLastEnter = false,
}: DescribedFormOptions<Asked>): DescribedForm {
  const id = useId();
  const [isSaving, setSaving] = useState(false);
  /** What the form started from, for telling whether something would be lost. */
  const [first] = useState(() => startValues(fields, values));
  const start = useRef<FormValues>(first);
  const hasTriedToSave = useRef(false);
  const isListed = useRef(false);
  /** The field that had the focus when the form began anew: leaving it says nothing about it. */
  const leftBehind = useRef<string | null>(null);
  const isBusy = useRef(false);
  /** What was found elsewhere, with the value it speaks of: leaving the field judges it by its own rules, which know nothing of that. */
  const found = useRef<readonly { readonly problem: Problem; readonly value: string }[]>([]);
  const current = useLatest({ fields, complete, judge, onSave });

  const resolver = useMemo<Resolver<FormValues>>(
    () => (input) => {
      const { values: checked, problems } = judgeAll(input, current.current);
      const focused = fieldInFocus();
      // A field asks for what it wants once somebody has left it: not while they are in it, nor because the form began anew around them.
      const told = problems.filter(
        ({ field, code }) =>
          hasTriedToSave.current || (code !== 'required' && code !== 'requiredChoice') || (field !== leftBehind.current && field !== focused),
      );
      leftBehind.current = null;
      found.current = found.current.filter(({ problem, value }) => textOf(input[problem.field]) === value);
      const all = [...told, ...found.current.map(({ problem }) => problem)];
      return all.length === 0 ? { values: checked as FormValues, errors: {} } : { values: {}, errors: errorsOf(all) };
    },
    [current],
  );
  const methods = useForm<FormValues>({ defaultValues: first, resolver, mode: 'onBlur', reValidateMode: 'onBlur', shouldFocusError: false });

  useEffect(() => {
    // What has been told is judged again as it is mended.
    return methods.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name && methods.getFieldState(name).error) void methods.trigger(name);
      },
    });
  }, [methods]);

  const focusField = (name: string): void => {
    const element = document.getElementById(fieldId(id, name));
    const target = element?.matches(focusable) ? element : element?.querySelector<HTMLElement>(focusable);
    if (!target) return;
    target.scrollIntoView?.({ block: 'center' });
    enterField(target);
  };
  const showFound = (problems: readonly Problem[]): void => {
    found.current = problems.map((problem) => ({ problem, value: textOf(methods.getValues(problem.field)) }));
    showProblems(problems);
  };
  const showProblems = (problems: readonly Problem[]): void => {
    methods.clearErrors();
    isListed.current = true;
    for (const [name, error] of Object.entries(errorsOf(problems))) methods.setError(name, error as never);
    const first = Object.keys(fields).find((name) => problems.some(({ field }) => field === name));
    // The controls have to know that they are invalid before the focus arrives.
    if (first) setTimeout(() => focusField(first));
  };
  /** Reads what was typed and not left yet; answers what chooses nothing: problems of the fields, and the controls that stand beside them. */
  const readTyped = async (): Promise<{ readonly problems: readonly Problem[]; readonly beside: readonly HTMLElement[] }> => {
    const root = document.getElementById(id);
    const unread = root ? await commitTyped(root) : [];
    const nameOf = (element: HTMLElement): string => element.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
    const problems = unread.flatMap(({ element, why, text }) => {
      const field = current.current.fields[nameOf(element)];
      return field ? [problemOf(nameOf(element), field, why, { value: text })] : [];
    });
    return { problems, beside: unread.flatMap(({ element }) => (current.current.fields[nameOf(element)] ? [] : [element])) };
  };
  const save = async (): Promise<boolean> => {
    if (isBusy.current || isReadOnly) return false;
    isBusy.current = true;
    setSaving(true);
    try {
      const { problems: unread, beside } = await readTyped();
      current.current.complete?.();
      hasTriedToSave.current = true;
      found.current = [];
      const checked = judgeAll(methods.getValues(), current.current);
      const wrong = [...unread, ...checked.problems.filter(({ field }) => !unread.some((other) => other.field === field))];
      if (wrong.length > 0) {
        showProblems(wrong);
        return false;
      }
      // It is marked where it stands, and says why.
      if (beside[0]) {
        beside[0].querySelector<HTMLElement>(focusable)?.focus();
        return false;
      }
      methods.clearErrors();
      // Nothing is wrong with them: each is what its field says.
      const problems = await current.current.onSave(checked.values as ValuesOf<Asked>);
      if (problems) {
        if (problems.length > 0) showFound(problems);
        return false;
      }
      start.current = methods.getValues();
      return true;
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const isDirty = (): boolean =>
    !isReadOnly && canonicalJson(startValues(fields, methods.getValues())) !== canonicalJson(startValues(fields, start.current));

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (isComposing(event) || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      void save();
      return;
    }
    if (event.key !== 'Enter' || event.altKey) return;
    // A button does its own act on Enter, except the options of a group, which are stops on the way.
    // From the save button Shift+Enter goes back like from anywhere else.
    const isWayBack = event.shiftKey && target.matches('[data-enter-end]');
    if (target instanceof HTMLButtonElement && !isWayBack && !target.closest('[data-enter-stop], [role=radiogroup], [role=group]')) return;
    // In a program text Enter is a line; in a person's words it goes on like everywhere, and Ctrl+Enter breaks the line.
    const isLines = target instanceof HTMLTextAreaElement && target.dataset['lines'] !== undefined;
    if (isLines && !event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    if (target instanceof HTMLTextAreaElement && event.ctrlKey && !isLines) return breakLine(target);
    // What follows from this field stands there by now, so that nobody is led to it.
    flushSync(() => current.current.complete?.());
    const moved = focusNext(target, event.shiftKey ? -1 : 1, event.currentTarget);
    const isLast = !event.shiftKey && (!moved || document.activeElement?.matches('[data-enter-end]'));
    if (isLast && isSavedByLastEnter) void save();
  };

  return {
    id,
    fields,
    methods,
    isReadOnly,
    isSaving,
    save,
    isDirty,
    isListed: () => isListed.current,
    showProblems: showFound,
    focusField,
    formProps: {
      id,
      noValidate: true,
      onKeyDown,
      onSubmit: (event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      },
    },
    mayLeave: async () =>
      !isDirty() ||
      confirm({
        text: ['内容尚未保存,确定离开?', 'Your changes are not saved. Leave anyway?'],
        confirmLabel: ['放弃修改', 'Discard'],
        cancelLabel: ['继续编辑', 'Keep editing'],
        isDanger: true,
      }),
    reset: (next = {}) => {
      hasTriedToSave.current = false;
      isListed.current = false;
      found.current = [];
      leftBehind.current = fieldInFocus();
      start.current = startValues(fields, next);
      const root = document.getElementById(id);
      if (root) dropTyped(root);
      methods.reset(start.current);
    },
  };
}

const textOf = (value: unknown): string => canonicalJson(value ?? null);
const fieldInFocus = (): string | null => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null;

function breakLine(area: HTMLTextAreaElement): void {
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The id of the element that carries a field, for labels, jumps and tests. */
export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

function judgeAll<Asked extends Fields>(input: FormValues, { fields, judge }: Pick<DescribedFormOptions<Asked>, 'fields' | 'judge'>) {
  const { values, problems } = check(fields, input);
  return { values, problems: [...problems, ...(judge?.(values as ValuesOf<Asked>) ?? [])] };
}

/** Problems as react-hook-form keeps them: the problem itself rides along, so that the text follows the language. */
function errorsOf(problems: readonly Problem[]): FieldErrors<FormValues> {
  return Object.fromEntries(
    problems.toReversed().map((problem) => [problem.field, { type: problem.code, message: problem.code, problem }]),
  ) as FieldErrors<FormValues>;
}

/** The problem behind a field's error. */
export function problemOfError(error: unknown): Problem | undefined {
  return (error as { problem?: Problem } | undefined)?.problem;
}
