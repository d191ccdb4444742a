import { chakra } from '@chakra-ui/react';
import { offlineCommandByName } from '#domain/offlineCommands.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { actVerdict } from '#src/console/desk/actVerdict.ts';
import { useReadOperations } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { actsOn } from './actsOn.ts';
import { Line, Told } from './CustodyLine.tsx';
import { useKnownTubes } from './useKnownTubes.ts';

const done = ['已上传', 'Sent'] as const;

/** Without network: what was done at this desk in the last days to what a code means, by whomever, and how far it is. */
export function OwnActs({ code }: { readonly code: string }) {
  const { label, language } = useText();
  const { operations, error } = useReadOperations({ isOfDesk: true });
  const meant = normalCode(code);
  const known = useKnownTubes(operations);
  const own = actsOn(operations ?? [], meant, known);
  if (error) return <StateView state="failed" failure={{ message: error.message }} />;
  if (!operations) return <StateView state="loading" />;
  return (
    <section data-own-acts>
      <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
        {label(['本机对 {code} 的操作', 'Acts on {code} at this desk'], { code: meant })}
      </chakra.h3>
      {own.length === 0 ? (
        <p>{label(['本机没有', 'None at this desk'])}</p>
      ) : (
        <Line>
          {own.map((operation) => {
            const { word, detail } = actVerdict(operation, done, language);
            return (
              <li key={operation.opId} data-act={operation.type}>
                <chakra.span fontWeight="medium">
                  {label(offlineCommandByName(operation.type)?.title ?? [operation.type, operation.type])}
                </chakra.span>
                <Told>
                  <chakra.span textStyle="figures">{formatDateTime(Date.parse(operation.occurredAt))}</chakra.span>
                  <span>{operation.authorName}</span>
                  <span>{[label(word), detail].filter(Boolean).join(' · ')}</span>
                </Told>
              </li>
            );
          })}
        </Line>
      )}
    </section>
  );
}
