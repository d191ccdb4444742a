import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useSay } from '../language.ts';
import { usePickerSources } from '../picker.ts';
import { ResourcePicker } from '../ResourcePicker.tsx';
import { nearNames } from './nearNames.ts';
import type { PreviewField } from './sheetPreview.ts';

/** The names that may have been meant by a cell; none while they are looked for, or where `isAsked` is false. */
export function useNearNames({ ref }: PreviewField, text: string, isAsked: boolean): readonly string[] {
  const sources = usePickerSources();
  const [near, setNear] = useState<{ readonly text: string; readonly names: readonly string[] } | null>(null);
  useEffect(() => {
    const source = ref === undefined ? undefined : sources(ref);
    if (!source || !isAsked) return undefined;
    const asking = new AbortController();
    nearNames(source, text, asking.signal).then(
      (names) => (asking.signal.aborted ? undefined : setNear({ text, names })),
      () => undefined,
    );
    return () => asking.abort();
  }, [ref, sources, text, isAsked]);
  return near?.text === text ? near.names : [];
}

const Meant = chakra('button', {
  base: {
    color: 'accent.text',
    textDecoration: 'underline',
    cursor: 'pointer',
    textAlign: 'start',
    _focusVisible: { outline: '1px solid {colors.accent.focus}' },
  },
});

/** Under a cell that names something unknown: what may have been meant, and the list to choose from. */
export function MeantName({
  field,
  text,
  onMeant,
}: {
  readonly field: PreviewField;
  readonly text: string;
  readonly onMeant: (name: string) => void;
}) {
  const say = useSay();
  const sources = usePickerSources();
  const near = useNearNames(field, text, true);
  const source = field.ref === undefined ? undefined : sources(field.ref);
  if (!source) return null;
  return (
    <chakra.div display="flex" flexDirection="column" gap={1} mt="2px" textStyle="note">
      {near.length > 0 ? (
        <chakra.span display="flex" gap={2} flexWrap="wrap" data-near-names>
          {say(['是否为', 'Did you mean'])}
          {near.map((name) => (
            <Meant key={name} type="button" onClick={() => onMeant(name)}>
              {name}
            </Meant>
          ))}
        </chakra.span>
      ) : null}
      <ResourcePicker
        source={source}
        size="sm"
        ariaLabel={say(['从列表选择{title}', 'Choose {title} from the list'], { title: field.title })}
        value={null}
        onChange={(_id, item) => (item ? onMeant(item.name) : undefined)}
      />
    </chakra.div>
  );
}
