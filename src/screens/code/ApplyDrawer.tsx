import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { applyLabCodes, applySampleCodes, type ApplyKind } from '#domain/code/codeApply.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import type { DescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { FateTags, RangeList } from './CodeFates.tsx';
import { usableRange } from '#src/resource/print/printJobApi.ts';

const commands = { sample: applySampleCodes, lab: applyLabCodes } as const;

interface ApplyDrawerProps {
  readonly kind: ApplyKind;
  readonly onClose: () => void;
  readonly onApplied: (printId: string) => void;
}

/** Asks for numbers; beside it stands what can still be given and what became of the earlier ones. */
export function ApplyDrawer({ kind, onClose, onApplied }: ApplyDrawerProps) {
  const { user } = useSession();
  const [row] = useState({});
  return (
    <ActDrawer
      command={commands[kind] as typeof applySampleCodes}
      rows={[row]}
      nameOf={() => ''}
      columns={2}
      values={{ codeType: codeType.sample, ...(kind === 'lab' && user?.laboratoryId ? { laboratoryId: user.laboratoryId } : {}) }}
      onClose={onClose}
      onDone={([done]) => done?.answer && onApplied(done.answer.printId)}
    >
      {(form) => <Holder kind={kind} form={form} />}
    </ActDrawer>
  );
}

function Holder({ kind, form }: { readonly kind: ApplyKind; readonly form: DescribedForm }) {
  const [holder, type] = useWatch({ control: form.methods.control, name: [kind === 'lab' ? 'laboratoryId' : 'clientId', 'codeType'] });
  return typeof holder === 'string' && holder !== '' ? <Usable kind={kind} holder={holder} type={kind === 'lab' ? null : Number(type)} /> : null;
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
