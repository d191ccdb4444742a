import { useEffect, useState } from 'react';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { pagesOfPdf } from '#src/offline/blobs/pdfPage.ts';

export interface ReportPages {
  /** Addresses of the pages' pictures. */
  readonly pages: readonly string[];
  /** SHA-256 of the bytes they were drawn from; null: not yet. */
  readonly sha256: string | null;
  readonly failure: string | null;
}
const none: ReportPages = { pages: [], sha256: null, failure: null };
const pageWidth = 1240;

/** A version's file as pictures: what is looked at is what lies in the store, byte for byte. `again` asks anew. */
export function useReportPages(versionId: string | null, again: number): ReportPages {
  const [shown, setShown] = useState<ReportPages & { readonly of: string | null }>({ ...none, of: null });
  useEffect(() => {
    if (versionId === null) return;
    let made: readonly string[] = [];
    let isGone = false;
    const make = async (): Promise<void> => {
      try {
        const file = await download(servicePath('report', 'report-audit/file'), { versionId }, 'report.pdf');
        const bytes = new Uint8Array(await file.blob.arrayBuffer());
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
        const pictures = await pagesOfPdf(bytes, pageWidth);
        if (isGone) return;
        made = pictures.map((picture) => URL.createObjectURL(picture));
        setShown({ of: versionId, pages: made, sha256, failure: null });
      } catch (error) {
        if (isGone) return;
        setShown({ ...none, of: versionId, failure: error instanceof CallError || error instanceof Error ? error.message : String(error) });
      }
    };
    void make();
    return () => {
      isGone = true;
      for (const page of made) URL.revokeObjectURL(page);
    };
  }, [versionId, again]);
  return shown.of === versionId ? shown : none;
}
