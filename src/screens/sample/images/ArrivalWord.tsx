import { CloudUpload } from 'lucide-react';
import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { partCount } from '#domain/kernel/blobParts.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { useText } from '#src/console/useText.ts';
import { needsPerson, type OutboxOperation } from '#src/offline/store/operation.ts';
import { StatusWord, stateIcons, type Tone } from '#src/ui/Tag.tsx';

export interface Arrival {
  readonly state: 'waiting' | 'uploading' | 'there' | 'refused';
  readonly tone: Tone;
  readonly word: Label;
  /** 0 to 100 while it is under way. */
  readonly percent: number | null;
}

const texts = {
  waiting: ['待上传', 'Waiting'],
  uploading: ['上传 {percent}%', 'Sending {percent}%'],
  there: ['已上传', 'There'],
  refused: ['被拒绝', 'Refused'],
} as const satisfies Record<string, Label>;

/** The truth about a picture on its way. */
export function arrivalOf(operation: OutboxOperation): Arrival {
  const { state, blobs = [], blobsLeft = 0, partsLeft } = operation;
  if (state === 'acked') return { state: 'there', tone: 'success', word: texts.there, percent: null };
  if (needsPerson(operation)) return { state: 'refused', tone: 'danger', word: texts.refused, percent: null };
  const parts = blobs.reduce((sum, { size }) => sum + partCount(size), 0);
  // Before the first part nothing is under way; after the last its act still is.
  if (partsLeft === undefined) return { state: 'waiting', tone: 'info', word: texts.waiting, percent: null };
  const percent = blobsLeft === 0 ? 99 : Math.min(99, Math.round((100 * (parts - partsLeft)) / Math.max(1, parts)));
  return { state: 'uploading', tone: 'info', word: texts.uploading, percent };
}

export function ArrivalWord({ operation }: { readonly operation: OutboxOperation }) {
  const { label, language } = useText();
  const { state, tone, word, percent } = arrivalOf(operation);
  const { receipt } = operation;
  const why =
    receipt?.code && state === 'refused' ? refusalText(offlineCommandByName(operation.type), receipt.code, receipt.params ?? {}, language) : '';
  return (
    <span title={why} data-arrival={state}>
      <StatusWord tone={tone} icon={state === 'uploading' ? CloudUpload : state === 'waiting' ? stateIcons.waiting : undefined}>
        {label(word, { percent: percent ?? 0 })}
      </StatusWord>
    </span>
  );
}
