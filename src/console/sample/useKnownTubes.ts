import { useEffect, useState } from 'react';
import type { HandoverWorkRow, LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { worklist } from '#src/offline/master/worklists.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { isReception, type TubeCodes } from './actsOn.ts';

const texts = (given: readonly unknown[]): string[] => given.filter((one): one is string => typeof one === 'string' && one !== '');

interface Typed {
  readonly requisitionCode?: string;
  readonly hospitalCode?: string | null;
  readonly tubes?: readonly { readonly sampleCode: string; readonly testTubeNumber?: string | null }[];
}
/** What a reception of the person's own says that stands on no lane: codes of tubes and of the hospital. */
async function typedIn(operation: OutboxOperation): Promise<TubeCodes[]> {
  const opened = await openPayload(operation);
  if (!opened.isReadable) return [];
  const { requisitionCode, hospitalCode, tubes = [] } = opened.payload as Typed;
  return requisitionCode === undefined
    ? []
    : tubes.map(({ sampleCode, testTubeNumber }) => ({ requisitionCode, sampleCode, others: texts([hospitalCode, testTubeNumber]) }));
}

/** Codes that belong together as this desk knows them without network: by its work lists, and by receptions that who is here made. */
export function useKnownTubes(operations: readonly OutboxOperation[] | undefined): readonly TubeCodes[] {
  const [known, setKnown] = useState<readonly TubeCodes[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<readonly TubeCodes[]> => {
      const [handover, lab] = await Promise.all([worklist<HandoverWorkRow>('handover'), worklist<LabReceiveWorkRow>('labReceive')]);
      const listed = [
        ...(handover?.rows ?? []).map(({ requisitionCode, sampleCode, testTubeNumber }) => ({
          requisitionCode,
          sampleCode,
          others: texts([testTubeNumber]),
        })),
        ...(lab?.rows ?? []).map(({ requisitionCode, sampleCode, testTubeNumber, labCode }) => ({
          requisitionCode,
          sampleCode,
          others: texts([testTubeNumber, labCode]),
        })),
      ];
      return [...listed, ...(await Promise.all((operations ?? []).filter(isReception).map(typedIn))).flat()];
    };
    void read().then(
      (found) => isGone || setKnown(found),
      // What the acts themselves name is told all the same.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [operations]);
  return known;
}
