import { chakra } from '@chakra-ui/react';
import { FolderOpen } from 'lucide-react';
import { useId } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useSay } from '../language.ts';

const Box = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 2,
    maxW: 'full',
    pr: 2,
    borderRadius: 'md',
    textStyle: 'dense',
    '&:has(input:focus-visible)': { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
    '&:has(input[aria-invalid=true]) > [data-face]': { borderColor: 'danger.solid' },
    // Over all of it: a click chooses, a file may be dropped, and readers find a plain file field.
    '& > input': { position: 'absolute', inset: 0, w: 'full', h: 'full', opacity: 0, cursor: 'pointer' },
    '& > input:hover ~ [data-face]': { bg: 'bg.muted' },
  },
});
const Face = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    flexShrink: 0,
    h: 'control',
    px: 3,
    bg: 'bg.panel',
    color: 'fg',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    fontWeight: 'medium',
  },
});

export interface FileBoxProps {
  readonly label: Label;
  readonly accept: string;
  readonly file: File | null;
  readonly onChoose: (file: File | null) => void;
  readonly isInvalid?: boolean;
}

/** One file of this computer, in the language of the page: a browser's own control speaks the browser's. */
export function FileBox({ label, accept, file, onChoose, isInvalid = false }: FileBoxProps) {
  const say = useSay();
  const id = useId();
  return (
    <chakra.div display="flex" flexDirection="column" gap={1} alignItems="flex-start" minW={0}>
      <chakra.label htmlFor={id} textStyle="dense" color="fg.muted">
        {say(label)}
      </chakra.label>
      <Box>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-invalid={isInvalid || undefined}
          title={file?.name ?? say(['未选择文件', 'No file chosen'])}
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        />
        <Face data-face="" aria-hidden>
          <FolderOpen size={14} />
          {say(['选择文件', 'Choose a file'])}
        </Face>
        <chakra.span aria-hidden truncate color={file ? 'fg' : 'fg.muted'}>
          {file?.name ?? say(['未选择文件', 'No file chosen'])}
        </chakra.span>
      </Box>
    </chakra.div>
  );
}
