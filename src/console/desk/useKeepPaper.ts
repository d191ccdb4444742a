import { useEffect } from 'react';
import { isPdf } from '#domain/kernel/imageKind.ts';
import { keepPdfReader } from '#src/offline/blobs/pdfPage.ts';
import { isImageKept, smallImage } from '#src/offline/store/imageCache.ts';
import { canTakeImages } from '#src/offline/store/diskSpace.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { useSession } from '../useSession.ts';
import { askPages } from './useRequisitionPages.ts';
import { readPage } from './usePageImage.ts';

/** The next requisitions of a list: an hour's work for one person. */
const mostAhead = 20;
/** Behind whatever the screen itself fetches first. */
const settleMs = 3000;
/** A requisition is asked about so often at most: its pictures come once, as a rule. */
const askAgainMs = 10 * 60_000;
const askedAt = new Map<string, number>();

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
        // Another person's copies are their own.
        const name = `${deskKeys()?.userId} ${code}`;
        if (Date.now() - (askedAt.get(name) ?? 0) < askAgainMs) continue;
        const pages = await askPages(code);
        if (pages.some(({ mime }) => isPdf(mime))) await keepPdfReader();
        for (const page of pages) if (!isGone && page.size <= smallImage && !(await isImageKept(page.sha256))) await readPage(page);
        askedAt.set(name, Date.now());
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
