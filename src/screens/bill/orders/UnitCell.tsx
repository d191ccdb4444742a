import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { plainOrderActs } from '#domain/bill/orders/orderActs.ts';
import type { OrderListRow } from '#domain/bill/orders/orderRows.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useText } from '#src/console/useText.ts';
import { usePickerSources } from '#src/ui/picker.ts';
import { ResourcePicker } from '#src/ui/ResourcePicker.tsx';

export interface UnitCellProps {
  readonly order: OrderListRow;
  readonly command: typeof plainOrderActs.edit;
  readonly onDone: () => void;
}
const Press = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    maxW: 'full',
    cursor: 'pointer',
    textAlign: 'start',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > svg': { flexShrink: 0, color: 'fg.muted' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
  },
});

/** The billing unit of an order that may be changed: pressed, it is chosen where it stands and saved at once. One has to be chosen; Esc leaves it as it was. */
export function UnitCell({ order, command, onDone }: UnitCellProps) {
  const { label } = useText();
  const source = usePickerSources()('billUnit');
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState(order.billUnitId);
  const close = (): void => {
    setOpen(false);
    setProblem(null);
    setChosen(order.billUnitId);
  };
  const save = async (billUnitId: string | null): Promise<void> => {
    setChosen(billUnitId);
    if (billUnitId === null) return setProblem(label(['请选择结算单位', 'Select a billing unit']));
    if (isBusy) return undefined;
    if (billUnitId === order.billUnitId) return close();
    setBusy(true);
    const { orderId, version, remark } = order;
    try {
      await sendCommand(command, { orderId, version, billUnitId, remark }, newRequestId());
      setOpen(false);
      setProblem(null);
      onDone();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.isTransport ? label(['此操作需要网络', 'This needs the network']) : error.message);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  if (!isOpen || !source)
    return (
      <Press
        type="button"
        aria-label={label(['修改结算单位 {name}', 'Change the billing unit {name}'], { name: order.billName ?? '' })}
        data-unit={order.orderId}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <span>{order.billName ?? '—'}</span>
        <Pencil size={12} aria-hidden />
      </Press>
    );
  return (
    <chakra.div
      data-unit-editor={order.orderId}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event: KeyboardEvent) => {
        // The keys of the table are not meant.
        event.stopPropagation();
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter' && !event.defaultPrevented && chosen === null) setProblem(label(['请选择结算单位', 'Select a billing unit']));
      }}
      onBlur={(event: FocusEvent) => {
        if (event.currentTarget.contains(event.relatedTarget) || isBusy || problem !== null) return;
        close();
      }}
    >
      <ResourcePicker
        source={source}
        size="sm"
        autoFocus
        isRequired
        isInvalid={problem !== null}
        isDisabled={isBusy}
        ariaLabel={label(['结算单位', 'Billing unit'])}
        placeholder={label(['请选择', 'Select'])}
        value={chosen}
        onChange={(id) => void save(id)}
      />
      {problem ? (
        <chakra.div role="alert" textStyle="note" color="danger.text" whiteSpace="normal">
          {problem}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
