import { chakra } from '@chakra-ui/react';
import { CircleAlert, Download, FileSpreadsheet, FolderOpen } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { downloadFile } from './downloadFile.ts';
import { importDesk } from './importDesk.ts';
import { acceptedFiles } from './importTexts.ts';

const Drop = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 3,
    flex: 1,
    minH: '220px',
    p: 6,
    border: '1px dashed',
    borderColor: 'border.strong',
    borderRadius: 'md',
    color: 'fg.muted',
    textAlign: 'center',
    textStyle: 'dense',
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle', color: 'accent.text' },
  },
});
const several: Label = ['一次导入一个文件', 'One file at a time'];

/** The first stage: a file is chosen or dropped. What it is, its bytes tell. */
export function ChooseFile({ problem }: { readonly problem: { readonly fileName: string; readonly text: Label } | null }) {
  const { label, language } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    if ((files?.length ?? 0) > 1) notify.warn(several);
    void importDesk.open(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const template = async (): Promise<void> => {
    try {
      downloadFile(await importDesk.remote.template(language), label(['送检清单模板.xlsx', 'requisitions template.xlsx']));
    } catch {
      notify.error(['模板无法生成,请刷新页面后重试', 'The template could not be made: reload the page and try again']);
    }
  };
  return (
    <>
      {problem ? (
        <chakra.div
          role="alert"
          display="flex"
          gap={2}
          alignItems="flex-start"
          px={3}
          py={2}
          border="1px solid"
          borderColor="danger.border"
          bg="danger.subtle"
          color="danger.text"
          borderRadius="md"
          textStyle="dense"
          data-import-problem
        >
          <CircleAlert size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
          <span>
            <strong>{problem.fileName}</strong>
            {label([':', ': '])}
            {label(problem.text)}
          </span>
        </chakra.div>
      ) : null}
      <Drop
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet size={32} aria-hidden />
        <div>{label(['把送检清单拖到这里,或选择文件', 'Drop a list of requisitions here, or choose a file'])}</div>
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedFiles}
          data-import-file
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <chakra.div display="flex" gap={2}>
          <Button variant="primary" icon={FolderOpen} autoFocus onClick={() => input.current?.click()}>
            {label(['选择文件', 'Choose a file'])}
          </Button>
          <Button icon={Download} onClick={() => void template()}>
            {label(['下载模板', 'Template'])}
          </Button>
        </chakra.div>
        <chakra.div textStyle="note">
          {label([
            '支持 .xlsx、.xls、.csv(UTF-8 或 GB18030),最多 20 万行;断网时也可导入',
            '.xlsx, .xls, .csv (UTF-8 or GB18030), up to 200,000 rows; works without network',
          ])}
        </chakra.div>
      </Drop>
    </>
  );
}
