import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Finding, JudgedCommodity, Values } from '#domain/sample/rules/entryForm.ts';
import { derive } from '#domain/sample/rules/derive.ts';
import { blocking, judge, requiredFields, unexplained } from '#domain/sample/rules/judge.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { enterSummary, overruleCodes } from '#domain/sample/summary.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import { useSession } from '#src/console/useSession.ts';
import { readContact } from '#src/offline/contact.ts';
import { dropDraft, readDraft, saveDraft } from '#src/offline/drafts.ts';
import { enqueue } from '#src/offline/enqueue.ts';
import { openPayload } from '#src/offline/openPayload.ts';
import { getMaster } from '#src/offline/masterData.ts';
import { opState, readOperations } from '#src/offline/status.ts';
import { editOperation } from '#src/offline/tray.ts';
import { useDescribedForm, type DescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { useRemembered } from '#src/ui/remembered.ts';
import { codeStates } from './codeStates.ts';
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

const draftKey = 'summary-enter';
/** A batch goes on after a reload; the next day begins with an empty form. */
const carriedForMs = 12 * 3_600_000;
interface Draft {
  readonly values: Values;
  readonly extraTubes: readonly ExtraTube[];
  readonly read?: ReadCode | null;
}

export interface SummaryEntry {
  readonly form: DescribedForm;
  readonly extraTubes: readonly ExtraTube[];
  readonly setExtraTubes: (tubes: readonly ExtraTube[]) => void;
  readonly findings: readonly Finding[];
  readonly reasons: Readonly<Record<string, string>>;
  readonly setReason: (rule: string, reason: string) => void;
  readonly carried: readonly string[];
  readonly toggleCarried: (name: string) => void;
  /** The act last saved here. */
  readonly lastOpId: string | null;
  /** Set while a refused act is being mended. */
  readonly editing: string | null;
  /** What was derived from other fields (ID card): shown with a mark. */
  readonly restart: () => Promise<void>;
  readonly isRestored: boolean;
  readonly copyFromLast: (name: string) => void;
  /** Does it once what was typed before has been brought back: a scan must not fall between. */
  readonly whenReady: (act: () => void) => void;
  /** The requisition's code arrived from the scan box. */
  readonly setRead: (read: ReadCode) => void;
  /** Enter at the ID card fills what it says. */
  readonly fillDerived: () => void;
}

/** The commodities of a form as the rules know them, from the desk's own copy. */
async function judgedCommodities(ids: readonly string[]): Promise<JudgedCommodity[]> {
  const rows = await Promise.all(ids.map((id) => getMaster('commodity', id)));
  return rows.flatMap((row) => {
    if (!row) return [];
    const minVolume = Number(row['minVolume']);
    return [
      {
        commodityId: String(row['commodityId']),
        commodityName: String(row['commodityName']),
        isDisable: Number(row['isDisable'] ?? 0),
        entryForm: String(row['entryForm'] ?? ''),
        sampleClassIds: Array.isArray(row['sampleClassIds']) ? row['sampleClassIds'].map(String) : [],
        ...(minVolume > 0 ? { minimumVolume: minVolume } : {}),
      },
    ];
  });
}

/** State and acts of summary entry; the screen only draws them. */
export function useSummaryEntry(editOpId: string | null, onSaved: (opId: string, values: Values) => void): SummaryEntry {
  const { user, can } = useSession();
  const [extraTubes, setExtraTubes] = useState<readonly ExtraTube[]>([]);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [carried, setCarried] = useRemembered<readonly string[]>('summary-carried', carriedAtFirst);
  const [lastOpId, setLastOpId] = useState<string | null>(null);
  const [editing, setEditing] = useState<string | null>(editOpId);
  const [isRestored, setRestored] = useState(false);
  const last = useRef<Values>({});
  const ready = useRef<Promise<void>>(Promise.resolve());
  const broughtFor = useRef<string | null>(null);
  const read = useRef<ReadCode | null>(null);
  const state = useRef({ extraTubes, reasons, editing, carried });
  state.current = { extraTubes, reasons, editing, carried };

  const onSave = async (values: Values): Promise<readonly Problem[] | void> => {
    const commodityIds = (values['commodityIds'] as readonly string[] | null) ?? [];
    const commodities = await judgedCommodities(commodityIds);
    const now = Date.now() + (await readContact()).offsetMs;
    const whole = { ...values, tubes: [values, ...state.current.extraTubes] };
    const missing = requiredFields('summary', whole, { commodities }).filter(
      (name) => name in entryFields && (values[name] === null || values[name] === ''),
    );
    if (missing.length > 0) return missing.map((name) => problemOf(name, entryFields[name] as never, 'required'));
    const existing = await codeStates(values, whole.tubes);
    const context = { now: formatDateTime(now), receiveTime: formatDateTime(now), commodities, existing, mayOverrule: can(overruleCodes) };
    const found = judge('summary', whole, context).filter((finding) => finding.rule !== 'required');
    setFindings(found);
    const blocked = blocking(found);
    if (blocked.length > 0)
      return blocked.map((finding) => ({ field: finding.fields[0] ?? '', code: 'rule' as const, params: { text: finding.text } }));
    if (unexplained(found, state.current.reasons).length > 0) {
      setTimeout(() => document.querySelector<HTMLInputElement>('[data-findings] input:placeholder-shown')?.focus());
      return [];
    }
    const inputMode = inputModeOf(values['requisitionCode'], read.current);
    const payload = toPayload(values, state.current.extraTubes, state.current.reasons, inputMode);
    const saved = state.current.editing ? await editOperation(state.current.editing, payload) : await enqueue(enterSummary, payload as never);
    last.current = values;
    setLastOpId(saved.opId);
    setEditing(null);
    await dropDraft(draftKey);
    onSaved(saved.opId, values);
    startOver(values);
    return undefined;
  };
  const form = useDescribedForm({ fields: entryFields, values: freshValues({}, []), onSave });

  const startOver = (from: Values): void => {
    read.current = null;
    form.reset(freshValues(from, state.current.carried));
    setExtraTubes([]);
    setFindings([]);
    setReasons({});
    setRestored(false);
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
        form.reset(back.values);
        setExtraTubes(back.extraTubes);
        setReasons(back.reasons);
        read.current = back.read;
        setEditing(editOpId);
        const problems = operation.receipt?.problems as readonly Problem[] | undefined;
        if (problems) form.showProblems(problemsForForm(problems));
        return;
      }
      const lastOne = (await readOperations({ types: [enterSummary.name], since: Date.now() - carriedForMs })).at(-1);
      const lastOpened = lastOne && (await openPayload(lastOne));
      if (isGone) return;
      if (lastOpened?.isReadable && lastOpened.payload) last.current = fromPayload(lastOpened.payload as SummaryPayload).values;
      const draft = await readDraft<Draft>(draftKey);
      if (isGone) return;
      if (!draft) {
        if (!form.methods.getValues('requisitionCode')) form.reset(freshValues(last.current, state.current.carried));
        return;
      }
      form.reset(draft.value.values);
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

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      timer = undefined;
      const values = form.methods.getValues();
      if (values['requisitionCode']) void saveDraft(draftKey, { values, extraTubes: state.current.extraTubes, read: read.current } satisfies Draft);
    };
    const subscription = form.methods.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, 400);
    });
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
      if (name in entryFields && (values[name] === '' || values[name] === null)) form.methods.setValue(name, value as never);
    }
  };

  return {
    form,
    extraTubes,
    setExtraTubes,
    findings,
    reasons,
    carried,
    lastOpId,
    editing,
    isRestored,
    fillDerived,
    whenReady: (act) => void ready.current.then(act),
    setRead: (code) => {
      read.current = code;
    },
    setReason: useCallback((rule, reason) => setReasons((before) => ({ ...before, [rule]: reason })), []),
    toggleCarried: (name) => setCarried((before) => (before.includes(name) ? before.filter((other) => other !== name) : [...before, name])),
    restart: async () => {
      await dropDraft(draftKey);
      startOver(last.current);
    },
    copyFromLast: (name) => {
      if (name in last.current) form.methods.setValue(name, last.current[name] as never);
    },
  };
}
