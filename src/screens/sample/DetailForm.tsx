import { chakra } from '@chakra-ui/react';
import { Save } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Field, Fields } from '#domain/kernel/fields.ts';
import { derive } from '#domain/sample/rules/derive.ts';
import type { Finding, Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { impossibleFields } from '#domain/sample/rules/impossible.ts';
import { requiredFields, unexplained } from '#domain/sample/rules/judge.ts';
import type { EntryWorkRow } from '#domain/sample/rows.ts';
import { useText } from '#src/console/useText.ts';
import { dropDraft, readDraft, saveDraft } from '#src/offline/store/drafts.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { FormGrid, type FormGridProps } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SaveBar } from '#src/ui/SaveBar.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { FindingsPanel } from './FindingsPanel.tsx';
import { PedigreeDrawing } from './PedigreeDrawing.tsx';
import { stillTold, toldFindings, type ToldFinding } from './toldFindings.ts';
import { barcodeFields } from './summaryForm.ts';

export interface DetailSaved {
  readonly values: Values;
  readonly unclear: readonly string[];
  readonly reasons: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly seconds: number;
}
export interface DetailFormProps {
  readonly work: EntryWorkRow;
  /** What the form starts with. */
  readonly initial: Values;
  readonly initialUnclear?: readonly string[];
  readonly initialReasons?: Readonly<Record<string, string>>;
  readonly initialProblems?: readonly Problem[];
  /** Only these fields (correction of a pass); default: all of the form. */
  readonly only?: readonly string[];
  /** Kept on this computer while it is being typed; null: not kept. */
  readonly draftKey: string | null;
  /** Asked before it is saved; left out: the server judges when it is. */
  readonly judge?: (saved: DetailSaved) => Promise<DetailJudgement>;
  /** Problems it answers are shown in place; for a warning among them the reason is asked. */
  readonly onSave: (saved: DetailSaved) => Promise<readonly Problem[] | void>;
  readonly saveLabel: readonly [string, string];
}

interface Draft {
  readonly values: Values;
  readonly unclear: readonly string[];
}

/** What the act's own rule says of it before it is saved. */
export interface DetailJudgement {
  readonly findings: readonly Finding[];
  /** Empty where it would be taken. */
  readonly problems: readonly Problem[];
}
const isFault = ({ params }: Problem): boolean => params?.['severity'] !== 'warn';

/** One detail form with its rules: derived fields, findings with reasons, fields marked illegible (F8). */
export function DetailForm({
  work,
  initial,
  initialUnclear = [],
  initialReasons = {},
  initialProblems,
  only,
  draftKey,
  judge,
  onSave,
  saveLabel,
}: DetailFormProps) {
  const { label } = useText();
  const described = entryFormOf(work.entryForm);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [reasons, setReasons] = useState(initialReasons);
  const [stopped, setStopped] = useState(0);
  const [unclear, setUnclear] = useState<readonly string[]>(initialUnclear);
  const [derived, setDerived] = useState<ReadonlySet<string>>(new Set());
  const started = useRef(Date.now());
  const isBrought = useRef(false);
  const isSaved = useRef(false);
  const told = useRef<readonly ToldFinding[]>([]);
  const state = useRef({ unclear, reasons });
  state.current = { unclear, reasons };

  const fields = useMemo<Fields>(() => {
    const carried = new Set(described.carried);
    const own = Object.entries(described.fields).filter(
      ([name, field]) => !carried.has(name) && !field.readOnly && field.form !== false && (!only || only.includes(name)),
    );
    return Object.fromEntries(own.map(([name, field]): [string, Field] => [name, unclear.includes(name) ? { ...field, required: false } : field]));
  }, [described, only, unclear]);

  const form = useDescribedForm({
    fields,
    values: initial,
    complete: () => fillDerived(),
    onSave: async (values) => {
      const seconds = Math.min(86_400, Math.round((Date.now() - started.current) / 1000));
      const startedAt = formatDateTime(started.current);
      const saved: DetailSaved = { values, unclear: state.current.unclear, reasons: state.current.reasons, startedAt, seconds };
      const judged = await judge?.(saved);
      const own = judged?.findings.filter(({ rule }) => rule !== 'required') ?? [];
      const found = [...own, ...stillTold(told.current, values).filter(({ rule }) => !own.some((one) => one.rule === rule))];
      setFindings(found);
      const faults = judged?.problems.filter(isFault) ?? [];
      if (faults.length > 0) return faults;
      if (unexplained(found, state.current.reasons).length > 0) {
        setStopped((before) => before + 1);
        return [];
      }
      const problems = await onSave(saved);
      const asked = toldFindings(problems ?? [], values);
      if (asked.length > 0) {
        told.current = asked;
        setFindings(asked.map(({ finding }) => finding));
        setStopped((before) => before + 1);
      }
      if (!problems && draftKey) {
        isSaved.current = true;
        await dropDraft(draftKey);
      }
      return problems?.filter(isFault);
    },
  });

  useEffect(() => {
    if (initialProblems?.length) {
      told.current = toldFindings(initialProblems, initial);
      setFindings(told.current.map(({ finding }) => finding));
      form.showProblems(initialProblems.filter(isFault));
    }
    if (!draftKey) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A kept tab runs its effects again when it is shown again: what stands in the form by then stays.
    if (!isBrought.current)
      void readDraft<Draft>(draftKey).then((draft) => {
        if (isBrought.current) return;
        isBrought.current = true;
        if (!draft) return;
        form.reset({ ...initial, ...draft.value.values });
        setUnclear(draft.value.unclear);
      });
    const keep = (): void => {
      timer = undefined;
      // A draft that is written behind the save would come back as an entry that was never saved.
      if (isSaved.current) return;
      void saveDraft(draftKey, { values: form.methods.getValues(), unclear: state.current.unclear } satisfies Draft);
    };
    const subscription = form.methods.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, 400);
    });
    return () => {
      subscription.unsubscribe();
      if (timer === undefined || isSaved.current) return;
      clearTimeout(timer);
      keep();
    };
    // The form is made once per requisition (its owner keys it).
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useKeyDown((event) => {
    if (event.key === 'F9') {
      event.preventDefault();
      // A requisition may stand open above it, or a question.
      if (!isBehind(document.getElementById(form.formProps.id))) void form.save();
    }
    const name = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset['field'];
    if (event.key === 'F8' && name) {
      event.preventDefault();
      setUnclear((before) => (before.includes(name) ? before.filter((other) => other !== name) : [...before, name]));
    }
  });

  const fillDerived = (): void => {
    const values = { ...work.carried, ...form.methods.getValues() };
    const result = derive(described.key, values, formatDateTime(Date.now()), derived);
    const names = Object.keys(result.derived).filter((name) => name in fields);
    for (const name of names) {
      const next = result.values[name];
      const shown = typeof next === 'number' && typeof form.methods.getValues(name) === 'string' ? String(next) : next;
      if (form.methods.getValues(name) !== shown) form.methods.setValue(name, shown);
    }
    if (names.some((name) => !derived.has(name))) setDerived(new Set([...derived, ...names]));
  };

  const groups = described.groups
    .map((group) => ({ ...group, shown: group.fields.filter((name) => name in fields) }))
    .filter(({ shown }) => shown.length > 0);
  // What the answers so far ask for, and what they leave nothing to say to.
  form.methods.watch([...ageFields, ...[...described.requiredWhen, ...described.impossibleWhen].map(({ field }) => field)]);
  const answers = { ...work.carried, ...form.methods.getValues() };
  const wanted = requiredFields(described.key, answers).join();
  const impossible = impossibleFields(described.key, answers).join();
  const settings = useMemo(
    () => settingsOf(Object.keys(fields), { unclear, derived, wanted: wanted.split(','), impossible: impossible.split(',') }),
    [fields, unclear, derived, wanted, impossible],
  );
  return (
    <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={3} data-testid="detail-form" onBlur={fillDerived}>
      <ErrorSummary form={form} />
      <FindingsPanel
        findings={findings}
        stopped={stopped}
        reasons={reasons}
        onReason={(rule, reason) => setReasons((before) => ({ ...before, [rule]: reason }))}
        onDone={() => void form.save()}
      />
      {groups.map(({ key, title, shown }, index) => (
        <chakra.fieldset key={key} minW={0}>
          <chakra.legend textStyle="note" color="fg.muted" fontWeight="medium" mb={1}>
            {label(title)}
          </chakra.legend>
          <FormGrid form={form} columns={3} only={shown} settings={settings} hasSummary={false} isFocused={index === 0} />
          {described.pedigree && key === 'family' ? <PedigreeDrawing form={form} carried={work.carried} draw={described.pedigree} /> : null}
        </chakra.fieldset>
      ))}
      <SaveBar>
        <Button variant="primary" icon={Save} keyHint="F9" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(saveLabel)}
        </Button>
        <chakra.span textStyle="note" color="fg.muted">
          {label(['F8 标记字迹不清', 'F8 marks a field illegible'])}
        </chakra.span>
      </SaveBar>
    </chakra.form>
  );
}

/** What a requisition is known by stands there before it is entered, and what was ordered is not changed here. */
const identity: readonly string[] = ['sendSampleClientId', 'commodityIds'];
/** By these it is known whether somebody has a guardian. */
const ageFields = ['samplingTime', 'birthDate', 'age', 'ageUnit'];

interface FieldStates {
  readonly unclear: readonly string[];
  readonly derived: ReadonlySet<string>;
  readonly wanted: readonly string[];
  readonly impossible: readonly string[];
}

function settingsOf(names: readonly string[], { unclear, derived, wanted, impossible }: FieldStates): FormGridProps['settings'] {
  const settingOf = (name: string) => {
    if (unclear.includes(name)) return { mark: <UnclearMark />, isRequired: false };
    const isImpossible = impossible.includes(name);
    if (derived.has(name)) return { mark: <DerivedMark />, isSkipped: true, isRequired: wanted.includes(name), isImpossible };
    return {
      isSkipped: identity.includes(name),
      isRequired: wanted.includes(name),
      isImpossible,
      ...(isImpossible && name !== 'sex' ? { mark: <ImpossibleMark /> } : {}),
    };
  };
  return Object.fromEntries(names.map((name) => [name, { takesScan: barcodeFields.includes(name), ...settingOf(name) }]));
}

function ImpossibleMark() {
  const { label } = useText();
  return (
    <chakra.span textStyle="note" color="fg.muted">
      {label(['不适用', 'not applicable'])}
    </chakra.span>
  );
}
function UnclearMark() {
  const { label } = useText();
  return <Tag tone="warning">{label(['字迹不清', 'Illegible'])}</Tag>;
}
function DerivedMark() {
  const { label } = useText();
  return (
    <chakra.span textStyle="note" color="info.text">
      {label(['自动', 'auto'])}
    </chakra.span>
  );
}
