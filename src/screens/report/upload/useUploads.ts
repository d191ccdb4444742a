import { useCallback, useRef, useState } from 'react';
import type { UploadedFile } from '#domain/report/upload/uploadRows.ts';
import { largestUpload } from '#domain/report/upload/uploadRule.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';

/** A file that was dropped, and what became of it; null: not yet. */
export interface DroppedFile {
  readonly key: string;
  readonly file: File;
  /** What it is to be the report of, where neither name nor text said so. */
  readonly sampleCode: string;
  readonly isSending: boolean;
  readonly answer: UploadedFile | null;
}

/** Files on their way: one after another, each with an answer of its own; what failed goes again under the same key. */
export function useUploads(onTaken: () => void) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const change = useCallback((key: string, part: Partial<DroppedFile>) => {
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const send = useCallback(
    ({ key, file, sampleCode }: DroppedFile): void => {
      change(key, { isSending: true, answer: null, sampleCode });
      const own = async (): Promise<void> => {
        const answer = await sendOne(key, file, sampleCode);
        change(key, { isSending: false, answer });
        if (answer.outcome === 'used') onTaken();
      };
      turn.current = turn.current.then(own, own);
    },
    [change, onTaken],
  );
  const add = useCallback(
    (dropped: Iterable<File>): void => {
      const fresh = [...dropped].map((file): DroppedFile => ({ key: newRequestId(), file, sampleCode: '', isSending: true, answer: null }));
      setFiles((known) => [...fresh, ...known]);
      fresh.forEach(send);
    },
    [send],
  );
  const again = useCallback(
    (one: DroppedFile, sampleCode: string): void => {
      // Said anew it is another act; what merely failed is the same one.
      const next = { ...one, key: sampleCode === one.sampleCode && one.answer?.outcome === 'failed' ? one.key : newRequestId(), sampleCode };
      setFiles((known) => known.map((other) => (other.key === one.key ? next : other)));
      send(next);
    },
    [send],
  );
  const clear = useCallback(() => setFiles((known) => known.filter(({ isSending, answer }) => isSending || answer?.outcome !== 'used')), []);
  return { files, add, again, clear };
}

const told = (fileName: string, outcome: 'refused' | 'failed', message: readonly [string, string]): UploadedFile => ({
  fileName,
  outcome,
  code: null,
  message: [message[0], message[1]],
  sampleCode: null,
  uploadId: null,
  reportNo: null,
  warnings: [],
});

async function sendOne(key: string, file: File, sampleCode: string): Promise<UploadedFile> {
  if (file.size > largestUpload) return told(file.name, 'refused', ['文件超过 20 MB', 'It is larger than 20 MB']);
  const form = new FormData();
  if (sampleCode) form.append('sampleCode', sampleCode);
  form.append('file[]', file);
  try {
    const { rows } = await ask('POST report/report-upload/upload', { form, quiet: true, headers: { 'Idempotency-Key': key } });
    return rows[0] ?? told(file.name, 'failed', ['服务器没有答复此文件', 'The server said nothing of this file']);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return told(file.name, 'failed', [text, text]);
  }
}
