import { customerScreen } from '#domain/search/customerSearch.ts';
import { searchCustomers } from '#domain/search/sampleRights.ts';
import type { ClientCountRow, SampleCountRow } from '#domain/search/sampleCount.ts';
import { useSession } from '#src/console/useSession.ts';
import { CountLink } from '#src/resource/CountLink.tsx';

/** How many were received; it opens them for who may search samples. */
export function CountedReceipts({ row }: { readonly row: SampleCountRow & Partial<Pick<ClientCountRow, 'sendSampleClientId'>> }) {
  const { can } = useSession();
  if (!can(searchCustomers.code)) return <>{row.receiveCount}</>;
  const query = {
    'receiveTime.from': row.fromTime,
    'receiveTime.to': row.toTime,
    commodityId: row.commodityId,
    contractLaboratoryId: row.laboratoryId,
    sendSampleClientId: row.sendSampleClientId,
  };
  return <CountLink count={row.receiveCount} to={customerScreen} query={query} />;
}
