import { useEffect, useRef, useState } from 'react';
import type { ReportExample } from '#domain/report/inventedReports.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { pagesOfPdf } from '#src/offline/blobs/pdfPage.ts';

export interface Preview {
  /** Addresses of the pages' pictures; the last good ones stay while others are made. */
  readonly pages: readonly string[];
  readonly isMaking: boolean;
  /** Why the last one could not be made. */
  readonly failure: string | null;
}
export interface PreviewOf {
  readonly content: ReportContent;
  readonly paper: string;
  readonly example: ReportExample | null;
  /** '': an invented report. */
  readonly sampleCode: string;
}

interface Shown {
  /** What it was made of; null: nothing was made yet. */
  readonly of: PreviewOf | null;
  readonly pages: readonly string[];
  readonly failure: string | null;
}

/** So long after the last key the pages are made anew. */
const restMs = 800;
const pageWidth = 1240;

/** The pages of a template as they are drawn, a moment after it was last changed. */
export function usePreview({ content, paper, example, sampleCode }: PreviewOf): Preview {
  const [shown, setShown] = useState<Shown>({ of: null, pages: [], failure: null });
  const isFirst = useRef(true);
  useEffect(() => {
    const stop = new AbortController();
    const of: PreviewOf = { content, paper, example, sampleCode };
    const make = async (): Promise<void> => {
      try {
        const sent = { content, paper, ...(sampleCode === '' ? { example } : { sampleCode }) };
        const file = await download(servicePath('report', 'report-template/preview'), {}, 'preview.pdf', { body: sent, signal: stop.signal });
        const pictures = await pagesOfPdf(new Uint8Array(await file.blob.arrayBuffer()), pageWidth);
        if (stop.signal.aborted) return;
        setShown((before) => {
          for (const page of before.pages) URL.revokeObjectURL(page);
          return { of, pages: pictures.map((picture) => URL.createObjectURL(picture)), failure: null };
        });
      } catch (error) {
        if (stop.signal.aborted) return;
        const failure = error instanceof CallError || error instanceof Error ? error.message : String(error);
        setShown((before) => ({ ...before, of, failure }));
      }
    };
    const timer = setTimeout(() => void make(), isFirst.current ? 0 : restMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [content, paper, example, sampleCode]);
  useEffect(
    () => () =>
      setShown((before) => {
        for (const page of before.pages) URL.revokeObjectURL(page);
        return { ...before, pages: [] };
      }),
    [],
  );
  const { of } = shown;
  const isMade = of !== null && of.content === content && of.paper === paper && of.example === example && of.sampleCode === sampleCode;
  return { pages: shown.pages, failure: shown.failure, isMaking: !isMade };
}
