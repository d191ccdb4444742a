import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { imageMimeOf, imageMimes } from '#domain/kernel/imageKind.ts';
import { mostPicture } from '#domain/report/reportContent.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const name: Label = ['图片', 'Picture'];
const mostBytes = Math.floor(mostPicture / 4) * 3;

interface PictureSettingProps {
  /** Base64; '' for none. */
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (picture: string) => void;
}
/** The picture of a block: kept with the template itself, so that it prints the same for ever. What cannot be taken says why, and the one before stays. */
export function PictureSetting({ value, isDisabled, onChange }: PictureSettingProps) {
  const { label } = useText();
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<Label | null>(null);
  const choose = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const why: Label | null =
      imageMimeOf(bytes) === null
        ? ['只接收 JPEG、PNG、WebP 图片', 'Only JPEG, PNG and WebP pictures are taken']
        : bytes.length > mostBytes
          ? [`图片不能超过 ${mostBytes / 1000} KB`, `A picture has ${mostBytes / 1000} KB at most`]
          : null;
    setFault(why);
    if (why) return;
    setFile(chosen);
    onChange(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  return (
    <chakra.div display="grid" gap={0.5} minW={0}>
      {value === '' ? null : (
        <chakra.img src={`data:image/png;base64,${value}`} alt={label(name)} maxH="80px" maxW="full" objectFit="contain" justifySelf="start" />
      )}
      {isDisabled ? null : (
        <FileBox label={name} accept={imageMimes.join(',')} file={file} isInvalid={fault !== null} onChoose={(next) => void choose(next)} />
      )}
      {fault ? <StatusWord tone="danger">{label(fault)}</StatusWord> : null}
    </chakra.div>
  );
}
