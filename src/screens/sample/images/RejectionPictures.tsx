import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import { useRequisitionPages, type RequisitionPage } from '#src/console/desk/useRequisitionPages.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { discardOperation } from '#src/offline/act/tray.ts';
import { notify } from '#src/ui/notify.tsx';
import { PageTiles } from './PageTiles.tsx';
import { Paper } from './PaperPane.tsx';

/** What was photographed when a requisition was rejected, on the server or still on this desk. */
export function RejectionPictures({ requisitionCode }: { readonly requisitionCode: string }) {
  const { label } = useText();
  const { pages } = useRequisitionPages(requisitionCode);
  const [viewed, setViewed] = useState<number | null>(null);
  const own = pages.filter((page) => page.imageKind === imageKind.rejection);
  if (own.length === 0) return null;
  const drop = async ({ operation }: RequisitionPage): Promise<void> => {
    if (!operation) return;
    try {
      await discardOperation(operation.opId, label(['拍照后撤销', 'Taken back after the photograph']));
    } catch (failed) {
      notify.error(errorText(failed, label));
    }
  };
  return (
    <chakra.section
      aria-label={label(['拒收照片', 'Photographs of the rejection'])}
      display="flex"
      flexDirection="column"
      gap={2}
      data-rejection-pictures
    >
      <PageTiles pages={own} onOpen={setViewed} onDrop={(page) => void drop(page)} />
      {viewed === null ? null : (
        <chakra.div display="flex" flexDirection="column" h="420px">
          <Paper key={viewed} requisitionCode={requisitionCode} pages={own} start={viewed} onClose={() => setViewed(null)} />
        </chakra.div>
      )}
    </chakra.section>
  );
}
