import { chakra } from '@chakra-ui/react';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

/** Tells whoever agrees to a withdrawal what of it is charged already and will be credited; nothing where nothing is, and where it cannot be told, that. */
export function BilledNotice({ reportId }: { readonly reportId: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET report/report-audit/billed', { reportId });
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data || data.documents.length === 0) return null;
  return (
    <chakra.ul role="alert" mt={3} display="grid" gap={1} listStyleType="none" textStyle="dense">
      {data.documents.map(({ no, isBill, amountYuan }) => (
        <li key={no}>
          <StatusWord tone="danger">
            {label(
              isBill
                ? ['已在账单{no},撤回将生成红字{amount}', 'It is in bill {no}: withdrawing it credits {amount}']
                : ['已在订单{no},撤回将生成红字{amount}', 'It is in order {no}: withdrawing it credits {amount}'],
              { no, amount: amountYuan },
            )}
          </StatusWord>
        </li>
      ))}
    </chakra.ul>
  );
}
