import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { SheetEditor } from './SheetEditor.tsx';

export interface OpenedSheetProps {
  readonly ruleId: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** One run sheet by its id, of whichever line. */
export function OpenedSheet({ ruleId, onChanged, onClose }: OpenedSheetProps) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET lab/lab-batch/detail', { ruleId });
  if (data && !failure) return <SheetEditor sheet={data} onChanged={onChanged} onClose={onClose} />;
  return (
    <SideDrawer size="lg" title={label(['上机表', 'Run sheet'])} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />}
    </SideDrawer>
  );
}
