import { chakra } from '@chakra-ui/react';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { reasonField } from '#domain/kernel/fields.ts';
import type { RevealedPerson } from '#domain/search/sampleDetail.ts';
import { words } from '#domain/search/vocabulary.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const shown = ['personName', 'telephone', 'credentialNo', 'patientNo'] as const;
const fields = { reason: reasonField } as const;

/** Who a masked tube is of, once a reason is given, which is noted. Kept nowhere but here: another tube or a closed drawer forgets it. */
export function RevealPerson({ sampleCode }: { readonly sampleCode: string }) {
  const { label } = useText();
  const [isAsking, setAsking] = useState(false);
  const [person, setPerson] = useState<RevealedPerson | null>(null);
  if (person)
    return (
      <chakra.dl textStyle="dense" display="flex" flexWrap="wrap" columnGap={4} rowGap={1} m={0}>
        {shown.map((key) => (
          <chakra.div key={key} display="flex" gap={1}>
            <chakra.dt color="fg.muted">{label(words[key].label)}</chakra.dt>
            <chakra.dd m={0} fontVariantNumeric="tabular-nums">
              {person[key] || '—'}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    );
  return (
    <div>
      <Button size="sm" icon={Eye} onClick={() => setAsking(true)}>
        {label(['显示受检者', 'Reveal the patient'])}
      </Button>
      {isAsking ? <ReasonDrawer sampleCode={sampleCode} onShown={setPerson} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

interface ReasonDrawerProps {
  readonly sampleCode: string;
  readonly onShown: (person: RevealedPerson) => void;
  readonly onClose: () => void;
}
function ReasonDrawer({ sampleCode, onShown, onClose }: ReasonDrawerProps) {
  const { label } = useText();
  const form = useDescribedForm({
    fields,
    values: {},
    onSave: async ({ reason }) => {
      try {
        onShown(await ask('POST search/comprehensive-query/reveal', { body: { sampleCode, reason }, quiet: true }));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return problemsOf(error);
      }
      return undefined;
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={label(['显示受检者 {code}', 'Reveal the patient of {code}'], { code: sampleCode })}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={Eye} isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['显示(记入审计)', 'Reveal (noted)'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
