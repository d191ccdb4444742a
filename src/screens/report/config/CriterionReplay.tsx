import { chakra } from '@chakra-ui/react';
import type { ReplayedReport } from '#domain/report/configCalls.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

/** The last reports, as a criterion would have judged them: how many would have gone out, what kept the others, and which of the first were taken back later. */
export function CriterionReplay({ criterionId }: { readonly criterionId: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET report/release-criterion/replay', { criterionId });
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  const { reports } = data;
  if (reports.length === 0)
    return <StateView state="empty" text={['还没有已发布的报告可供回放', 'No report was issued yet that it could be held against']} />;
  const out = reports.filter(({ why }) => why === null);
  const back = out.filter(({ isWithdrawn }) => isWithdrawn);
  const byAuto = reports.filter(({ isAuto }) => isAuto).length;
  const reasons = new Map<string, number>();
  for (const { why } of reports) if (why) reasons.set(label(why), (reasons.get(label(why)) ?? 0) + 1);
  return (
    <chakra.section aria-label={label(['回放', 'Replay'])} data-replay display="grid" gap={2} textStyle="dense">
      <chakra.p>
        {label(
          [
            '最近 {total} 份已发布报告中: 按此标准 {out} 份会自动发布, {kept} 份会留给人审核 (实际自动发布 {auto} 份)',
            'Of the last {total} issued reports {out} would have gone out by it and {kept} would have awaited a person ({auto} did go out by themselves)',
          ],
          { total: reports.length, out: out.length, kept: reports.length - out.length, auto: byAuto },
        )}
      </chakra.p>
      {back.length > 0 ? (
        <StatusWord tone="danger">
          {label(['会自动发布的报告中有 {count} 份后来被撤回或更正', '{count} of those that would have gone out were withdrawn or corrected later'], {
            count: back.length,
          })}
        </StatusWord>
      ) : null}
      <Reports title={['后来被撤回或更正', 'Withdrawn or corrected later']} reports={back} />
      <chakra.ul display="grid" gap={0.5}>
        {[...reasons]
          .toSorted(([, one], [, other]) => other - one)
          .map(([reason, count]) => (
            <chakra.li key={reason} display="flex" gap={2}>
              <chakra.span w="48px" textAlign="end" fontVariantNumeric="tabular-nums">
                {count}
              </chakra.span>
              <span>{reason}</span>
            </chakra.li>
          ))}
      </chakra.ul>
    </chakra.section>
  );
}

function Reports({ title, reports }: { readonly title: readonly [string, string]; readonly reports: readonly ReplayedReport[] }) {
  const { label } = useText();
  return reports.length === 0 ? null : (
    <chakra.p>
      {label(title)}: <chakra.span textStyle="mono">{reports.map(({ reportNo }) => reportNo).join(', ')}</chakra.span>
    </chakra.p>
  );
}
