import { useRef } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { entryState, type PassNo } from '#domain/sample/entryState.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import type { DetailRow, EntryWorkRow } from '#domain/sample/rows.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import { CallError, isTransportError } from '#src/api/call.ts';
import { notify } from '#src/ui/notify.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';

const texts = {
  unknown: ['待录入名单中没有 {code}', '{code} does not wait for this entry'],
  listAlone: [
    '本机待录入名单中没有 {code}; 联网后可查其他申请单',
    'This desk’s list lacks {code}; others can be looked up once the server can be reached',
  ],
} as const satisfies Record<string, Label>;

interface Why {
  readonly label: Label;
  readonly params?: object;
}

/** Why a requisition does not wait for this pass; null: it does. */
function whyNotEntered({ madeBy, own, pass, isDoubleEntry, entryState: state }: DetailRow): Why | null {
  if (madeBy !== null) return { label: ['{code} 已由 {by} 录入', '{by} has entered {code}'], params: { by: madeBy } };
  if (own) return { label: ['{code} 已由您录入', 'You have entered {code}'] };
  if (pass === 2 && isDoubleEntry !== 1) return { label: ['{code} 不需二录', '{code} takes no second entry'] };
  if (state < entryState.settled) return null;
  const [zh = '', en = ''] = entryState.labelOf(state) ?? [];
  return { label: [`{code} 录入状态: ${zh}`, `{code}: ${en}`] };
}

/** As the desk's list would have it. */
export const workOf = (row: DetailRow): EntryWorkRow => ({
  ...row,
  id: row.requisitionId,
  receiveTime: String(row.carried['receiveTime'] ?? ''),
  isUrgent: Number(row.carried['isUrgent'] ?? 0),
});

function sayWhyNot(code: string, error: unknown): void {
  if (isTransportError(error)) notify.warn(texts.listAlone, { params: { code } });
  else if (error instanceof CallError && error.status === 404) notify.warn(texts.unknown, { params: { code } });
  else notify.warn(`${code}: ${(error as Error).message}`);
}

/**
 * Opens the requisition whose code, or whose tube's, is scanned. What the desk's list lacks is asked of the server:
 * received since, or behind the oldest that a desk keeps. `asked` is there where the server has answered.
 */
export function useScannedWork(
  pass: PassNo,
  form: FormKey,
  waiting: readonly EntryWorkRow[],
  onOpen: (work: EntryWorkRow, asked?: Pick<DetailRow, 'lockedBy'>) => void,
): (code: string) => void {
  /** A later scan goes before the answer to this one. */
  const last = useRef('');
  const openAsked = async (code: string): Promise<void> => {
    const answer = await ask('GET sample/enter-info/get-detail-info', {
      query: { requisitionCode: code, enterStandard: form, pass },
      quiet: true,
      timeoutMs: deskWait.list,
    }).catch((error: unknown) => error as Error);
    if (last.current !== code) return;
    const why = answer instanceof Error ? null : whyNotEntered(answer);
    playSound(answer instanceof Error || why ? 'refused' : 'ok');
    if (answer instanceof Error) sayWhyNot(code, answer);
    else if (why) notify.warn(why.label, { params: { code, ...why.params } });
    else onOpen(workOf(answer), answer);
  };
  return (code) => {
    last.current = code;
    const found = waiting.find((row) => row.requisitionCode === code || String(row.carried['sampleCode'] ?? '') === code);
    if (!found) return void openAsked(code);
    playSound('ok');
    return onOpen(found);
  };
}
