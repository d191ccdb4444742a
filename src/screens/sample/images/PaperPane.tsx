import { chakra } from '@chakra-ui/react';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { CallError, isTransportError } from '#src/api/call.ts';
import { type RequisitionPage, useRequisitionPages } from '#src/console/desk/useRequisitionPages.ts';
import { usePageImage } from '#src/console/desk/usePageImage.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { ImageViewer } from '#src/ui/image/ImageViewer.tsx';
import { useRemembered } from '#src/ui/remembered.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { ArrivalWord } from './ArrivalWord.tsx';

/** Whether the paper stands beside the form, remembered per user; and the button that brings it back. */
export function usePaperPane() {
  const { can } = useSession();
  const [isOpen, setOpen] = useRemembered('paper-beside-form', true);
  const may = can('requisitionImage_view');
  return { isOpen: may && isOpen, mayOpen: may && !isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

export function OpenPaperButton({ onOpen }: { readonly onOpen: () => void }) {
  const { label } = useText();
  return (
    <Button size="sm" variant="ghost" icon={PanelRightOpen} onClick={onOpen}>
      {label(['申请单图片', 'Paper'])}
    </Button>
  );
}

/** The pictures of a requisition's paper beside what is typed from it. Opens by itself with the requisition. */
export function PaperPane({ requisitionCode, onClose }: { readonly requisitionCode: string; readonly onClose?: () => void }) {
  const { label } = useText();
  const { pages, isLoading, error, retry } = useRequisitionPages(requisitionCode);
  if (pages.length === 0) {
    return (
      <>
        <Head onClose={onClose} />
        {isLoading ? <StateView state="loading" /> : null}
        {error && !isLoading ? (
          <StateView
            state="failed"
            failure={{
              message: isTransportError(error)
                ? label(['离线: 本机没有此申请单的图片', 'Offline: no picture of this requisition is kept here'])
                : error.message,
              requestId: error instanceof CallError ? error.requestId : null,
              isOffline: isTransportError(error),
            }}
            onRetry={retry}
          />
        ) : null}
        {!error && !isLoading ? <StateView state="empty" text={['此申请单没有图片', 'No picture of this requisition']} /> : null}
      </>
    );
  }
  return <Paper key={requisitionCode} requisitionCode={requisitionCode} pages={pages} isBesideForm {...(onClose ? { onClose } : {})} />;
}

function Head({ onClose }: { readonly onClose?: (() => void) | undefined }) {
  const { label } = useText();
  return (
    <chakra.div display="flex" alignItems="center" minH="28px">
      <chakra.h2 textStyle="dense" color="fg.muted" flex={1}>
        {label(['申请单图片', 'Paper'])}
      </chakra.h2>
      {onClose ? <IconButton size="sm" icon={PanelRightClose} label={label(['收起图片', 'Fold the paper away'])} onClick={onClose} /> : null}
    </chakra.div>
  );
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
      {page.operation ? <ArrivalWord operation={page.operation} /> : null}
      {onClose ? <IconButton size="sm" icon={PanelRightClose} label={label(['收起图片', 'Fold the paper away'])} onClick={onClose} /> : null}
    </ImageViewer>
  );
}
