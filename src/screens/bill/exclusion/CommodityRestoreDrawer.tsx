import { useRef } from 'react';
import { asksWhoAndWhy, restoreCommodities } from '#domain/bill/exclusion/clientExclusion.ts';
import type { TouchedLines } from '#domain/bill/touchedLines.ts';
import { ref, refList } from '#domain/kernel/fields.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { newRequestId } from '#src/api/request.ts';
import { AskDrawer, saidAt } from '#src/console/act/AskDrawer.tsx';
import { sendMany } from '#src/console/act/sendCommand.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import type { DescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { CountsLine } from '../TouchedNotice.tsx';

const fields = {
  sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true }),
  commodityIds: refList('产品', 'Commodities', 'commodity', { required: true, max: mostAtOnce }),
  ...asksWhoAndWhy,
} as const;

/** 恢复产品: which commodities of an excluded client are billed nevertheless, and why. */
export function CommodityRestoreDrawer({
  sendSampleClientId,
  onTouched,
  onClose,
}: {
  readonly sendSampleClientId?: string;
  readonly onTouched: (done: readonly TouchedLines[]) => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  // A key outlives a lost answer: what is sent again is the same act.
  const keys = useRef(new Map<string, string>());
  return (
    <AskDrawer
      title={label(restoreCommodities.title)}
      fields={fields}
      {...(sendSampleClientId ? { values: { sendSampleClientId } } : {})}
      consequence={restoreCommodities.consequence}
      act={restoreCommodities.title}
      onAct={async ({ commodityIds, ...shared }) => {
        const payloads = commodityIds.map((commodityId) => ({ ...shared, commodityId }));
        const content = JSON.stringify(payloads);
        const key = keys.current.get(content) ?? newRequestId();
        keys.current.set(content, key);
        const answers = await sendMany(restoreCommodities, payloads, key);
        keys.current.delete(content);
        const refused = answers.filter(({ code }) => code !== null);
        if (refused.length < answers.length) onTouched(answers.flatMap(({ code, answer }) => (code === null ? [answer as TouchedLines] : [])));
        if (refused.length > 0) return refused.map(({ text }) => saidAt('commodityIds', text ?? ''));
        notify.success(['恢复产品: 操作成功!', 'Restore commodities: done']);
        return undefined;
      }}
      onClose={onClose}
    >
      {(form) => <RestoreCounts form={form} />}
    </AskDrawer>
  );
}

function RestoreCounts({ form }: { readonly form: DescribedForm }) {
  const [clientId, commodityIds] = form.methods.watch(['sendSampleClientId', 'commodityIds']) as readonly [string | null, readonly string[] | null];
  const ids = commodityIds?.join(',') ?? '';
  const isAsked = Boolean(clientId) && ids !== '';
  const counts = useAsked('GET bill/excludeSendSampleClient/counts', { sendSampleClientIds: clientId ?? '', commodityIds: ids }, isAsked);
  return isAsked ? <CountsLine counts={counts} /> : null;
}
