import { Download, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { isPdf } from '#domain/kernel/imageKind.ts';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { type RequisitionPage, useRequisitionPages } from '#src/console/desk/useRequisitionPages.ts';
import { readPage, usePageImage } from '#src/console/desk/usePageImage.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { ImageViewer } from '#src/ui/image/ImageViewer.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useRemembered } from '#src/ui/remembered.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { ArrivalWord } from './ArrivalWord.tsx';
import { saveFile } from './saveFile.ts';

export interface PaperPaneState {
  readonly requisitionCode: string;
  readonly pages: readonly RequisitionPage[];
  /** It stands beside the form now: there is something to see, and it was not folded away. */
  readonly isShown: boolean;
  /** There is something to see, folded away. */
  readonly isFolded: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** The paper of a requisition beside its form: opens by itself where there are pictures, takes no room where there are none. */
export function usePaperPane(requisitionCode: string | null): PaperPaneState {
  const { can } = useSession();
  const [isOpen, setOpen] = useRemembered('paper-beside-form', true);
  const code = can('requisitionImage_view') ? (requisitionCode ?? '') : '';
  const { pages, isLoading } = useRequisitionPages(code, code !== '');
  // From one requisition with pictures to the next nothing jumps while they are asked for.
  const [hadPages, setHadPages] = useState(false);
  if (code !== '' && !isLoading && hadPages !== pages.length > 0) setHadPages(pages.length > 0);
  const hasRoom = pages.length > 0 || (isLoading && hadPages);
  return { requisitionCode: code, pages, isShown: code !== '' && hasRoom && isOpen, isFolded: pages.length > 0 && !isOpen, setOpen };
}

/** Brings the folded paper back. */
export function OpenPaperButton({ paper }: { readonly paper: PaperPaneState }) {
  const { label } = useText();
  if (!paper.isFolded) return null;
  return (
    <Button size="sm" variant="ghost" icon={PanelRightOpen} onClick={() => paper.setOpen(true)}>
      {label(['申请单图片 {count}', 'Paper {count}'], { count: paper.pages.length })}
    </Button>
  );
}

/** The pictures of a requisition's paper beside what is typed from it. */
export function PaperPane({ paper: { requisitionCode, pages, setOpen } }: { readonly paper: PaperPaneState }) {
  const close = (): void => setOpen(false);
  if (pages.length > 0) return <Paper key={requisitionCode} requisitionCode={requisitionCode} pages={pages} isBesideForm onClose={close} />;
  return <StateView state="loading" />;
}

export interface PaperProps {
  readonly requisitionCode: string;
  readonly pages: readonly RequisitionPage[];
  /** Which page is seen first, from 1. */
  readonly start?: number;
  readonly isBesideForm?: boolean;
  readonly onClose?: () => void;
  readonly onPage?: (page: RequisitionPage) => void;
}

/** Pages of a requisition in the viewer, with what each shows and whether the server has it. */
export function Paper({ requisitionCode, pages, start = 1, isBesideForm = false, onClose, onPage }: PaperProps) {
  const { label } = useText();
  const { user } = useSession();
  const [at, setAt] = useState(start);
  const number = Math.min(at, pages.length);
  const page = pages[number - 1];
  const { src, failure, retry } = usePageImage(page);
  if (!page) return null;
  const kind = label(imageKind.labelOf(page.imageKind) ?? ['', '']);
  return (
    <ImageViewer
      src={src}
      failure={failure}
      onRetry={retry}
      label={label(['{code} {kind} 第 {page} 页', '{code} {kind}, page {page}'], { code: requisitionCode, kind, page: number })}
      page={number}
      pages={pages.length}
      onPage={(next) => {
        setAt(next);
        const turned = pages[next - 1];
        if (turned) onPage?.(turned);
      }}
      isBesideForm={isBesideForm}
      mark={user?.name ?? ''}
    >
      <Tag tone="neutral">{kind}</Tag>
      {isPdf(page.mime) ? (
        <Button
          size="sm"
          variant="ghost"
          icon={Download}
          title={label(['显示第一页; 点击下载原文件', 'The first page is shown; this downloads the file'])}
          onClick={() =>
            void readPage(page).then(
              (file) => saveFile(file, `${requisitionCode}-${page.pageNo}.pdf`),
              (error: unknown) => notify.error(errorText(error, label)),
            )
          }
        >
          PDF
        </Button>
      ) : null}
      {page.operation ? <ArrivalWord operation={page.operation} /> : null}
      {onClose ? <IconButton size="sm" icon={PanelRightClose} label={label(['收起图片', 'Fold the paper away'])} onClick={onClose} /> : null}
    </ImageViewer>
  );
}
