import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { mostApplied, type ApplyKind } from '#domain/code/codeApply.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { choices } from '#domain/kernel/choices.ts';
import { choice, integer, longText, ref, type Fields } from '#domain/kernel/fields.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { FateTags, RangeList } from './CodeFates.tsx';
import { usableRange } from './printJobApi.ts';

const clientTypes = choices({ sample: [codeType.sample, '样本条码', 'Sample'], requisition: [codeType.requisition, '申请单条码', 'Requisition'] });
const quantity = integer('数量', 'Quantity', { required: true, min: 1, max: mostApplied });
const styleId = ref('标签样式', 'Label style', 'codeStyle', { help: ['空表示默认标签', 'Empty: the default label'] });
const remark = longText('备注', 'Remark', { max: 200 });
const fieldsOf: Readonly<Record<ApplyKind, Fields>> = {
  sample: {
    clientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true }),
    codeType: choice('条码类型', 'Code type', clientTypes, { required: true }),
    quantity,
    styleId,
    remark,
  },
  lab: { laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }), quantity, styleId, remark },
};

export interface Applied {
  readonly applyId: string;
  readonly printId: string;
}
interface ApplyDrawerProps {
  readonly kind: ApplyKind;
  readonly onClose: () => void;
  readonly onApplied: (applied: Applied) => void;
}

/** Asks for numbers; beside it stands what can still be given and what became of the earlier ones. */
export function ApplyDrawer({ kind, onClose, onApplied }: ApplyDrawerProps) {
  const { label } = useText();
  const form = useDescribedForm({
    fields: fieldsOf[kind],
    values: { codeType: codeType.sample },
    onSave: async (values) => {
      try {
        const applied = await call<Applied>('POST', servicePath('code', `${kind}-code-apply/apply`), { body: values });
        notify.success(['号码已申请', 'Numbers given']);
        onApplied(applied);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
        if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
        return error.problems ?? [];
      }
    },
  });
  const holder: unknown = form.methods.watch(kind === 'lab' ? 'laboratoryId' : 'clientId');
  const type: unknown = form.methods.watch('codeType');
  return (
    <SideDrawer
      title={label(kind === 'lab' ? ['申请实验室编号', 'Apply for lab codes'] : ['申请样本条码', 'Apply for sample codes'])}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['申请', 'Apply'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={2} isFocused />
      {typeof holder === 'string' && holder !== '' ? <Usable kind={kind} holder={holder} type={kind === 'lab' ? null : Number(type)} /> : null}
    </SideDrawer>
  );
}

function Usable({ kind, holder, type }: { readonly kind: ApplyKind; readonly holder: string; readonly type: number | null }) {
  const { label } = useText();
  const answer = useQuery({
    queryKey: ['usableCodeRange', kind, holder, type],
    queryFn: ({ signal }) => usableRange(kind, holder, type, signal),
    staleTime: 0,
  });
  if (answer.error) return <StateView state="failed" failure={failureOf(answer.error)} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView state="loading" />;
  const { usableCount, ranges, counts, gaps, gapCount } = answer.data;
  return (
    <chakra.section borderTop="hairline" pt={3} mt={3} display="grid" gap={2} aria-label={label(['可用号码范围', 'Usable codes'])}>
      <chakra.h2 textStyle="body" fontWeight="semibold">
        {label(['可用号码 {count} 个', '{count} codes can be given'], { count: usableCount })}
      </chakra.h2>
      {ranges.length === 0 ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['没有可用的号段: 请先在“号段管理”中添加', 'No segment to take numbers from: add one under Number segments'])}
        </chakra.p>
      ) : (
        <RangeList ranges={ranges} />
      )}
      <chakra.h2 textStyle="body" fontWeight="semibold">
        {label(['已申请 {count} 个', '{count} given before'], { count: counts.given })}
      </chakra.h2>
      <FateTags counts={counts} />
      {gapCount > 0 ? (
        <>
          <chakra.p textStyle="dense" color="danger.text">
            {label(['断号 {count} 个: 小于最后使用号,未使用也未作废', '{count} missing: below the last used one, neither used nor void'], {
              count: gapCount,
            })}
          </chakra.p>
          <RangeList ranges={gaps} isBad />
        </>
      ) : null}
    </chakra.section>
  );
}
