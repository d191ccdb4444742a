import { useEffect, useState } from 'react';
import { isPdf } from '#domain/kernel/imageKind.ts';
import { CallError, isTransportError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { keepImage, keptImage } from '#src/offline/store/imageCache.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import { partsOf } from '#src/offline/blobs/partStore.ts';
import { firstPageOf } from '#src/offline/blobs/pdfPage.ts';
import { openImage } from '#src/offline/blobs/sealedParts.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import type { Failure } from '#src/ui/StateView.tsx';
import { useText } from '../useText.ts';
import type { RequisitionPage } from './useRequisitionPages.ts';

/** The picture of a page: from this desk where it is still here, else from the server, kept sealed where it is small. Throws CallError. */
export async function readPage({
  sha256,
  size,
  mime,
  requisitionImageId,
}: Pick<RequisitionPage, 'sha256' | 'size' | 'mime' | 'requisitionImageId'>): Promise<Blob> {
  const keys = deskKeys();
  const rows = keys ? await partsOf(sha256) : [];
  if (keys && rows.length > 0) {
    const own = await openImage({ sha256, size, mime }, rows, keys).catch(() => null);
    if (own) return new Blob([own], { type: mime });
  }
  const kept = await keptImage(sha256);
  if (kept) return new Blob([kept], { type: mime });
  // Just sent, and the server's list is still on its way: then it comes with its id.
  if (!requisitionImageId) throw new CallError({ kind: 'network', status: 0, code: 0, message: '', requestId: '' });
  const { blob } = await download(servicePath('sample', 'requisition-image/download'), { requisitionImageId }, 'image');
  void blob.arrayBuffer().then((bytes) => keepImage(sha256, new Uint8Array(bytes)));
  return blob;
}

/** What is looked at: of a document its first page. */
const pictureOf = async (blob: Blob): Promise<Blob> => (isPdf(blob.type) ? firstPageOf(new Uint8Array(await blob.arrayBuffer())) : blob);

/** The address of a page's picture for an <img>; undefined while it is being fetched. */
export function usePageImage(page: RequisitionPage | undefined): {
  readonly src: string | undefined;
  readonly failure: Failure | null;
  readonly retry: () => void;
} {
  const { label } = useText();
  const [read, setRead] = useState<{ readonly name: string; readonly src?: string; readonly error?: unknown } | null>(null);
  const [asked, setAsked] = useState(0);
  const name = page ? `${page.sha256} ${page.requisitionImageId ?? ''} ${asked}` : '';
  useEffect(() => {
    if (!page) return undefined;
    let isGone = false;
    let src: string | undefined;
    readPage(page)
      .then(pictureOf)
      .then(
        (blob) => {
          if (isGone) return;
          src = URL.createObjectURL(blob);
          setRead({ name, src });
        },
        (error: unknown) => isGone || setRead({ name, error }),
      );
    return () => {
      isGone = true;
      if (src) URL.revokeObjectURL(src);
    };
    // The same picture under another object is the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name]);
  const own = read?.name === name ? read : null;
  const { error } = own ?? {};
  const failure = error
    ? {
        message: isTransportError(error)
          ? label(['图片未缓存,联网后可查看', 'The picture is not kept here; it can be seen with the network'])
          : error instanceof ImageError
            ? label(error.label)
            : (error as Error).message,
        requestId: error instanceof CallError ? error.requestId : null,
        isOffline: isTransportError(error),
      }
    : null;
  return { src: own?.src, failure, retry: () => setAsked((before) => before + 1) };
}
