import { isPdf } from '#domain/kernel/imageKind.ts';
import { notify } from '#src/ui/notify.tsx';
import type { PageSource } from './useTakePages.ts';

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const isPage = (file: File): boolean => isPicture(file) || isPdf(file.type);

/** Those among files that were chosen, dropped or pasted which are taken; of the others their names. */
export function partFiles(
  files: Iterable<File>,
  isTaken: (file: File) => boolean = isPicture,
): { readonly sources: readonly PageSource[]; readonly refused: readonly string[] } {
  const all = [...files];
  return {
    sources: all.filter(isTaken).map((file) => ({ source: file, name: file.name })),
    refused: all.filter((file) => !isTaken(file)).map(({ name }) => name),
  };
}

/** The pictures among files; what is none is told by name instead of vanishing. */
export function picturesOf(files: Iterable<File>): readonly PageSource[] {
  const { sources, refused } = partFiles(files);
  if (refused.length > 0)
    notify.warn(['不支持的文件, 未上传(只支持 JPG、PNG、WebP 图片): {names}', 'Not taken, for only pictures are (JPG, PNG, WebP): {names}'], {
      params: { names: refused.join(', ') },
    });
  return sources;
}

/** The same for a requisition's paper, which may be a PDF. */
export function pagesOf(files: Iterable<File>): readonly PageSource[] {
  const { sources, refused } = partFiles(files, isPage);
  if (refused.length > 0)
    notify.warn(
      ['不支持的文件, 未上传(只支持 JPG、PNG、WebP 图片和 PDF): {names}', 'Not taken, for only pictures (JPG, PNG, WebP) and PDF are: {names}'],
      { params: { names: refused.join(', ') } },
    );
  return sources;
}
