import type { SummaryFacts } from '#domain/sample/summaryForesight.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { getMaster, keptMaster } from '#src/offline/master/masterData.ts';
import { earlierOf } from '#src/offline/master/recentPersons.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { codeStates } from './codeStates.ts';
import { mastersOf } from './mastersOf.ts';
import { earlierHere, ownReceptions } from './ownReceptions.ts';

/** What this desk can look up for a reception, without network. */
export async function summaryFacts(input: SummaryInput, replaced?: OutboxOperation): Promise<SummaryFacts> {
  const [client, laboratory, commodities, sampleClasses, laboratoryCommodities, owners, earlier, own, earlierOwn] = await Promise.all([
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
    earlierHere(input, replaced),
  ]);
  // What this desk itself has taken in is warned of, whether or not it has the index of all.
  const known = earlierOwn.length > 0 ? [...earlierOwn, ...(earlier ?? [])].slice(0, 3) : earlier;
  return {
    client,
    laboratory,
    commodities,
    sampleClasses,
    laboratoryCommodities,
    ...own,
    looked: { ...owners, ...(known ? { earlier: known } : {}) },
  };
}
