import { chakra } from '@chakra-ui/react';
import { Camera, FolderOpen, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { canSeal } from '#src/offline/keys/deskKeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { useLatest } from '#src/ui/useLatest.ts';
import { CameraPanel } from './CameraPanel.tsx';
import { picturesOf } from './pictureFiles.ts';
import type { PageSource } from './useTakePages.ts';

const texts = {
  choose: ['添加照片', 'Add photographs'],
  camera: ['拍照', 'Camera'],
  hint: ['可选; 也可拖入或 Ctrl+V 粘贴, 随此操作一起上传', 'Optional; drop or paste them, too; they are sent with the act'],
  beyond: ['一次最多 {most} 张照片, 未添加 {count} 张', 'At most {most} photographs at once; {count} were not added'],
  unsupported: ['此地址不是 https,不能拍照上传', 'Pictures need https; this address is not'],
} as const satisfies Record<string, Label>;

/** What the camera shows now, as a file. */
async function snapshot(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}

export interface HeldPicturesProps {
  readonly pictures: readonly PageSource[];
  /** How many an act takes; what is beyond is told instead of vanishing. */
  readonly most: number;
  readonly onAdd: (more: readonly PageSource[]) => void;
  readonly onRemove: (at: number) => void;
  /** A key that opens the camera. */
  readonly cameraKey?: string;
}

/** Pictures that wait in the page for the act they belong to: chosen, dropped, pasted or shot. */
export function HeldPictures({ pictures, most, onAdd, onRemove, cameraKey }: HeldPicturesProps) {
  const { label } = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [isCameraOn, setCameraOn] = useState(false);
  const mayTake = canSeal();
  const add = useLatest((more: readonly PageSource[]): void => {
    const room = Math.max(0, most - pictures.length);
    if (more.length > room) notify.warn(texts.beyond, { params: { most, count: more.length - room } });
    if (room > 0 && more.length > 0) onAdd(more.slice(0, room));
  });
  useKeyDown((event) => {
    if (cameraKey === undefined || event.key !== cameraKey || !mayTake) return;
    event.preventDefault();
    setCameraOn(true);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (!mayTake || !files || files.length === 0) return;
      event.preventDefault();
      add.current(picturesOf(files).map(({ source }) => ({ source })));
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [mayTake, add]);
  return (
    <chakra.div
      role="group"
      aria-label={label(['照片', 'Photographs'])}
      display="flex"
      flexDirection="column"
      gap={2}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (mayTake) add.current(picturesOf(event.dataTransfer.files));
      }}
      data-held-pictures
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <Button size="sm" icon={FolderOpen} disabled={!mayTake} onClick={() => picker.current?.click()}>
          {label(texts.choose)}
        </Button>
        <Button
          size="sm"
          icon={Camera}
          {...(cameraKey ? { keyHint: cameraKey } : {})}
          disabled={!mayTake || isCameraOn}
          onClick={() => setCameraOn(true)}
        >
          {label(texts.camera)}
        </Button>
        <chakra.span textStyle="note" color="fg.muted">
          {label(mayTake ? texts.hint : texts.unsupported)}
        </chakra.span>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          data-held-files
          onChange={(event) => {
            add.current(picturesOf(event.currentTarget.files ?? []));
            event.currentTarget.value = '';
          }}
        />
      </chakra.div>
      {isCameraOn ? (
        <CameraPanel
          isBusy={false}
          onClose={() => setCameraOn(false)}
          onShoot={(video) => void snapshot(video).then((source) => source && add.current([{ source }]))}
        />
      ) : null}
      {pictures.length > 0 ? (
        <chakra.ol display="flex" flexWrap="wrap" gap={2}>
          {pictures.map(({ source, name }, at) => (
            <chakra.li key={at} position="relative" w="96px" textStyle="note" data-held>
              <Preview source={source} />
              <chakra.span display="block" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={name}>
                {name ?? label(['第 {number} 张', 'No. {number}'], { number: at + 1 })}
              </chakra.span>
              <chakra.span position="absolute" top={1} right={1} bg="bg.panel" borderRadius="md">
                <IconButton
                  size="sm"
                  icon={X}
                  label={label(['移除第 {number} 张', 'Remove no. {number}'], { number: at + 1 })}
                  onClick={() => onRemove(at)}
                />
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ol>
      ) : null}
    </chakra.div>
  );
}

function Preview({ source }: Pick<PageSource, 'source'>) {
  const src = useMemo(() => (source instanceof Blob ? URL.createObjectURL(source) : undefined), [source]);
  useEffect(() => () => (src ? URL.revokeObjectURL(src) : undefined), [src]);
  return <chakra.img src={src} alt="" w="96px" h="72px" objectFit="cover" borderRadius="sm" bg="bg.muted" />;
}
