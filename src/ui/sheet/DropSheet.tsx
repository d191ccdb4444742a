import { chakra } from '@chakra-ui/react';
import { CircleAlert, Download, FileSpreadsheet, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Button } from '../Button.tsx';
import { DropZone } from '../DropZone.tsx';
import { useSay } from '../language.ts';
import { notify } from '../notify.tsx';

/** Files the picker offers; what a file is, its bytes tell. */
const acceptedFiles = '.xlsx,.xls,.csv,.txt';
const several: Label = ['一次导入一个文件', 'One file at a time'];

export interface DropSheetProps {
  readonly prompt: Label;
  readonly note: Label;
  /** What was wrong with the last file. */
  readonly problem: { readonly fileName: string; readonly text: Label } | null;
  readonly onFile: (file: File) => void;
  readonly onTemplate: () => void;
}

/** The first stage of an import: a file is chosen or dropped. What it is, its bytes tell. */
export function DropSheet({ prompt, note, problem, onFile, onTemplate }: DropSheetProps) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    if ((files?.length ?? 0) > 1) notify.warn(several);
    onFile(file);
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
            {say([':', ': '])}
            {say(problem.text)}
          </span>
        </chakra.div>
      ) : null}
      <DropZone onDrop={take}>
        <FileSpreadsheet size={32} aria-hidden />
        <div>{say(prompt)}</div>
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
            {say(['选择文件', 'Choose a file'])}
          </Button>
          <Button icon={Download} onClick={onTemplate}>
            {say(['下载模板', 'Template'])}
          </Button>
        </chakra.div>
        <chakra.div textStyle="note">{say(note)}</chakra.div>
      </DropZone>
    </>
  );
}
