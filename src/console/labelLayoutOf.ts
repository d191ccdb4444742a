import { plainLayout, readLayout, type LabelLayout } from '#domain/code/labelLayout.ts';
import { allMaster } from '#src/offline/master/masterData.ts';

/** The default label of a code type from this desk's own copy, a laboratory's own first; the plain one where none is set. Works offline. */
export async function labelLayoutOf(codeType: number, laboratoryId: string | null): Promise<LabelLayout> {
  const styles = (await allMaster('codeStyle')).filter(
    (style) =>
      Number(style['codeType']) === codeType &&
      Number(style['isDefault'] ?? 0) === 1 &&
      Number(style['isDisable'] ?? 0) === 0 &&
      ((style['laboratoryId'] ?? null) === null || String(style['laboratoryId']) === laboratoryId),
  );
  const best = styles.find((style) => (style['laboratoryId'] ?? null) !== null) ?? styles[0];
  return readLayout(best?.['layout']) ?? plainLayout;
}
