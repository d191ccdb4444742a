import type { SummaryFacts } from '#domain/sample/summaryForesight.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { getMaster, keptMaster, type MasterRecord } from '../masterData.ts';
import { earlierOf } from '../recentPersons.ts';
import { codeStates } from './codeStates.ts';

const rowsOf = async (resource: string, ids: readonly string[]): Promise<MasterRecord[]> =>
  (await Promise.all([...new Set(ids)].map((id) => getMaster(resource, id)))).filter((row) => row !== undefined);

/** What this desk can look up for a reception, without network. */
export async function summaryFacts(input: SummaryInput): Promise<SummaryFacts> {
  const [client, laboratory, commodities, sampleClasses, laboratoryCommodities, owners, earlier] = await Promise.all([
    getMaster('sendSampleClient', input.sendSampleClientId),
    getMaster('laboratory', input.contractLaboratoryId),
    rowsOf('commodity', input.commodityIds),
    rowsOf(
      'sampleClass',
      input.tubes.map(({ sampleClassId }) => sampleClassId),
    ),
    keptMaster('laboratoryCommodity'),
    codeStates(input, input.tubes),
    earlierOf(input),
  ]);
  return { client, laboratory, commodities, sampleClasses, laboratoryCommodities, looked: { ...owners, ...(earlier ? { earlier } : {}) } };
}
