import type { SummaryFacts } from '#domain/sample/summaryForesight.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { getMaster, keptMaster } from '#src/offline/master/masterData.ts';
import { earlierOf } from '#src/offline/master/recentPersons.ts';
import { codeStates } from './codeStates.ts';
import { mastersOf } from './mastersOf.ts';

/** What this desk can look up for a reception, without network. */
export async function summaryFacts(input: SummaryInput): Promise<SummaryFacts> {
  const [client, laboratory, commodities, sampleClasses, laboratoryCommodities, owners, earlier] = await Promise.all([
    getMaster('sendSampleClient', input.sendSampleClientId),
    getMaster('laboratory', input.contractLaboratoryId),
    mastersOf('commodity', input.commodityIds),
    mastersOf(
      'sampleClass',
      input.tubes.map(({ sampleClassId }) => sampleClassId),
    ),
    keptMaster('laboratoryCommodity'),
    codeStates(input),
    earlierOf(input),
  ]);
  return { client, laboratory, commodities, sampleClasses, laboratoryCommodities, looked: { ...owners, ...(earlier ? { earlier } : {}) } };
}
