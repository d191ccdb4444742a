import { useEffect, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';

type LabelOf = (action: string) => Label;
const byName: LabelOf = (action) => [action, action];
let known: LabelOf | null = null;

/** What an act of any kind is called. The descriptions of all of them come when they are first asked for; until then, and without network, an act goes by its name. */
export function useActionLabel(): LabelOf {
  const [labelOf, setLabelOf] = useState<LabelOf | null>(() => known);
  useEffect(() => {
    if (known) return;
    void import('#domain/session/actionLabel.ts').then(
      ({ actionLabel }) => {
        known = actionLabel;
        setLabelOf(() => actionLabel);
      },
      () => undefined,
    );
  }, []);
  return labelOf ?? byName;
}
