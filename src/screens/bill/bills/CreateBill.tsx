import { createBill } from '#domain/bill/bills/billCreate.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';

/** What is billed: orders with all of theirs, or lines. */
export type Billed = { readonly orderIds: readonly string[] } | { readonly lineIds: readonly string[] };

/** 生成账单: asks for its name, and tells which bill was made and what did not come into it. */
export function CreateBill({ billed, onClose, onDone }: { readonly billed: Billed; readonly onClose: () => void; readonly onDone: () => void }) {
  const { label } = useText();
  const named = (): string =>
    'orderIds' in billed
      ? label(['{count} 个订单', '{count} orders'], { count: billed.orderIds.length })
      : label(['{count} 个样本', '{count} samples'], { count: billed.lineIds.length });
  const row = 'orderIds' in billed ? { orderIds: [...billed.orderIds] } : { lineIds: [...billed.lineIds] };
  return (
    <ActDrawer
      command={createBill}
      rows={[row]}
      nameOf={named}
      onClose={onClose}
      onDone={(done) => {
        onDone();
        for (const { answer } of done) {
          if (!answer) continue;
          for (const { billNo, totalQty, totalAmountStr } of answer.bills)
            notify.success(
              label(['已生成账单 {no}: {qty} 个样本, {sum}', 'Made bill {no}: {qty} samples, {sum}'], {
                no: billNo,
                qty: totalQty,
                sum: totalAmountStr,
              }),
            );
          const left = answer.rows.filter(({ success }) => !success);
          if (left.length > 0)
            notify.warn(
              label(['{count} 个未入账单: {why}', '{count} are not in it: {why}'], {
                count: left.length,
                why: left
                  .slice(0, 5)
                  .map(({ text }) => (text ? label(text) : ''))
                  .join('; '),
              }),
            );
        }
      }}
    />
  );
}
