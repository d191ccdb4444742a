import { useCallback, useRef, useState } from 'react';
import { mostPages, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import { takeImage } from '#src/offline/act/takeImage.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { notify } from '#src/ui/notify.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { codeOfFileName } from './fileNames.ts';

export interface PageSource {
  readonly source: Blob | HTMLVideoElement;
  /** A file's name, which may be a requisition's code. */
  readonly name?: string;
}

/**
 * Takes pages one after another for the requisition that was scanned, or for the one a file is named after.
 * `nextPage`: the number the next page of a requisition gets.
 */
export function useTakePages(imageKind: ImageKind, nextPage: (requisitionCode: string) => number) {
  const [busyCount, setBusyCount] = useState(0);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  /** Pages taken by this page that the queue may not show yet. */
  const given = useRef(new Map<string, number>());

  const take = useCallback(
    (requisitionCode: string, sources: readonly PageSource[]): Promise<void> => {
      setBusyCount((count) => count + sources.length);
      const work = async (): Promise<void> => {
        for (const { source, name } of sources) {
          try {
            const named = name ? codeOfFileName(name) : null;
            const code = requisitionCode || (named?.requisitionCode ?? '');
            if (code === '') {
              playSound('refused');
              notify.warn(['请先扫描申请单条码: {name}', 'Scan a requisition first: {name}'], { params: { name: name ?? '' } });
              continue;
            }
            const pageNo = Math.min(
              mostPages,
              named && !requisitionCode && named.pageNo ? named.pageNo : Math.max(nextPage(code), (given.current.get(code) ?? 0) + 1),
            );
            await takeImage(source, { requisitionCode: code, pageNo, imageKind });
            given.current.set(code, Math.max(pageNo, given.current.get(code) ?? 0));
            playSound('ok');
          } catch (error) {
            playSound('refused');
            if (error instanceof ImageError || error instanceof OutboxError) notify.error(error.label, name ? { detail: name } : {});
            else throw error;
          } finally {
            setBusyCount((count) => count - 1);
          }
        }
      };
      const mine = line.current.then(work, work);
      line.current = mine;
      return mine;
    },
    [imageKind, nextPage],
  );
  return { take, busyCount };
}
