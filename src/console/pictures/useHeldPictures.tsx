import { type ReactNode, useCallback, useState } from 'react';
import { uploadImage, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { useSession } from '../useSession.ts';
import { HeldPictures } from './HeldPictures.tsx';
import { useTakePages, type PageSource } from './useTakePages.ts';

/** Of one act at most. */
const mostPictures = 9;
const firstPage = (): number => 1;

/** Pictures that go with an act: what shows them, for whom may add some, and `take`, once the act itself is saved; who says "saved" waits for it. */
export function useHeldPictures(kind: ImageKind): { readonly shown: ReactNode; readonly take: (requisitionCode: string) => Promise<void> } {
  const { can } = useSession();
  const [pictures, setPictures] = useState<readonly PageSource[]>([]);
  const add = useCallback((more: readonly PageSource[]) => setPictures((before) => [...before, ...more]), []);
  const { take } = useTakePages(kind, firstPage);
  return {
    shown: can(uploadImage.permission) ? (
      <HeldPictures
        pictures={pictures}
        most={mostPictures}
        onAdd={add}
        onRemove={(at) => setPictures((before) => before.filter((_picture, index) => index !== at))}
      />
    ) : null,
    // After the act: a picture that cannot be kept is told by itself and undoes nothing.
    take: (requisitionCode) => take(requisitionCode, pictures),
  };
}
