import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { imageExtension } from '#domain/kernel/imageKind.ts';
import { removeImage } from '#domain/sample/requisitionImage.ts';
import { requisitionImage } from '#domain/sample/requisitionImageList.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useRequisitionPages, type RequisitionPage } from '#src/console/desk/useRequisitionPages.ts';
import { readPage } from '#src/console/desk/usePageImage.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { resourceScreen } from '#src/resource/ResourceScreen.tsx';
import type { DrawerState } from '#src/resource/ResourceDrawer.tsx';
import { rowId, type WireRow } from '#src/resource/wireRow.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { saveFile } from './images/saveFile.ts';
import { Paper } from './images/PaperPane.tsx';

/** Kilobytes say more than bytes. */
const columns = (described: readonly TableColumn<WireRow>[]): readonly TableColumn<WireRow>[] =>
  described.map((column) =>
    column.key === 'imageSize'
      ? { ...column, width: 90, align: 'end', text: (row) => `${Math.ceil(Number(row['imageSize'] ?? 0) / 1024)} KB` }
      : column,
  );

/** Pictures of requisitions: found by code, kind, day and whether anybody received the requisition; looked at, removed with a reason. */
export const Screen = resourceScreen(requisitionImage, '/sample/requisition-image', {
  columns,
  drawer: ({ row }: DrawerState, close, reload) => (row ? <ImageDrawer row={row} onClose={close} onChanged={reload} /> : null),
});

function ImageDrawer({ row, onClose, onChanged }: { readonly row: WireRow; readonly onClose: () => void; readonly onChanged: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const requisitionCode = String(row['requisitionCode'] ?? '');
  const { pages, isLoading, error, retry } = useRequisitionPages(requisitionCode);
  const start = Math.max(
    0,
    pages.findIndex(({ requisitionImageId }) => requisitionImageId === rowId(requisitionImage, row)),
  );
  const [turned, setTurned] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const shown: RequisitionPage | undefined = pages.find(({ sha256 }) => sha256 === turned) ?? pages[start];
  const save = async (): Promise<void> => {
    if (!shown) return;
    try {
      saveFile(await readPage(shown), `${requisitionCode}-${shown.pageNo}.${imageExtension(shown.mime)}`);
    } catch (failed) {
      notify.error(errorText(failed, label));
    }
  };
  if (isAsking && shown?.requisitionImageId)
    return (
      <ActDrawer
        command={removeImage}
        rows={[{ requisitionImageId: shown.requisitionImageId }]}
        nameOf={() => `${requisitionCode} · ${shown.pageNo}`}
        onClose={() => setAsking(false)}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['requisition-images', requisitionCode] });
          onChanged();
          onClose();
        }}
      />
    );
  return (
    <SideDrawer
      size="lg"
      onClose={onClose}
      title={
        <>
          {label(['申请单图片', 'Requisition images'])} <chakra.span textStyle="mono">{requisitionCode}</chakra.span>
        </>
      }
      footer={
        <>
          {can('requisitionImage_remove') && shown?.requisitionImageId ? (
            <Button icon={Trash2} onClick={() => setAsking(true)}>
              {label(['删除此页', 'Remove this page'])}
            </Button>
          ) : null}
          <Button icon={Download} disabled={!shown} onClick={() => void save()}>
            {label(['下载', 'Download'])}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" h="calc(100dvh - 140px)" minH="320px">
        {error && pages.length === 0 ? <StateView state="failed" failure={{ message: error.message }} onRetry={retry} /> : null}
        {isLoading ? <StateView state="loading" /> : null}
        {pages.length > 0 ? (
          <Paper key={pages.length} requisitionCode={requisitionCode} pages={pages} start={start + 1} onPage={({ sha256 }) => setTurned(sha256)} />
        ) : null}
      </chakra.div>
    </SideDrawer>
  );
}
