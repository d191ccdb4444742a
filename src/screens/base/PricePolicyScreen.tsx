import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { EditedRow } from '#domain/base/priceContracts.ts';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListTools } from '#src/resource/ListScreen.tsx';
import { refNameOf } from '#domain/kernel/wireNames.ts';
import { type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const free = <F extends Field>(field: F): F => ({ ...field, required: false });
const { billPrice, contractTimeBegin, contractTimeEnd, billErpCode } = pricePolicy.fields;
const fields = {
  billPrice: free(billPrice),
  contractTimeBegin: free(contractTimeBegin),
  contractTimeEnd: free(contractTimeEnd),
  billErpCode: free(billErpCode),
} as const;

const idOf = (row: WireRow): string => String(row['pricePolicyId']);
const nameOf = (row: WireRow): string =>
  [row[refNameOf('sendSampleClientId')], row[refNameOf('commodityId')], row['contractTimeBegin']].filter(Boolean).join(' · ');

/** Changes the same fields in many price policies at once; each row has its own answer. */
export function PriceBatchDrawer({
  rows,
  reload,
  onClose,
}: {
  readonly rows: readonly WireRow[];
  readonly reload: () => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  // The list drops its ticks once it is read anew: what was refused stays chosen here.
  const [chosen, setChosen] = useState(rows);
  const [refused, setRefused] = useState<readonly EditedRow[]>([]);
  const form = useDescribedForm({
    fields,
    judge: (values) =>
      Object.values(values).every((value) => value === null || value === undefined || value === '')
        ? [{ field: 'billPrice', code: 'required', params: { label: ['要修改的内容', 'what is to change'] } }]
        : [],
    onSave: async ({ billPrice: billPriceStr, ...values }) => {
      const given = Object.entries({ billPriceStr, ...values }).filter(([, value]) => value !== null && value !== undefined && value !== '');
      try {
        const body = { ids: chosen.map(idOf), ...Object.fromEntries(given) };
        const answers = await ask('POST bill/pricePolicy/editBatch', { body });
        const failed = answers.filter(({ success }) => !success);
        const failedIds = new Set(failed.map(({ id }) => id));
        if (failed.length < answers.length) notify.success(label(['已修改 {n} 条', '{n} changed'], { n: answers.length - failed.length }));
        reload();
        if (failed.length === 0) return onClose();
        setRefused(failed);
        setChosen(chosen.filter((row) => failedIds.has(idOf(row))));
        return [];
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.isTransport) notify.error(['连接不上服务器, 没有确认修改', 'The server cannot be reached; nothing was confirmed']);
        return error.problems ?? [];
      }
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['批量修改价格 · {n} 条', 'Edit {n} prices'], { n: chosen.length })}
      form={form}
      onClose={onClose}
      footer={
        <Button type="submit" variant="primary" isBusy={form.isSaving} data-enter-end="">
          {label(['修改', 'Change'])}
        </Button>
      }
    >
      <chakra.p textStyle="dense" color="fg.muted" mb={2}>
        {label(['只修改填写的项目, 留空的保持不变', 'Only what is filled in changes; what is empty stays'])}
      </chakra.p>
      <FormGrid form={form} columns={1} isFocused />
      {refused.length > 0 ? (
        <chakra.ul mt={3} display="flex" flexDirection="column" gap={2} listStyleType="none" aria-live="polite">
          {refused.map(({ id, msg }) => {
            const row = chosen.find((one) => idOf(one) === id);
            return (
              <li key={id}>
                <Verdict kind="refused" word={['未修改', 'Not changed']} detail={[row ? nameOf(row) : id, msg].join(': ')} />
              </li>
            );
          })}
        </chakra.ul>
      ) : null}
    </SideDrawer>
  );
}

function BatchTool({ ticked, reload }: ListTools) {
  const { label } = useText();
  const { can } = useSession();
  const [rows, setRows] = useState<readonly WireRow[] | null>(null);
  if (!can('pricePolicy_save')) return null;
  return (
    <>
      <Button size="sm" icon={Pencil} disabled={ticked.length === 0} onClick={() => setRows(ticked)}>
        {label(['批量修改', 'Edit chosen'])}
      </Button>
      {rows ? <PriceBatchDrawer rows={rows} reload={reload} onClose={() => setRows(null)} /> : null}
    </>
  );
}
const tools = (given: ListTools): React.JSX.Element => <BatchTool {...given} />;

/** 价格政策: what clients pay, singly or many at once. */
export function Screen() {
  return <ListScreen resource={pricePolicy} screen={pricePolicy.screens[0]} tools={tools} />;
}
