import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Problem } from '#domain/kernel/check.ts';
import type { DetailAnswer } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { DetailForm } from './DetailForm.tsx';
import { workOf } from './useScannedWork.ts';

/** The second clerk looks once more at the fields that differ, seeing their own values alone; then it is settled or goes to arbitration. */
export function CorrectionForm({ requisitionCode, onDone }: { readonly requisitionCode: string; readonly onDone: () => void }) {
  const { label } = useText();
  const queries = useQueryClient();
  const { data, failure, retry } = useAsked('GET sample/enter-info/get-detail-info', { requisitionCode, pass: 2 });
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data || data.requisitionCode !== requisitionCode) return <StateView state="loading" />;
  if (!data.own || !data.differing)
    return <StateView state="empty" text={['此申请单没有待您更正的差异', 'There is nothing to check for you on this requisition']} />;
  const { values } = data.own;
  return (
    <>
      <chakra.header display="flex" gap={3} alignItems="center">
        <chakra.strong textStyle="scan" fontSize="20px">
          {requisitionCode}
        </chakra.strong>
        <Tag tone="warning">
          {label(['两次录入不一致: 请对照申请单核对以下字段(只有一次机会)', 'The entries differ: check these fields against the paper (once)'])}
        </Tag>
      </chakra.header>
      <DetailForm
        key={requisitionCode}
        work={workOf(data)}
        initial={values}
        only={data.differing}
        initialUnclear={data.own.unclear}
        initialReasons={Object.fromEntries(data.own.explained.map(({ rule, reason }) => [rule, reason]))}
        draftKey={null}
        saveLabel={['确认核对', 'Confirm']}
        onSave={async ({ values: typed, reasons }): Promise<readonly Problem[] | void> => {
          try {
            const answer = await call<DetailAnswer>('POST', servicePath('sample', 'enter-info/correct-detail'), {
              body: { requisitionCode, values: typed, reasons },
            });
            if (answer.labStatus === labStatus.entered) notify.success(['两次录入一致,已完成', 'The entries agree; done']);
            else notify.warn(['仍有差异,已转仲裁', 'They still differ; passed on to arbitration']);
          } catch (error) {
            const { problems, isTransport } = error as { problems?: readonly Problem[]; isTransport?: boolean };
            if (isTransport) notify.error(['更正需要网络', 'Correcting needs the network']);
            return problems ?? [];
          }
          void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
          onDone();
          return undefined;
        }}
      />
    </>
  );
}
