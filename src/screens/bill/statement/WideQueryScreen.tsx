import { chakra } from '@chakra-ui/react';
import { useMemo, useRef, useState } from 'react';
import { wideQuery, type WideRow } from '#domain/bill/statement/statementRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { mostPasted, PasteBox } from '../PasteBox.tsx';
import { useBillKeys } from '../useBillKeys.ts';
import { DownloadButton } from './DownloadButton.tsx';

const cells: Cells<WideRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  billPrice: { width: 100, least: 84, align: 'end' },
};

/** 综合查询: every billable line, by any of what it is known by, or by pasted codes. */
export function Screen() {
  const box = useRef<HTMLTextAreaElement>(null);
  useBillKeys({ box });
  const [codes, setCodes] = useState<readonly string[]>([]);
  const screen = useMemo(() => ({ ...wideQuery.screens![0]!, ...(codes.length > 0 ? { fixed: { sampleCodeStr: codes.join(',') } } : {}) }), [codes]);
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <PasteBox most={mostPasted} inputRef={box} onCodes={setCodes} />
      <chakra.div flex={1} minH={0}>
        <ListingScreen
          key={codes.join(',')}
          list={wideQuery}
          screen={screen}
          cells={cells}
          tools={({ query }) => (
            <DownloadButton
              of="integratedQuery"
              query={query}
              title={['后台下载', 'Download in the background']}
              isReady={Object.keys(query).length > 0}
            />
          )}
          emptyText={['没有计费明细', 'No billable lines']}
        />
      </chakra.div>
    </chakra.div>
  );
}
