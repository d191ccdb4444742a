import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import { refusalLabel } from '#domain/kernel/refusalText.ts';
import type { Finding, Values } from '#domain/sample/rules/entryForm.ts';
import { derive } from '#domain/sample/rules/derive.ts';
import { unexplained } from '#domain/sample/rules/judge.ts';
import { enterSummary, summaryFindings } from '#domain/sample/summary.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { type ConsoleUser, useSession } from '#src/console/useSession.ts';
import { dropDraft, readDraft, saveDraft } from '#src/offline/store/drafts.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { foresee } from '#src/offline/facts/foresee.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { opState } from '#src/offline/outbox/status.ts';
import { editOperation } from '#src/offline/act/tray.ts';
import { confirm, type Question } from '#src/ui/confirm.tsx';
import { useDescribedForm, type DescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { useRemembered } from '#src/ui/remembered.ts';
import { readLastEntry, rememberLastEntry } from './lastEntry.ts';
import {
  carriedAtFirst,
  entryFields,
  freshValues,
  fromPayload,
  inputModeOf,
  problemsForForm,
  toPayload,
  type ExtraTube,
  type ReadCode,
} from './summaryForm.ts';
import { stillTold, toldFindings, type ToldFinding } from './toldFindings.ts';

const draftKey = 'summary-enter';
const clearQuestion: Question = {
  text: ['已录入的内容尚未保存, 确定清空?', 'What was typed is not saved. Clear it?'],
  confirmLabel: ['清空录入', 'Clear all'],
  cancelLabel: ['继续录入', 'Keep typing'],
  isDanger: true,
};
const moveQuestion: Question = {
  text: [
    '已切换到 {name}, 此处未保存的录入属于另一检验所。按 {name} 重新录入?',
    'You now work in {name}; what was typed here is of another laboratory. Begin anew for {name}?',
  ],
  confirmLabel: ['重新录入', 'Begin anew'],
  cancelLabel: ['继续录入', 'Keep typing'],
  isDanger: true,
};
export const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
interface Draft {
  readonly values: Values;
  readonly extraTubes: readonly ExtraTube[];
  readonly read?: ReadCode | null;
}

export interface SummaryEntry {
  readonly form: DescribedForm;
  readonly extraTubes: readonly ExtraTube[];
  /** False where the requisition has the tube already. */
  readonly addTube: (sampleCode: string) => boolean;
  readonly changeTube: (sampleCode: string, change: Partial<ExtraTube>) => void;
  readonly removeTube: (sampleCode: string) => void;
  /** The tubes beyond the first as they are now, drawn or not: scans come faster than drawings. */
  readonly tubesNow: () => readonly ExtraTube[];
  readonly findings: readonly Finding[];
  /** How often a save was stopped for want of a reason. */
  readonly stopped: number;
  readonly reasons: Readonly<Record<string, string>>;
  readonly setReason: (rule: string, reason: string) => void;
  readonly carried: readonly string[];
  readonly toggleCarried: (name: string) => void;
  /** Fields that came with a value, from the form before, a draft or a refused act: never out of sight. */
  readonly broughtOver: readonly string[];
  /** Set while a refused act is being mended. */
  readonly editing: string | null;
  /** The next requisition, with what is carried over. */
  readonly restart: () => void;
  /** An empty form that carries nothing; asks first where something typed would be lost. True when it was done. */
  readonly clear: () => Promise<boolean>;
  readonly isRestored: boolean;
  /** Does it once what was typed before has been brought back: a scan must not fall between. */
  readonly whenReady: (act: () => void) => void;
  /** The requisition's code arrived from the scan box. */
  readonly setRead: (read: ReadCode) => void;
  /** Enter at the ID card fills what it says. */
  readonly fillDerived: () => void;
}

/** A refusal of the codes themselves, told at the code. */
const refusedProblem = (refusal: Refusal): Problem => ({
  field: 'sampleCode' in refusal.params || 'newCode' in refusal.params ? 'sampleCode' : 'requisitionCode',
  code: 'rule',
  params: { text: refusalLabel(enterSummary, refusal) },
});

/** State and acts of summary entry; the screen only draws them. */
export function useSummaryEntry(editOpId: string | null, onSaved: (opId: string, values: Values) => void): SummaryEntry {
  const { user } = useSession();
  const [extraTubes, drawExtraTubes] = useState<readonly ExtraTube[]>([]);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [stopped, setStopped] = useState(0);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [carried, setCarried] = useRemembered<readonly string[]>('summary-carried', carriedAtFirst);
  const [editing, setEditing] = useState<string | null>(editOpId);
  const [isRestored, setRestored] = useState(false);
  const [broughtOver, setBroughtOver] = useState<readonly string[]>([]);
  const last = useRef<Values>({});
  const ready = useRef<Promise<void>>(Promise.resolve());
  const broughtFor = useRef<string | null>(null);
  const read = useRef<ReadCode | null>(null);
  /** What the form still shows is saved or cleared: a draft written now would come back as a requisition that was never saved. */
  const isSettled = useRef(false);
  /** Writes the draft in a moment. */
  const keepSoon = useRef<() => void>(() => undefined);
  const told = useRef<readonly ToldFinding[]>([]);
  const state = useRef({ extraTubes, reasons, editing, carried, isRestored });
  state.current = { extraTubes, reasons, editing, carried, isRestored };
  /** Whose laboratory the form was begun in, and which. */
  const place = useRef<{ readonly userId: string; readonly laboratoryId: string } | null>(null);

  const onSave = async (values: Values): Promise<readonly Problem[] | void> => {
    const inputMode = inputModeOf(values['requisitionCode'], read.current);
    const payload = toPayload(values, state.current.extraTubes, state.current.reasons, inputMode);
    const replaced = state.current.editing ? await opState(state.current.editing) : undefined;
    const { outcome, ...known } = await foresee(enterSummary, payload, replaced);
    if (!outcome.accepted && !outcome.problems) return [refusedProblem(outcome)];
    // What a field itself is asked for is shown at the field.
    const own = summaryFindings(known.state, known.input, known.acting).filter(({ rule }) => rule !== 'required');
    const found = [...own, ...stillTold(told.current, values).filter(({ rule }) => !own.some((one) => one.rule === rule))];
    setFindings(found);
    const problems = outcome.accepted ? [] : problemsForForm(outcome.problems ?? []);
    const faults = problems.filter(({ params }) => params?.['severity'] !== 'warn');
    if (faults.length > 0) return faults;
    if (unexplained(found, state.current.reasons).length > 0) {
      setStopped((before) => before + 1);
      return [];
    }
    const saved = state.current.editing
      ? await editOperation(state.current.editing, payload, known)
      : await enqueue(enterSummary, payload, { foreseen: known });
    last.current = values;
    rememberLastEntry(user?.id ?? '', saved.opId);
    setEditing(null);
    await settle();
    onSaved(saved.opId, values);
    startOver(values);
    return undefined;
  };
  const form = useDescribedForm({
    fields: entryFields,
    values: freshValues({}, []),
    complete: () => fillDerived(),
    onSave: (values) => onSave(values).catch(problemsOf),
  });

  const setExtraTubes = (tubes: readonly ExtraTube[]): void => {
    state.current.extraTubes = tubes;
    drawExtraTubes(tubes);
    keepSoon.current();
  };

  const begin = (from: Values): void => {
    const kept = freshValues(from, state.current.carried);
    // Where a person works is where most of what comes in is for.
    const isHere = !isGiven(kept['contractLaboratoryId']) && user?.laboratoryId;
    const fresh = isHere ? { ...kept, contractLaboratoryId: user.laboratoryId } : kept;
    setBroughtOver(Object.keys(kept).filter((name) => state.current.carried.includes(name) && isGiven(kept[name])));
    form.reset(fresh);
  };
  /** Puts back what was typed before, all of it in sight. */
  const bringBack = (values: Values): void => {
    const blank = freshValues({}, []);
    setBroughtOver(Object.keys(values).filter((name) => isGiven(values[name]) && String(values[name]) !== String(blank[name])));
    form.reset(values);
  };
  const settle = (): Promise<void> => {
    isSettled.current = true;
    // Saved stays saved, whatever becomes of its draft.
    return dropDraft(draftKey).catch(() => undefined);
  };
  const startOver = (from: Values): void => {
    read.current = null;
    told.current = [];
    begin(from);
    setExtraTubes([]);
    setFindings([]);
    setReasons({});
    setRestored(false);
    isSettled.current = false;
  };

  // A crash or a reload brings back what was typed; a refused act comes back to be mended.
  useEffect(() => {
    // A kept tab runs its effects again when it is shown again: what stands in the form by then stays.
    const wanted = `${user?.id} ${editOpId}`;
    if (broughtFor.current === wanted) return undefined;
    let isGone = false;
    const bring = async (): Promise<void> => {
      if (editOpId) {
        const operation = await opState(editOpId);
        const opened = operation && (await openPayload(operation));
        if (!operation || !opened?.isReadable || isGone) return;
        const back = fromPayload(opened.payload as SummaryPayload);
        bringBack(back.values);
        setExtraTubes(back.extraTubes);
        setReasons(back.reasons);
        read.current = back.read;
        setEditing(editOpId);
        const problems = operation.receipt?.problems as readonly Problem[] | undefined;
        told.current = toldFindings(problems ?? [], back.values);
        setFindings(told.current.map(({ finding }) => finding));
        if (problems) form.showProblems(problemsForForm(problems).filter(({ params }) => params?.['severity'] !== 'warn'));
        return;
      }
      last.current = (await readLastEntry(user?.id ?? '')) ?? last.current;
      const draft = await readDraft<Draft>(draftKey);
      if (isGone) return;
      if (!draft) {
        if (!form.methods.getValues('requisitionCode')) begin(last.current);
        return;
      }
      bringBack(draft.value.values);
      setExtraTubes(draft.value.extraTubes);
      read.current = draft.value.read ?? null;
      setRestored(true);
    };
    ready.current = bring().then(
      () => {
        if (!isGone) broughtFor.current = wanted;
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
    // The form is made once; only another act or another user changes what is brought back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editOpId, user?.id]);

  const isTyped = (): boolean => form.isDirty() || state.current.isRestored || state.current.editing !== null || state.current.extraTubes.length > 0;
  const follow = useEffectEvent(async ({ laboratoryId, laboratoryName }: ConsoleUser): Promise<void> => {
    await ready.current;
    // A refused act is mended for the laboratory it was made for.
    if (state.current.editing || String(form.methods.getValues('contractLaboratoryId') ?? '') === laboratoryId) return;
    if (isTyped() && !(await confirm({ ...moveQuestion, params: { name: laboratoryName } }))) return;
    await settle();
    last.current = { ...last.current, contractLaboratoryId: null };
    startOver(last.current);
  });
  // A form in a hidden tab hears of it when it is shown again.
  useEffect(() => {
    if (!user) return;
    const before = place.current;
    place.current = { userId: user.id, laboratoryId: user.laboratoryId };
    if (before?.userId === user.id && before.laboratoryId !== user.laboratoryId && user.laboratoryId) void follow(user);
  }, [user]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      timer = undefined;
      const values = form.methods.getValues();
      if (values['requisitionCode'] && !isSettled.current)
        void saveDraft(draftKey, { values, extraTubes: state.current.extraTubes, read: read.current } satisfies Draft);
    };
    keepSoon.current = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 400);
    };
    const subscription = form.methods.watch(() => keepSoon.current());
    return () => {
      subscription.unsubscribe();
      if (timer === undefined) return;
      clearTimeout(timer);
      keep();
    };
  }, [form.methods]);

  const fillDerived = (): void => {
    const values = form.methods.getValues();
    const derived = derive('summary', values, formatDateTime(Date.now()));
    for (const [name, value] of Object.entries(derived.values)) {
      if (name in entryFields && (values[name] === '' || values[name] === null)) form.methods.setValue(name, value);
    }
  };

  return {
    form,
    extraTubes,
    tubesNow: () => state.current.extraTubes,
    addTube: (sampleCode) => {
      const { extraTubes: tubes } = state.current;
      if (form.methods.getValues('sampleCode') === sampleCode || tubes.some((tube) => tube.sampleCode === sampleCode)) return false;
      setExtraTubes([...tubes, { sampleCode, testTubeNumber: '', sampleClassId: null }]);
      return true;
    },
    changeTube: (sampleCode, change) =>
      setExtraTubes(state.current.extraTubes.map((tube) => (tube.sampleCode === sampleCode ? { ...tube, ...change } : tube))),
    removeTube: (sampleCode) => setExtraTubes(state.current.extraTubes.filter((tube) => tube.sampleCode !== sampleCode)),
    findings,
    stopped,
    reasons,
    carried,
    editing,
    isRestored,
    fillDerived,
    whenReady: (act) => void ready.current.then(act),
    setRead: (code) => {
      read.current = code;
    },
    setReason: useCallback((rule, reason) => setReasons((before) => ({ ...before, [rule]: reason })), []),
    toggleCarried: (name) => setCarried((before) => (before.includes(name) ? before.filter((other) => other !== name) : [...before, name])),
    broughtOver,
    restart: () => {
      startOver(last.current);
      void dropDraft(draftKey);
    },
    clear: async () => {
      if (isTyped() && !(await confirm(clearQuestion))) return false;
      await settle();
      rememberLastEntry(user?.id ?? '', null);
      last.current = {};
      setEditing(null);
      startOver({});
      return true;
    },
  };
}
