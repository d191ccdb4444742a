import { useEffect } from 'react';
import { isImageKept, smallImage } from '#src/offline/blobs/imageCache.ts';
import { canTakeImages } from '#src/offline/diskSpace.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { useSession } from '../useSession.ts';
import { askPages } from './useRequisitionPages.ts';
import { readPage } from './usePageImage.ts';

/** The next requisitions of a list: an hour's work for one person. */
const mostAhead = 20;
/** Behind whatever the screen itself fetches first. */
const settleMs = 3000;

/** Keeps small pictures of the next requisitions of a work list on this desk, sealed, so that they can be entered without network. */
export function useKeepPaper(rows: readonly { readonly requisitionCode: string }[]): void {
  const { can } = useSession();
  const may = can('requisitionImage_view');
  const codes = rows
    .slice(0, mostAhead)
    .map(({ requisitionCode }) => requisitionCode)
    .join();
  useEffect(() => {
    if (!may || codes === '') return undefined;
    let isGone = false;
    const keep = async (): Promise<void> => {
      // One after the other, and none where room is short: this is a convenience.
      for (const code of codes.split(',')) {
        if (isGone || !deskKeys() || !(await canTakeImages())) return;
        for (const page of await askPages(code)) if (!isGone && page.size <= smallImage && !(await isImageKept(page.sha256))) await readPage(page);
      }
    };
    // Without network nothing is fetched, and nothing need be said.
    const timer = setTimeout(() => void keep().catch(() => undefined), settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [codes, may]);
}
