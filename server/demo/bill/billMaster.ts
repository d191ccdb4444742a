import { newId } from '#server/storage/ids.ts';
import type { DemoMaster } from '../demoMaster.ts';

/** Clients of the demo whose tests are billed: all but the last have contracts; nobody sells to the one before. */
export const billedClients = ['C0001', 'C0002', 'C0003', 'C0004', 'C0005', 'C0006', 'C0013'] as const;
/** Whose contract names no ERP code: the ERP refuses what is sent of it. */
const uncoded = 'C0005';
/** Whom nobody sells to. */
const unsold = 'C0006';

/** Master data with what billing needs to be shown: a salesperson, an agent for whoever has none (直营), and a customer the ERP does not know. */
export function billMaster(master: DemoMaster, salesmanId: string): DemoMaster {
  const direct = { id: newId(), clientCode: 'K0000', clientName: '直营', isAgent: 1, isBill: 0, isFinality: 0 };
  const clients = master['sendSampleClient'] ?? [];
  const isBilled = (code: unknown): boolean => billedClients.some((one) => one === code);
  const unknown = clients.find((row) => row['clientCode'] === uncoded);
  return {
    ...master,
    client: [...(master['client'] ?? []).map((row) => (row.id === unknown?.['billCustomerId'] ? { ...row, billErpCode: null } : row)), direct],
    sendSampleClient: clients.map((row) =>
      isBilled(row['clientCode'])
        ? { ...row, agentCustomerId: row['agentCustomerId'] ?? direct.id, salesmanId: row['clientCode'] === unsold ? null : salesmanId }
        : row,
    ),
    pricePolicy: (master['pricePolicy'] ?? []).map((row) => (row['sendSampleClientId'] === unknown?.id ? { ...row, billErpCode: null } : row)),
  };
}
