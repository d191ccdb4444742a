import { chakra } from '@chakra-ui/react';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { words } from '#domain/search/vocabulary.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Part = chakra('h2', { base: { textStyle: 'dense', fontWeight: 'semibold' } });
const Table = chakra('table', {
  base: { w: 'full', textStyle: 'dense', fontVariantNumeric: 'tabular-nums', '& td, & th': { p: 1, textAlign: 'start', verticalAlign: 'top' } },
});

/** The requisitions that an order charges and how far they are, for who sees samples (docs/search.md#sample-details). */
export function OrderRequisitions({ orderId }: { readonly orderId: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET sample/requisition-related/list', { orderId });
  if (!data) return <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />;
  return (
    <section>
      <Part>{label(['申请单 {count}', 'Requisitions: {count}'], { count: data.length })}</Part>
      {data.length === 0 ? (
        <StateView state="empty" text={['没有可查看的申请单', 'No requisition you may see']} />
      ) : (
        <Table>
          <thead>
            <tr>
              <th>{label(words.requisitionCode.label)}</th>
              <th>{label(words.sampleCode.label)}</th>
              <th>{label(words.hospitalCode.label)}</th>
              <th>{label(words.personName.label)}</th>
              <th>{label(words.commodityId.label)}</th>
              <th>{label(words.labStatus.label)}</th>
              <th>{label(words.reportTime.label)}</th>
              <th>{label(['原样本条码', 'Original sample'])}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.requisitionId}>
                <chakra.td textStyle="mono">{one.requisitionCode}</chakra.td>
                <chakra.td textStyle="mono">{one.sampleCode}</chakra.td>
                <td>{one.hospitalCode}</td>
                <td>{one.personName}</td>
                <td>{one.commodityName}</td>
                <td>
                  {one.labStatus === null ? null : (
                    <StatusWord tone={one.labStatus === labStatus.rejected ? 'danger' : 'info'}>
                      {label(labStatus.labelOf(one.labStatus) ?? ['', ''])}
                    </StatusWord>
                  )}
                </td>
                <td>{one.reportTime}</td>
                <chakra.td textStyle="mono">{one.originalSampleCode}</chakra.td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
