import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { isPdf } from '#domain/kernel/imageKind.ts';
import type { CasePhoto } from '#domain/sample/reject/rejectRows.ts';
import { servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { useText } from '#src/console/useText.ts';

interface PhotographsProps {
  /** Where they are asked for. */
  readonly at: 'sample/reject-record/photo' | 'sample/abnormal-registration/photo';
  /** Of the rejection or the case. */
  readonly id: string;
  readonly photos: readonly CasePhoto[];
}

/** Photographs of a rejection or a case; each opens in full in a window of its own. */
export function Photographs({ at, id, photos }: PhotographsProps) {
  const { label } = useText();
  if (photos.length === 0) return null;
  return (
    <section>
      <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
        {label(['照片', 'Photographs'])}
      </chakra.h3>
      <chakra.ol listStyleType="none" display="flex" flexWrap="wrap" gap={2} data-photographs>
        {photos.map((photo) => (
          <chakra.li key={photo.photoId} textStyle="note" color="fg.muted">
            <Photograph at={at} query={{ id, photoId: photo.photoId }} />
            <div>{photo.createTime.slice(5, 16)}</div>
          </chakra.li>
        ))}
      </chakra.ol>
    </section>
  );
}

export interface PhotographProps {
  readonly at: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of paper that is no picture a link alone is drawn. */
  readonly mime?: string;
}

/** A photograph as the server hands it out; it opens in full in a window of its own. */
export function Photograph({ at, query, mime = '' }: PhotographProps) {
  const { label } = useText();
  const [src, setSrc] = useState<string | null | undefined>(undefined);
  const asked = new URLSearchParams(query).toString();
  useEffect(() => {
    let isGone = false;
    let made: string | null = null;
    const show = async (): Promise<void> => {
      const { blob } = await download(servicePath('sample', at.slice('sample/'.length)), Object.fromEntries(new URLSearchParams(asked)), 'photo');
      if (isGone) return;
      made = URL.createObjectURL(blob);
      setSrc(made);
    };
    show().catch(() => isGone || setSrc(null));
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [at, asked]);
  if (src === null) return <chakra.span color="danger.text">{label(['照片未能载入', 'The photograph did not load'])}</chakra.span>;
  return (
    <a href={src} target="_blank" rel="noreferrer">
      {isPdf(mime) ? (
        label(['PDF 文件', 'PDF file'])
      ) : (
        <chakra.img src={src} alt={label(['照片', 'Photograph'])} w="144px" h="108px" objectFit="cover" borderRadius="sm" bg="bg.muted" />
      )}
    </a>
  );
}
