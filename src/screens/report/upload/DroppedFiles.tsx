import { chakra } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { DroppedFile } from './useUploads.ts';

interface DroppedFilesProps {
  readonly files: readonly DroppedFile[];
  readonly onOpen: (uploadId: string) => void;
  readonly onAgain: (file: DroppedFile, sampleCode: string) => void;
  readonly onClear: () => void;
}
/** What became of each file: why not, whose report it is, and what asks for a look. */
export function DroppedFiles({ files, onOpen, onAgain, onClear }: DroppedFilesProps) {
  const { label } = useText();
  const done = files.filter(({ isSending }) => !isSending);
  const used = done.filter(({ answer }) => answer?.outcome === 'used').length;
  return (
    <chakra.section aria-label={label(['本次上传', 'This upload'])} border="hairline" borderRadius="sm" bg="bg.panel" textStyle="dense">
      <chakra.div display="flex" gap={3} alignItems="center" px={2} py={1} borderBottom="hairline">
        <chakra.span role="status" flex={1}>
          {label(['已处理 {done}/{total}, {used} 份待审核, {left} 份未通过', '{done} of {total} are done: {used} to be audited, {left} not taken'], {
            done: done.length,
            total: files.length,
            used,
            left: done.length - used,
          })}
        </chakra.span>
        <Button size="sm" disabled={used === 0} onClick={onClear}>
          {label(['清除已通过', 'Clear those taken'])}
        </Button>
      </chakra.div>
      <chakra.ul maxH="220px" overflow="auto">
        {files.map((file) => (
          <Line key={file.key} file={file} onOpen={onOpen} onAgain={onAgain} />
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

function Line({ file, onOpen, onAgain }: { readonly file: DroppedFile } & Pick<DroppedFilesProps, 'onOpen' | 'onAgain'>) {
  const { label } = useText();
  const [code, setCode] = useState(file.sampleCode);
  const { answer } = file;
  const tone = answer === null ? 'neutral' : answer.outcome === 'used' ? (answer.warnings.length > 0 ? 'warning' : 'success') : 'danger';
  const text =
    answer === null
      ? label(['上传中…', 'Uploading…'])
      : answer.outcome === 'used'
        ? label(['样本 {code}, 报告 {no} 待审核', 'Sample {code}, report {no} is to be audited'], {
            code: answer.sampleCode ?? '',
            no: answer.reportNo ?? '',
          })
        : label(answer.message ?? ['未处理', 'Not done']);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="minmax(140px, 1fr) minmax(0, 2fr) auto"
      gap={3}
      alignItems="center"
      px={2}
      py={1}
      borderTop="hairline"
    >
      <chakra.span truncate title={file.file.name}>
        {file.file.name}
      </chakra.span>
      <chakra.div display="grid" gap={0.5} minW={0}>
        <StatusWord tone={tone}>{text}</StatusWord>
        {answer?.warnings.map((warning) => (
          <chakra.span key={warning[0]} color="warning.text">
            {label(warning)}
          </chakra.span>
        ))}
      </chakra.div>
      {answer?.uploadId ? (
        <Button size="sm" onClick={() => answer.uploadId && onOpen(answer.uploadId)}>
          {label(['查看', 'View'])}
        </Button>
      ) : answer ? (
        <chakra.form
          display="flex"
          gap={1}
          alignItems="center"
          onSubmit={(event) => {
            event.preventDefault();
            onAgain(file, code.trim());
          }}
        >
          <chakra.input
            aria-label={label(['样本条码: {name}', 'Sample code: {name}'], { name: file.file.name })}
            placeholder={label(['样本条码', 'Sample code'])}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            h="control"
            w="150px"
            px={2}
            fontFamily="mono"
            bg="bg.panel"
            border="1px solid"
            borderColor="border.input"
            borderRadius="md"
          />
          <Button size="sm" type="submit" icon={RotateCw}>
            {label(['重试', 'Again'])}
          </Button>
        </chakra.form>
      ) : (
        <span />
      )}
    </chakra.li>
  );
}
