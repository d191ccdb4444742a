import { useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { placeKind } from '#domain/lab/batch/sheetChoices.ts';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { nextStep } from '#domain/lab/redo/roundKind.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { playSound, type Sound } from '#src/ui/scan/sounds.ts';
import type { VerdictKind } from '#src/ui/scan/Verdict.tsx';
import { fillNext, placeOfCode, type EditedPlace, type Filling } from './plateEdit.ts';

/** What came of a scan. */
export interface SheetScan {
  readonly code: string;
  readonly kind: VerdictKind;
  readonly word: Label;
  readonly detail: string;
  /** The well it filled. */
  readonly at: string | null;
}
const sounds: Readonly<Partial<Record<VerdictKind, Sound>>> = { ok: 'ok', repeat: 'repeat', refused: 'refused' };

export interface SheetScanning {
  /** The newest first, ten at most. */
  readonly scans: readonly SheetScan[];
  readonly scan: (code: string) => void;
  /** Scans that wait for the answer to those before them. */
  readonly waiting: number;
  readonly forget: (at: string) => void;
}

/**
 * Scans onto a sheet, one after the other in the order they were made: a faster scan waits and is not lost. `read` and `write` are the
 * places as they are now; `wish` the well the person chose for the next one.
 */
export function useSheetScan(
  sheet: Pick<BatchDetail, 'ruleId' | 'laboratoryId' | 'panelGroupId' | 'batchKind' | 'plateFormat' | 'lots'>,
  {
    read,
    write,
    wish,
  }: { readonly read: () => readonly EditedPlace[]; readonly write: (places: readonly EditedPlace[]) => void; readonly wish: () => string | null },
): SheetScanning {
  const { label } = useText();
  const [scans, setScans] = useState<readonly SheetScan[]>([]);
  const [waiting, setWaiting] = useState(0);
  const line = useRef<Promise<void>>(Promise.resolve());

  const judge = async (code: string): Promise<SheetScan> => {
    const standsAt = placeOfCode(read(), code);
    if (standsAt !== null)
      return { code, kind: 'repeat', word: ['重复', 'Twice'], detail: label(['已在 {at}', 'Stands at {at}'], { at: standsAt }), at: null };
    const { laboratoryId, panelGroupId, batchKind, ruleId, plateFormat, lots } = sheet;
    const put = (filling: Filling, detail: string): SheetScan => {
      const filled = fillNext(plateFormat, read(), filling, wish());
      if (!filled) return { code, kind: 'refused', word: ['板已满', 'Plate is full'], detail: '', at: null };
      write(filled.places);
      return { code, kind: 'ok', word: ['{at}', '{at}'], detail, at: filled.at };
    };
    // A control's own label says which lot it is.
    const lot = lots.find(({ lotNo }) => lotNo.toUpperCase() === code.toUpperCase());
    if (lot?.isExpired) return { code, kind: 'refused', word: ['已过期', 'Expired'], detail: lot.name, at: null };
    if (lot) return put({ kind: lot.kind, qcLotId: lot.qcLotId, lotName: lot.name }, lot.name);
    try {
      const query = { code, laboratoryId, panelGroupId, batchKind: String(batchKind), ruleId };
      const { task, refusal } = await ask('GET lab/lab-batch/place-check', { query, quiet: true, timeoutMs: 15_000 });
      if (!task) return { code, kind: 'refused', word: ['拒绝', 'Refused'], detail: refusal?.text ?? '', at: null };
      // A tube has two codes: the other one may stand here already.
      const twin = read().find(({ taskId }) => taskId === task.taskId);
      if (twin) return { code, kind: 'repeat', word: ['重复', 'Twice'], detail: label(['已在 {at}', 'Stands at {at}'], { at: twin.at }), at: null };
      const { taskId, sampleCode, labCode, isUrgent, nextStep: step } = task;
      const waitsFor = step === null ? null : label(nextStep.labelOf(step) ?? ['', '']);
      // Its earlier steps stand: on a sheet of another kind it is told.
      const elsewhere = step === null || step === Number(batchKind) ? null : label(['本表不是该步骤', 'this sheet is another step']);
      return put(
        { kind: placeKind.sample, taskId, sampleCode, labCode, isUrgent: isUrgent === 1, nextStep: step },
        [labCode, sampleCode, waitsFor, elsewhere].filter(Boolean).join('  '),
      );
    } catch (error) {
      const isTransport = error instanceof CallError && error.isTransport;
      return {
        code,
        kind: 'refused',
        word: ['未放入', 'Not placed'],
        detail: isTransport
          ? label(['连接不上服务器,请重新扫描此管', 'The server cannot be reached; scan this tube again'])
          : (error as Error).message,
        at: null,
      };
    }
  };
  const scan = (code: string): void => {
    setWaiting((count) => count + 1);
    line.current = line.current.then(async () => {
      const said = await judge(code);
      const sound = sounds[said.kind];
      if (sound) playSound(sound);
      setScans((before) => [said, ...before].slice(0, 10));
      setWaiting((count) => count - 1);
    });
  };
  return { scans, scan, waiting, forget: (at) => setScans((before) => before.filter((one) => one.at !== at)) };
}
