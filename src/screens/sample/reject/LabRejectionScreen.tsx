import { labRejections } from '#domain/sample/reject/rejectRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { rejectCells } from './rejectCells.tsx';
import { useRejectActs } from './useRejectActs.tsx';

/** Every rejection, whatever became of it. */
export function Screen() {
  const { acts, open, shown } = useRejectActs();
  return (
    <>
      <ListingScreen list={labRejections} cells={rejectCells} acts={acts} onOpen={open} emptyText={['没有拒收记录', 'No rejections']} />
      {shown}
    </>
  );
}
