import type { SummaryFacts } from '#domain/sample/summaryForesight.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { getMaster, keptMaster } from '#src/offline/master/masterData.ts';
import { earlierOf } from '#src/offline/master/recentPersons.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { codeStates } from './codeStates.ts';
import { mastersOf } from './mastersOf.ts';
import { ownReceptions } from './ownReceptions.ts';

/** What this desk can look up for a reception, without network. */
export async function summaryFacts(input: SummaryInput, replaced?: OutboxOperation): Promise<SummaryFacts> {
  const [client, laboratory, commodities, sampleClasses, laboratoryCommodities, owners, earlier, own] = await Promise.all([
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
    ownReceptions(input, replaced),
  ]);
  return { client, laboratory, commodities, sampleClasses, laboratoryCommodities, ...own, looked: { ...owners, ...(earlier ? { earlier } : {}) } };
}
