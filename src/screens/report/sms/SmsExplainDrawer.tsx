import { chakra } from '@chakra-ui/react';
import type { ExplainedSms, SmsRow } from '#domain/report/sms/smsRows.ts';
import { smsWhy } from '#domain/report/sms/smsState.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { SmsWord } from './smsCells.tsx';

/** 解释: which rule a message is sent by, and of each other one the first condition that fails. */
export function SmsExplainDrawer({ row, onClose }: { readonly row: SmsRow; readonly onClose: () => void }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET op/search-manual-sms/explain', { id: row.smsMessageId });
  const [explained] = data ?? [];
  return (
    <SideDrawer title={label(['解释 · {code}', 'Explained: {code}'], { code: row.sampleCode })} onClose={onClose}>
      <chakra.div display="grid" gap={4}>
        <chakra.div display="flex" flexWrap="wrap" gap={4} alignItems="center">
          <SmsWord state={row.state} />
          {row.why === null || row.why === smsWhy.noRule ? null : <chakra.span>{label(smsWhy.labelOf(row.why) ?? ['', ''])}</chakra.span>}
          {row.answer ? (
            <chakra.span color="fg.muted">{label(['平台应答: {answer}', 'The platform said: {answer}'], { answer: row.answer })}</chakra.span>
          ) : null}
        </chakra.div>
        {row.smsContent === '' ? null : (
          <chakra.p bg="bg.subtle" border="hairline" borderRadius="md" p={3} whiteSpace="pre-wrap" overflowWrap="anywhere">
            {row.smsContent}
          </chakra.p>
        )}
        {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
        {!data && !failure ? <StateView state="loading" /> : null}
        {explained ? <Trace explained={explained} /> : null}
      </chakra.div>
    </SideDrawer>
  );
}

function Trace({ explained: { rules, smsConfigId, why } }: { readonly explained: ExplainedSms }) {
  const { label } = useText();
  return (
    <chakra.section display="grid" gap={1.5}>
      <chakra.h3 textStyle="body" fontWeight="medium">
        {label(['写入短信时的规则', 'The rules as they were when it was written'])}
      </chakra.h3>
      {why ? <StatusWord tone="warning">{label(why)}</StatusWord> : null}
      <chakra.ol display="grid" gap={1} textStyle="dense">
        {rules.map((rule) => (
          <chakra.li key={rule.smsConfigId} display="flex" gap={2} color={rule.misfit ? 'fg.muted' : 'fg'}>
            <chakra.span flex={1} minW={0} overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {rule.smsConfigCode} {rule.smsConfigName}
            </chakra.span>
            <chakra.span w="80px" textAlign="end">
              {label(['权重 {rank}', 'Weight {rank}'], { rank: rule.rank })}
            </chakra.span>
            <chakra.span w="144px">
              {rule.misfit ? label(rule.misfit) : rule.smsConfigId === smsConfigId ? label(['选用', 'Chosen']) : label(['适用', 'Fits'])}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.section>
  );
}
