import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { resultFileList, type ResultFileRow } from '#domain/lab/resultFile.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { ResultFileDrawer } from './ResultFileDrawer.tsx';
import { ResultUploadDrawer } from './ResultUploadDrawer.tsx';
import { GateTag, JobTag } from './ResultFileTags.tsx';

const cells: Cells<ResultFileRow> = {
  readState: { cell: ({ readState, readResult }) => <JobTag state={readState} result={readResult} /> },
  importState: { cell: ({ importState, importResult }) => <JobTag state={importState} result={importResult} /> },
  gate: { cell: ({ gate: found, releaseUserName }) => (found === null ? null : <GateTag gate={found} isReleased={releaseUserName !== null} />) },
  errorCount: { cell: ({ errorCount }) => (errorCount > 0 ? <Tag tone="danger">{errorCount}</Tag> : errorCount) },
};
const screen = { route: '/lab/resultImport', title: ['结果导入', 'Result import'] } as const;

/** 结果导入: files of instruments, read and judged first, then taken in row by row. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isUploading, setUploading] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const renew = (): void => void queries.invalidateQueries();
  return (
    <>
      <ListingScreen
        list={resultFileList}
        screen={screen}
        cells={cells}
        onOpen={({ resultFileId }) => setOpened(resultFileId)}
        emptyText={['还没有结果文件，请上传', 'No result file yet: upload one']}
        tools={() =>
          can('resultFile_upload') ? (
            <Button size="sm" variant="primary" icon={Upload} onClick={() => setUploading(true)}>
              {label(['上传文件', 'Upload a file'])}
            </Button>
          ) : null
        }
      />
      {isUploading ? (
        <ResultUploadDrawer
          onClose={() => setUploading(false)}
          onUploaded={(id) => {
            renew();
            setOpened(id);
          }}
        />
      ) : null}
      {opened === null ? null : (
        <ResultFileDrawer
          key={opened}
          resultFileId={opened}
          onClose={() => {
            setOpened(null);
            renew();
          }}
        />
      )}
    </>
  );
}
