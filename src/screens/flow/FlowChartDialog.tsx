import { Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { FlowView } from '#domain/flow/flowRows.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Diagram } from './Diagram.tsx';

export type FlowChartOf = { readonly processInstanceId: string } | { readonly processDefinitionId: string } | { readonly view: FlowView };

/** 流程图展示: a run's or a process's drawing in a dialog of 70% width (docs/contract.md#shell). */
export function FlowChartDialog({ of, onClose }: { readonly of: FlowChartOf; readonly onClose: () => void }) {
  const { label } = useText();
  const given = 'view' in of ? of.view : null;
  const asked = useCall<FlowView>('flow', 'process/model-view', 'view' in of ? {} : { ...of }, given === null);
  const view = given ?? asked.data;
  return (
    <Dialog.Root open onFocusOutside={(event) => event.preventDefault()} onOpenChange={({ open }) => open || onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content w="70%" maxW="70%" minW="min(640px, 96vw)">
            <Dialog.Header display="flex" alignItems="center" justifyContent="space-between">
              <Dialog.Title>{label(['流程图展示', 'Flow chart'])}</Dialog.Title>
              <IconButton icon={X} label={label(['关闭', 'Close'])} keyHint="Esc" onClick={onClose} />
            </Dialog.Header>
            <Dialog.Body h="60vh">
              {view ? (
                <Diagram view={view} />
              ) : asked.failure ? (
                <StateView state="failed" failure={asked.failure} onRetry={asked.retry} />
              ) : (
                <StateView state="loading" />
              )}
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
