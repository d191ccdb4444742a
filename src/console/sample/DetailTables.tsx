import { chakra } from '@chakra-ui/react';
import { itemState } from '#domain/sample/itemState.ts';
import { words } from '#domain/search/vocabulary.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ProgressWord } from './ProgressWord.tsx';

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': { p: 1, textAlign: 'start', verticalAlign: 'top' },
    '& tr': { borderBottom: 'hairline' },
  },
});

/** 产品: what was ordered of a requisition, and how far each of it is. */
export function CommodityTable({ requisitionCode }: { readonly requisitionCode: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET search/comprehensive-query/commodity-detail', { requisitionCode });
  if (!data) return <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />;
  if (data.length === 0) return <StateView state="empty" text={['没有产品', 'Nothing was ordered']} />;
  return (
    <Table aria-label={label(['产品', 'Commodities'])}>
      <thead>
        <tr>
          <th>{label(words.commodityId.label)}</th>
          <th>{label(['进度', 'Progress'])}</th>
          <th>{label(words.sampleCode.label)}</th>
          <th>{label(words.panelName.label)}</th>
          <th>{label(words.executeLaboratoryId.label)}</th>
          <th>{label(['交接', 'Handover'])}</th>
          <th>{label(words.dueTime.label)}</th>
          <th>{label(words.reportTime.label)}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.sampleItemId}>
            <td>
              {row.commodityName} <chakra.span color="fg.muted">{row.commodityCode}</chakra.span>
            </td>
            <td>
              <ProgressWord progress={row.progress} />
            </td>
            <chakra.td textStyle="mono">{row.sampleCode}</chakra.td>
            <td>{row.panelNames}</td>
            <td>{row.executeLaboratoryName}</td>
            <td>{label(itemState.labelOf(row.itemState) ?? ['', ''])}</td>
            <td>{row.dueTime}</td>
            <td>{row.reportTime}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** 结果: the values of a tube; before their first audit only that there are some. */
export function ResultTable({ sampleCode }: { readonly sampleCode: string }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET search/comprehensive-query/item-detail', { sampleCode });
  if (!data) return <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />;
  if (data.length === 0) return <StateView state="empty" text={['没有结果', 'No results']} />;
  return (
    <Table aria-label={label(['结果', 'Results'])}>
      <thead>
        <tr>
          <th>{label(words.panelGroupId.label)}</th>
          <th>{label(words.itemName.label)}</th>
          <th>{label(words.values.label)}</th>
          <th>{label(words.referenceRange.label)}</th>
          <th>{label(words.checkTimeOne.label)}</th>
          <th>{label(words.checkTimeTwo.label)}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={`${row.taskId} ${row.itemId}`}>
            <td>{row.panelGroupName}</td>
            <td>
              {row.itemName} <chakra.span color="fg.muted">{row.itemShortName}</chakra.span>
            </td>
            <td>
              {row.values === null ? (
                <chakra.span color="fg.muted">{label(['待一审', 'Awaiting first audit'])}</chakra.span>
              ) : row.resultStatus === 'high' || row.resultStatus === 'low' ? (
                <StatusWord tone="warning">{`${row.values} ${row.unit ?? ''} ${row.resultStatus === 'high' ? '↑' : '↓'}`}</StatusWord>
              ) : (
                `${row.values} ${row.unit ?? ''}`
              )}
            </td>
            <td>{row.referenceRange}</td>
            <td>{row.checkTimeOne}</td>
            <td>{row.checkTimeTwo}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
