import { useMemo, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import type { HandoverWorkRow } from '#domain/sample/rows.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import { CallError } from '#src/api/callError.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { foresee } from '#src/offline/facts/foresee.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { playSound } from '#src/ui/scan/sounds.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';

/** What the handover's own rule says against a tube of the list: this desk has put it on one itself. */
async function whyRefused({ commodityId, sampleCode }: HandoverWorkRow): Promise<Label | null> {
  const { outcome } = await foresee(saveHandover, { handoverKey: newUuid(), commodityId, sampleCodes: [sampleCode] });
  return outcome.accepted ? null : ((outcome.problems?.[0]?.params?.['text'] as Label | undefined) ?? ['不能交接', 'Cannot be handed over']);
}
const isTube = (code: string) => (row: HandoverWorkRow) => row.sampleCode === code || row.testTubeNumber === code;

/** Of what the server gave that which is ticked and not on the list. */
function lackedIn(
  rows: readonly HandoverWorkRow[],
  { given, ticked }: { readonly given: readonly HandoverWorkRow[]; readonly ticked: ReadonlySet<string> },
): readonly HandoverWorkRow[] {
  const listed = new Set(rows.map(({ id }) => id));
  return given.filter(({ id }) => ticked.has(id) && !listed.has(id));
}

export interface HandoverScan {
  /** Ticked rows that the desk's list lacks, brought by their scan: entered since, or behind the oldest that it keeps. */
  readonly brought: readonly HandoverWorkRow[];
  readonly ticked: ReadonlySet<string>;
  readonly tick: (next: ReadonlySet<string>) => void;
  readonly verdict: ActVerdict | null;
  readonly code: string;
  /** The next scan takes a tube out instead of putting it on the list (F8). */
  readonly isTakingOut: boolean;
  readonly onScan: (code: string) => void;
}

/**
 * Scans of a handover, each with its verdict: put on the list, on it already, taken out, or not expected and why. A tube
 * counts with all of its commodities that wait; the rule of the handover says of each whether it can be put on one.
 */
export function useHandoverScan(rows: readonly HandoverWorkRow[], onAdded: (rows: readonly HandoverWorkRow[]) => void): HandoverScan {
  const { label } = useText();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<{ readonly code: string; readonly verdict: ActVerdict } | null>(null);
  const [isTakingOut, setTakingOut] = useState(false);
  /** Rows the server gave for a scan. */
  const [given, setGiven] = useState<readonly HandoverWorkRow[]>([]);
  /** As it stands now: two scans may come before the next drawing. */
  const current = useRef({ ticked, isTakingOut, given });
  const scanning = useRef(Promise.resolve());
  const tick = (next: ReadonlySet<string>): void => {
    current.current.ticked = next;
    setTicked(next);
  };
  const takeOut = (is: boolean): void => {
    current.current.isTakingOut = is;
    setTakingOut(is);
  };
  useKeyDown((event) => {
    if (event.key !== 'F8') return;
    event.preventDefault();
    takeOut(!current.current.isTakingOut);
  });

  const said = (code: string, verdict: ActVerdict): void => {
    playSound(verdict.kind === 'refused' ? 'refused' : verdict.kind === 'repeat' ? 'repeat' : 'ok');
    setShown({ code, verdict });
  };
  const nameOf = (rows: readonly HandoverWorkRow[]): string =>
    [rows[0]?.personName ?? '', rows.map(({ commodityName }) => commodityName).join('、')].filter(Boolean).join(' ');
  const add = (code: string, rows: readonly HandoverWorkRow[]): void => {
    if (rows.every(({ id }) => current.current.ticked.has(id)))
      return said(code, { kind: 'repeat', word: ['已在名单', 'On the list'], detail: nameOf(rows) });
    tick(new Set([...current.current.ticked, ...rows.map(({ id }) => id)]));
    onAdded(rows);
    said(code, { kind: 'ok', word: ['已加入', 'Added'], detail: nameOf(rows) });
  };
  /** Puts on the list what the handover's rule says nothing against; false where there is nothing to speak of. */
  const addFree = async (code: string, found: readonly HandoverWorkRow[]): Promise<boolean> => {
    const judged = await Promise.all(found.map(async (row) => ({ row, why: await whyRefused(row) })));
    const free = judged.flatMap(({ row, why }) => (why ? [] : [row]));
    const refusal = judged.find(({ why }) => why)?.why;
    if (free.length > 0) add(code, free);
    else if (refusal) said(code, { kind: 'repeat', word: ['已列入交接单', 'On a handover'], detail: label(refusal) });
    return judged.length > 0;
  };
  const scan = async (code: string): Promise<void> => {
    const found = [...rows, ...lackedIn(rows, current.current)].filter(isTube(code));
    if (current.current.isTakingOut) {
      takeOut(false);
      const out = found.filter(({ id }) => current.current.ticked.has(id));
      if (out.length === 0) return said(code, { kind: 'refused', word: ['不在名单', 'Not on the list'], detail: '' });
      tick(new Set([...current.current.ticked].filter((id) => !out.some((row) => row.id === id))));
      return said(code, { kind: 'ok', word: ['已移出', 'Taken out'], detail: nameOf(out) });
    }
    if (await addFree(code, found)) return undefined;
    const refused = (detail: string): void => said(code, { kind: 'refused', word: ['不在名单', 'Not expected'], detail });
    const answer = await ask('GET sample/sample-handover/why-not', {
      query: { code },
      quiet: true,
      timeoutMs: deskWait.list,
    }).catch((error: unknown) => error as Error);
    if (answer instanceof Error)
      return refused(
        answer instanceof CallError && answer.kind === 'network'
          ? label(['本机名单中没有;离线,联网后可查原因', 'Not on the list of this desk; why, the server says once it can be reached'])
          : label(['本机名单中没有;查原因失败: {reason}', 'Not on the list of this desk; asking why failed: {reason}'], { reason: answer.message }),
      );
    if (answer.waiting.length === 0) return refused(answer.text);
    current.current.given = [...current.current.given.filter(({ id }) => !answer.waiting.some((row) => row.id === id)), ...answer.waiting];
    setGiven(current.current.given);
    await addFree(code, answer.waiting);
    return undefined;
  };
  return {
    brought: useMemo(() => lackedIn(rows, { given, ticked }), [rows, given, ticked]),
    ticked,
    tick,
    verdict: shown?.verdict ?? null,
    code: shown?.code ?? '',
    isTakingOut,
    onScan: (code) => {
      scanning.current = scanning.current
        .then(() => scan(code))
        // A scan that comes to nothing is heard and seen, whatever it failed for.
        .catch((error: unknown) => said(code, { kind: 'refused', word: ['未加入', 'Not added'], detail: errorText(error, label) }));
    },
  };
}
