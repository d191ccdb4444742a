import { RotateCcw } from 'lucide-react';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import type { RedoStep } from './RedoAct.tsx';
import { redoActs, type RedoableRow } from './redoChoices.ts';

/** From which step a row's work begins anew. */
export function RedoMenu<Row extends RedoableRow>({ row, onChoose }: { readonly row: Row; readonly onChoose: (row: Row, step: RedoStep) => void }) {
  const { label } = useText();
  const { user } = useSession();
  return (
    <MenuButton
      label={['重做', 'Do again']}
      trigger={<Button icon={RotateCcw}>{label(['重做', 'Do again'])}</Button>}
      acts={redoActs<Row>(user, onChoose).map(({ mayAct, onAct, ...act }) => ({ ...act, mayAct: mayAct(row), onAct: () => onAct(row) }))}
    />
  );
}
