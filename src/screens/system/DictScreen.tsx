import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#domain/kernel/resource.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import { DictEntries } from './DictEntries.tsx';
import { DictHeads } from './DictHeads.tsx';

interface DictScreenProps {
  readonly resource: Resource;
  readonly route: string;
  /** Dictionaries beside their entries, or above them. */
  readonly layout: 'horizontal' | 'vertical';
}

/** Dictionaries and the entries of the chosen one. */
export function DictScreen({ resource, route, layout }: DictScreenProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<WireRow | null>(null);
  const reload = (): void => {
    void client.invalidateQueries({ queryKey: ['call', resource.service] });
    void client.invalidateQueries({ queryKey: resourceKey(resource) });
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <chakra.div
        display="grid"
        gap={3}
        flex={1}
        minH={0}
        gridTemplateColumns={layout === 'horizontal' ? { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' } : 'minmax(0, 1fr)'}
        gridTemplateRows={
          layout === 'horizontal' ? { base: 'minmax(260px, 1fr) minmax(260px, 1fr)', lg: 'minmax(0, 1fr)' } : 'minmax(220px, 1fr) minmax(220px, 1fr)'
        }
      >
        <DictHeads
          resource={resource}
          route={route}
          chosenId={chosen ? String(chosen.id) : null}
          isWide={layout === 'vertical'}
          onChoose={setChosen}
          onChanged={reload}
        />
        <DictEntries key={String(chosen?.id ?? '')} resource={resource} route={route} head={chosen} onChanged={reload} />
      </chakra.div>
    </chakra.div>
  );
}
