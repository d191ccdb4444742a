import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { usePageImage } from '#src/console/desk/usePageImage.ts';
import type { RequisitionPage } from '#src/console/desk/useRequisitionPages.ts';
import { useText } from '#src/console/useText.ts';
import { thumbOf } from '#src/offline/blobs/partStore.ts';
import { openThumb } from '#src/offline/blobs/sealedParts.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { isChangeable } from '#src/offline/store/operation.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ArrivalWord } from './ArrivalWord.tsx';

const Tile = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    w: '124px',
    p: 1,
    border: 'hairline',
    borderRadius: 'md',
    textStyle: 'note',
    '& > button:first-of-type': { w: 'full', h: '132px', cursor: 'zoom-in', borderRadius: 'sm', overflow: 'hidden', bg: 'bg.muted' },
    '& img': { w: 'full', h: 'full', objectFit: 'cover', objectPosition: 'top' },
  },
});

export interface PageTilesProps {
  readonly pages: readonly RequisitionPage[];
  /** Opens a page, from 1. */
  readonly onOpen: (number: number) => void;
  readonly onDrop: (page: RequisitionPage) => void;
}

/** The pages of one requisition, small, each with the truth about it. */
export function PageTiles({ pages, onOpen, onDrop }: PageTilesProps) {
  const { label } = useText();
  return (
    <chakra.ol display="flex" flexWrap="wrap" gap={2} data-page-tiles>
      {pages.map((page, at) => (
        <Tile key={page.sha256}>
          <button type="button" aria-label={label(['查看第 {page} 页', 'Look at page {page}'], { page: page.pageNo })} onClick={() => onOpen(at + 1)}>
            {page.operation ? <OwnThumb sha256={page.sha256} /> : <Fetched page={page} />}
          </button>
          <chakra.span display="flex" justifyContent="space-between" gap={1}>
            <span>
              {label(['第 {page} 页', 'Page {page}'], { page: page.pageNo })} {label(imageKind.labelOf(page.imageKind) ?? ['', ''])}
            </span>
          </chakra.span>
          {page.operation ? <ArrivalWord operation={page.operation} /> : <StatusWord tone="success">{label(['已上传', 'There'])}</StatusWord>}
          {page.operation && isChangeable(page.operation) ? (
            <chakra.span position="absolute" top={1} right={1} bg="bg.panel" borderRadius="md">
              <IconButton size="sm" icon={X} label={label(['撤销此页', 'Take this page back'])} onClick={() => onDrop(page)} />
            </chakra.span>
          ) : null}
        </Tile>
      ))}
    </chakra.ol>
  );
}

function OwnThumb({ sha256 }: { readonly sha256: string }) {
  const row = useLiveQuery(() => thumbOf(sha256), [sha256]);
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const keys = deskKeys();
    if (row && keys)
      void openThumb(row, keys).then(
        (made) => isGone || setSrc(made),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [row]);
  return src ? <img src={src} alt="" /> : null;
}

function Fetched({ page }: { readonly page: RequisitionPage }) {
  const { src } = usePageImage(page);
  return src ? <img src={src} alt="" /> : null;
}
