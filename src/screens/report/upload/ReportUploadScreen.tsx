import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileUp, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { removeUpload, removeUploadRefusal, attachUpload } from '#domain/report/upload/uploadActs.ts';
import { reportUploads, uploadScreen, type UploadRow } from '#domain/report/upload/uploadRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { DropZone } from '#src/ui/DropZone.tsx';
import { DroppedFiles } from './DroppedFiles.tsx';
import { uploadCells } from './uploadCells.tsx';
import { UploadDrawer } from './UploadDrawer.tsx';
import { useUploads } from './useUploads.ts';

const screen = { route: uploadScreen, title: ['外部报告上传', 'Uploaded reports'] } as const;

/** 外部报告上传: PDFs of other houses, many at once; each is told what became of it. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: ['call', 'report'] }), [queries]);
  const { files, add, again, clear } = useUploads(renew);
  const mayRemove = can(removeUpload.permission);
  const acts = useMemo(
    () =>
      mayRemove
        ? [
            {
              key: 'remove',
              label: ['删除', 'Remove'] as const,
              icon: Trash2,
              isDanger: true,
              mayAct: (row: UploadRow) => allowedBy(removeUpload, removeUploadRefusal(row)),
              onAct: ({ uploadId }: UploadRow) => setRemoved(uploadId),
            },
          ]
        : [],
    [mayRemove],
  );
  const open = useCallback(({ uploadId }: UploadRow) => setOpened(uploadId), []);
  return (
    <>
      <ListingScreen
        list={reportUploads}
        screen={screen}
        cells={uploadCells}
        acts={acts}
        onOpen={open}
        emptyText={['还没有外部报告', 'No uploaded report yet']}
        above={() =>
          can(attachUpload.permission) ? (
            <chakra.div display="grid" gap={2}>
              <chakra.div display="flex" css={{ '& > div': { minHeight: '72px', padding: 3, flexDirection: 'row' } }}>
                <DropZone onDrop={add}>
                  <span>
                    {label([
                      '把 PDF 拖到这里, 可一次多个; 按文件名或正文中的样本条码对应',
                      'Drop PDFs here, many at once; the sample code in name or text says whose they are',
                    ])}
                  </span>
                  <Button size="sm" variant="primary" icon={FileUp} onClick={() => chooser.current?.click()}>
                    {label(['选择文件', 'Choose files'])}
                  </Button>
                  <input
                    ref={chooser}
                    type="file"
                    accept=".pdf,application/pdf"
                    multiple
                    hidden
                    aria-label={label(['PDF 文件', 'PDF files'])}
                    onChange={(event) => {
                      add(event.target.files ?? []);
                      event.target.value = '';
                    }}
                  />
                </DropZone>
              </chakra.div>
              {files.length > 0 ? <DroppedFiles files={files} onOpen={setOpened} onAgain={again} onClear={clear} /> : null}
            </chakra.div>
          ) : null
        }
      />
      {opened ? <UploadDrawer key={opened} uploadId={opened} mayRemove={mayRemove} onRemove={setRemoved} onClose={() => setOpened(null)} /> : null}
      {removed ? <ActDrawer command={removeUpload} rows={[{ uploadId: removed }]} onClose={() => setRemoved(null)} onDone={renew} /> : null}
    </>
  );
}
