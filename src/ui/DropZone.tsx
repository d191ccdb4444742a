import { chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';

const Frame = chakra('div', {
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

/** A place where files are dropped; what stands in it says which, and offers to choose them. */
export function DropZone({ onDrop, children }: { readonly onDrop: (files: FileList) => void; readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <Frame
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files);
      }}
    >
      {children}
    </Frame>
  );
}
