import { useRef, useState } from 'react';
import { problemText, type Problem } from '#domain/kernel/check.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { expectedState } from '#domain/op/expected.ts';
import { partnerReceive, receiveDeafness, receiveShangning, type PartnerReceived } from '#domain/sample/partner/partnerReceive.ts';
import type { PartnerReceivePayload } from '#domain/sample/partner/partnerInput.ts';
import type { PartnerRow } from '#domain/sample/partner/partnerRows.ts';
import type { PartnerKey } from '#domain/sample/partners.ts';
import { ask } from '#src/api/ask.ts';
import { CallError, isTransportError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { sendMany } from '#src/console/act/sendCommand.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { foresee } from '#src/offline/facts/foresee.ts';
import { keptLines } from '#src/offline/facts/partnerFacts.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
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
  noList: ['没有网络, 本机也没有此清单: 请联网打开本页一次', 'No network, and this list is not kept here: open this page once with the network'],
  kept: ['已保存到本机,待上传', 'Saved on this computer, waiting to be sent'],
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
  const { label, language } = useText();
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
    return error.message;
  };
  const sayHere = (one: HeldLine, verdict: Pick<ActVerdict, 'kind' | 'word' | 'detail'>, code: string): void => {
    hold({ ...one, isHere: true, refused: null });
    say(code, verdict);
    onDone();
  };
  const whose = ({ line }: HeldLine): string => [line.personName, line.commodityNames].filter(Boolean).join(' ');

  /** Without network: the same rule over the list that this desk keeps; what it takes waits in the queue. What had arrived all the same is a repeat there. */
  const keep = async (one: HeldLine, payload: PartnerReceivePayload): Promise<Refused | null> => {
    const { command } = doorOf(partner);
    try {
      const foreseen = await foresee(command as Command, payload);
      if (!foreseen.outcome.accepted) {
        const problems = foreseen.outcome.problems ?? [];
        const why = refusalText(command, foreseen.outcome.code, foreseen.outcome.params ?? {}, language);
        const text = [why, ...problems.slice(0, 3).map((problem) => problemText(problem, language))].filter(Boolean).join(' · ');
        return refuse(one, { code: foreseen.outcome.code, text, problems });
      }
      if (foreseen.outcome.repeat) sayHere(one, { kind: 'repeat', word: texts.already, detail: whose(one) }, one.code);
      else {
        await enqueue(command as Command, payload, { foreseen });
        sayHere(one, { kind: 'waiting', word: texts.kept, detail: whose(one) }, one.barCode ?? one.code);
      }
      return null;
    } catch (error) {
      if (!(error instanceof OutboxError)) throw error;
      const problems = problemsOf(error);
      return refuse(one, { code: '', text: problems.map((problem) => problemText(problem, language)).join(' · '), problems });
    }
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
      const detail = isRepeat ? `${by} ${receiveTime}` : whose(one);
      sayHere(one, { kind: isRepeat ? 'repeat' : 'ok', word: isRepeat ? texts.already : texts.received, detail }, sampleCode);
      return null;
    } catch (error) {
      if (isTransportError(error)) return keep(one, payload);
      return refuse(one, { code: '', text: sentence(error), problems: [] });
    }
  };
  /** The same of the list that this desk keeps. Throws Error where it keeps none. */
  const findKept = async (code: string) => {
    const rows = await keptLines(partner, normalCode(code));
    if (!rows) throw new Error(label(texts.noList));
    const [line = null, second] = rows;
    if (!line || second) return { line: null, count: rows.length, boundCode: null, sampleClassIds: [] };
    return { line, count: 1, boundCode: line.boundCode, sampleClassIds: line.sampleClassIds };
  };
  const find = async (code: string): Promise<void> => {
    const { line, count, boundCode, sampleClassIds } = await ask('GET sample/partner/line', { query: { partner, code }, quiet: true }).catch(
      (error: unknown) => {
        if (isTransportError(error)) return findKept(code);
        throw error;
      },
    );
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
          say(code, { kind: 'refused', word: texts.refused, detail: error instanceof CallError ? sentence(error) : errorText(error, label) }),
        );
    },
    leave: () => {
      hold(null);
      setShown({ kind: 'idle', word: texts.idle, detail: '', code: '' });
    },
    correct: async (said) => (current.current ? receive(current.current, said) : null),
  };
}
