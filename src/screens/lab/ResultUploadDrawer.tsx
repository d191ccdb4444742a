import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { ref } from '#domain/kernel/fields.ts';
import { viewSheets } from '#domain/lab/batch/sheetRows.ts';
import { ask } from '#src/api/ask.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { notify } from '#src/ui/notify.tsx';
import { runSheetSource } from './runSheetSource.ts';

const fields = {
  panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true }),
  resultTemplateId: ref('结果模板', 'Result template', 'resultTemplate', { required: true }),
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory', {
    help: [
      '不选时取批次或项目组的检验所；文件只收该检验所的样本',
      'Else that of the batch or of the panel group; the file takes in its samples alone',
    ],
  }),
  ruleId: ref('实验批次', 'Batch', 'labBatch', {
    help: ['选择后核对孔位、缺失和多余的样本', 'With it wells are compared, and missing and surplus samples are told'],
  }),
};

export interface ResultUploadDrawerProps {
  readonly onClose: () => void;
  readonly onUploaded: (resultFileId: string) => void;
}

/** Brings a file of results in: it is kept as it is, and read behind the screen. */
export function ResultUploadDrawer({ onClose, onUploaded }: ResultUploadDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const maySeeSheets = can(viewSheets.code);
  const sheets = useMemo(() => runSheetSource(maySeeSheets), [maySeeSheets]);
  const [file, setFile] = useState<File | null>(null);
  // One key for one intention: a repeat after a lost answer uploads once.
  const intention = useRef({ sent: '', key: '' });
  return (
    <AskDrawer
      title={label(['上传结果文件', 'Upload a result file'])}
      fields={fields}
      consequence={[
        '文件先读取、逐行判定，不会直接写入结果；确认后才导入。',
        'The file is read and judged row by row first; nothing is taken in before you confirm.',
      ]}
      act={['上传', 'Upload']}
      icon={Upload}
      settings={{ ruleId: { source: sheets } }}
      onClose={onClose}
      onAct={async ({ panelGroupId, resultTemplateId, laboratoryId, ruleId }) => {
        if (!file) {
          notify.warn(['请选择文件', 'Choose a file']);
          return [];
        }
        const form = new FormData();
        form.append('panelGroupId', panelGroupId);
        form.append('resultTemplateId', resultTemplateId);
        if (laboratoryId) form.append('laboratoryId', laboratoryId);
        if (ruleId) form.append('ruleId', ruleId);
        form.append('file', file);
        const sent = JSON.stringify([panelGroupId, resultTemplateId, laboratoryId, ruleId, file.name, file.size, file.lastModified]);
        if (intention.current.sent !== sent) intention.current = { sent, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
        const { resultFileId } = await ask('POST lab/result-file/upload', {
          form,
          quiet: true,
          headers: { 'Idempotency-Key': intention.current.key },
        });
        onUploaded(resultFileId);
        return undefined;
      }}
    >
      <chakra.div mt={3}>
        <FileBox
          label={['结果文件 (xlsx、xls、csv、txt，不超过 20 MB)', 'File of results (xlsx, xls, csv, txt, at most 20 MB)']}
          accept=".xlsx,.xls,.csv,.txt,.tsv"
          file={file}
          onChoose={setFile}
        />
      </chakra.div>
    </AskDrawer>
  );
}
