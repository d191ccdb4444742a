import { useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { expectedState } from '#domain/op/expected.ts';
import { partnerReceive, receiveDeafness, receiveShangning, type PartnerReceived } from '#domain/sample/partner/partnerReceive.ts';
import type { PartnerReceivePayload } from '#domain/sample/partner/partnerInput.ts';
import type { PartnerRow } from '#domain/sample/partner/partnerRows.ts';
import type { PartnerKey } from '#domain/sample/partners.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { sendMany } from '#src/console/act/sendCommand.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { playSound } from '#src/ui/scan/sounds.ts';

type Tube = PartnerReceivePayload['tube'];
type Said = Pick<PartnerReceivePayload, 'overrides' | 'reasons'>;
/** Why a line that was scanned is not here yet. */
export interface Refused {
  readonly code: string;
  readonly text: string;
  readonly problems: readonly Problem[];
}
/** A line at hand. */
export interface HeldLine {
  /** As it was scanned. */
  readonly code: string;
  readonly line: PartnerRow;
  /** Our label; null: the next scan. */
  readonly barCode: string | null;
  readonly sampleClassIds: readonly string[];
  readonly isHere: boolean;
  readonly refused: Refused | null;
}
interface Shown extends ActVerdict {
  readonly code: string;
}

const texts = {
  received: ['已接收', 'Received'],
  already: ['已接收过', 'Received before'],
  notListed: ['不在清单', 'Not on the list'],
  refused: ['未接收', 'Not received'],
  scanOurs: ['② 扫描本方条码', '2 Scan our barcode'],
  offline: ['此操作需要网络', 'This needs the network'],
  several: ['清单中有 {count} 行, 请在前处理录入接收', 'It stands in {count} lines; receive it at the summary entry'],
  idle: ['待扫描', 'Ready'],
} as const satisfies Record<string, Label>;

/** The call a partner's samples are received by, and what it is told besides. */
const doorOf = (partner: PartnerKey) =>
  partner === 'deafness'
    ? { command: receiveDeafness, more: {} }
    : partner === 'shangning'
      ? { command: receiveShangning, more: {} }
      : { command: partnerReceive, more: { partner } };

export interface PartnerScan {
  readonly shown: Shown;
  readonly held: HeldLine | null;
  /** Codes that were scanned here and stand on no list. */
  readonly strangers: ReadonlySet<string>;
  readonly isForOurs: boolean;
  readonly onScan: (code: string) => void;
  /** Puts the line at hand aside. */
  readonly leave: () => void;
  /** Receives the line at hand with what a person says in place of what was told; what speaks against it. */
  readonly correct: (said: Said) => Promise<Refused | null>;
}

/**
 * Scans at a partner's desk: the partner's code or ours finds the line; where the tube has no label of ours yet, the next scan is that. `tubeOf` says what
 * is in hand, or what of it is missing.
 */
export function usePartnerScan(
  partner: PartnerKey,
  tubeOf: (sampleClassIds: readonly string[]) => Promise<{ readonly tube: Tube } | { readonly missing: string }>,
  onDone: () => void,
): PartnerScan {
  const { label } = useText();
  const [shown, setShown] = useState<Shown>({ kind: 'idle', word: texts.idle, detail: '', code: '' });
  const [held, setHeld] = useState<HeldLine | null>(null);
  const [strangers, setStrangers] = useState<ReadonlySet<string>>(new Set());
  /** As it stands now: two scans may come before the next drawing. */
  const current = useRef<HeldLine | null>(null);
  const scanning = useRef(Promise.resolve());

  const hold = (next: HeldLine | null): void => {
    current.current = next;
    setHeld(next);
  };
  const say = (code: string, verdict: ActVerdict): void => {
    playSound(verdict.kind === 'refused' ? 'refused' : verdict.kind === 'repeat' ? 'repeat' : 'ok');
    setShown({ ...verdict, code });
  };
  const refuse = (one: HeldLine, refused: Refused): Refused => {
    hold({ ...one, refused });
    say(one.code, { kind: 'refused', word: texts.refused, detail: refused.text });
    return refused;
  };
  const sentence = (error: unknown): string => {
    if (!(error instanceof CallError)) throw error;
    return error.isTransport ? label(texts.offline) : error.message;
  };

  const receive = async (one: HeldLine, said: Said = {}): Promise<Refused | null> => {
    const given = await tubeOf(one.sampleClassIds);
    if ('missing' in given) return refuse(one, { code: '', text: given.missing, problems: [] });
    const { command, more } = doorOf(partner);
    const payload = { ...more, thirdpartyBarCode: one.code, barCode: one.barCode, tube: given.tube, overrides: {}, reasons: {}, ...said };
    try {
      const [answer] = await sendMany(command, [payload], newRequestId());
      if (!answer || answer.code !== null)
        return refuse(one, { code: answer?.code ?? '', text: answer?.text ?? '', problems: (answer?.problems ?? []) as readonly Problem[] });
      const { sampleCode, by, receiveTime } = answer.answer as PartnerReceived;
      const isRepeat = answer.status === 'repeat';
      hold({ ...one, isHere: true, refused: null });
      say(sampleCode, {
        kind: isRepeat ? 'repeat' : 'ok',
        word: isRepeat ? texts.already : texts.received,
        detail: isRepeat ? `${by} ${receiveTime}` : [one.line.personName, one.line.commodityNames].filter(Boolean).join(' '),
      });
      onDone();
      return null;
    } catch (error) {
      return refuse(one, { code: '', text: sentence(error), problems: [] });
    }
  };
  const find = async (code: string): Promise<void> => {
    const { line, count, boundCode, sampleClassIds } = await ask('GET sample/partner/line', { query: { partner, code }, quiet: true });
    if (!line) {
      hold(null);
      if (count === 0) setStrangers((before) => new Set([...before, code]));
      return say(code, { kind: 'refused', word: texts.notListed, detail: count === 0 ? '' : label(texts.several, { count }) });
    }
    const isHere = line.state === expectedState.arrived;
    const one = { code, line, barCode: isHere ? null : (line.barCode ?? boundCode), sampleClassIds, isHere, refused: null };
    if (isHere || one.barCode) {
      hold(one);
      await receive(one);
      return undefined;
    }
    hold(one);
    playSound('ok');
    return setShown({ kind: 'waiting', word: texts.scanOurs, detail: line.personName ?? '', code });
  };
  const isWaitingForOurs = (one: HeldLine | null): one is HeldLine => one !== null && !one.isHere && one.barCode === null;
  const scan = async (code: string): Promise<void> => {
    const waiting = current.current;
    if (!isWaitingForOurs(waiting)) return find(code);
    const refused = await receive({ ...waiting, barCode: code });
    // A wrong label is no label: the next scan is another one.
    if (refused?.code.startsWith('thirdpartyBind.') || refused?.code.startsWith('summary.')) hold({ ...waiting, refused });
    return undefined;
  };
  return {
    shown,
    held,
    strangers,
    isForOurs: isWaitingForOurs(held),
    onScan: (code) => {
      scanning.current = scanning.current
        .then(() => scan(code))
        // A scan that comes to nothing is heard and seen, whatever it failed for.
        .catch((error: unknown) =>
          say(code, { kind: 'refused', word: texts.refused, detail: error instanceof CallError ? sentence(error) : (error as Error).message }),
        );
    },
    leave: () => {
      hold(null);
      setShown({ kind: 'idle', word: texts.idle, detail: '', code: '' });
    },
    correct: async (said) => (current.current ? receive(current.current, said) : null),
  };
}
