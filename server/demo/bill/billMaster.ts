import { executeType } from '#domain/base/executeType.ts';
import { newId } from '#server/storage/ids.ts';
import type { DemoMaster } from '../demoMaster.ts';

/** Clients of the demo whose tests are billed: all but the last have contracts; nobody sells to the one before. */
export const billedClients = ['C0001', 'C0002', 'C0003', 'C0004', 'C0005', 'C0006', 'C0013'] as const;
/** Whose contract names no ERP code: the ERP refuses what is sent of it. */
const uncoded = 'C0005';
/** Whom nobody sells to. */
const unsold = 'C0006';

/** Yuan by the place of a commodity in the list: no two clients and no two tests cost alike by chance alone. */
const yuans = [1_180, 1_680, 420, 680, 960, 2_400, 3_800, 6_200, 380, 280, 120, 45] as const;
/** So many clients have one that nobody sells to, or whose prices nobody entered yet. */
const [unsoldEvery, unpricedEvery] = [9, 7];

/** Contracts of the clients whose month is not told: what their tests cost this year and the next. */
function contracts(clients: DemoMaster[string], commodities: DemoMaster[string], billers: DemoMaster[string]): DemoMaster[string] {
  return clients.flatMap((client, at) =>
    at % unpricedEvery === 0
      ? []
      : commodities.map((commodity, index) => ({
          id: newId(),
          sendSampleClientId: client.id,
          commodityId: commodity.id,
          laboratoryId: client['contractLaboratoryId'],
          billErpCode: billers.find(({ id }) => id === client['billCustomerId'])?.['billErpCode'],
          billPrice: (yuans[index % yuans.length]! + (at % 4) * 10) * 100,
          contractTimeBegin: '2026-01-01',
          contractTimeEnd: '2027-12-31',
        })),
  );
}

/** Master data with what billing needs to be shown: a salesperson, an agent for whoever has none (直营), and a customer the ERP does not know. */
export function billMaster(master: DemoMaster, salesmanId: string): DemoMaster {
  const direct = { id: newId(), clientCode: 'K0000', clientName: '直营', isAgent: 1, isBill: 0, isFinality: 0 };
  const clients = master['sendSampleClient'] ?? [];
  const isBilled = (code: unknown): boolean => billedClients.some((one) => one === code);
  const known = master['pricePolicy'] ?? [];
  const others = clients.filter((row) => !isBilled(row['clientCode']) && !known.some((policy) => policy['sendSampleClientId'] === row.id));
  const selfMade = (master['commodity'] ?? []).filter((row) => row['executeType'] === executeType.self);
  const unknown = clients.find((row) => row['clientCode'] === uncoded);
  return {
    ...master,
    client: [...(master['client'] ?? []).map((row) => (row.id === unknown?.['billCustomerId'] ? { ...row, billErpCode: null } : row)), direct],
    sendSampleClient: clients.map((row, at) =>
      isBilled(row['clientCode'])
        ? { ...row, agentCustomerId: row['agentCustomerId'] ?? direct.id, salesmanId: row['clientCode'] === unsold ? null : salesmanId }
        : {
            ...row,
            agentCustomerId: row['agentCustomerId'] ?? direct.id,
            salesmanId: row['salesmanId'] ?? (at % unsoldEvery === 0 ? null : salesmanId),
          },
    ),
    pricePolicy: [
      ...known.map((row) => (row['sendSampleClientId'] === unknown?.id ? { ...row, billErpCode: null } : row)),
      ...contracts(others, selfMade, master['client'] ?? []),
    ],
  };
}
