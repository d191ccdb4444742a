import { chakra } from '@chakra-ui/react';
import { wideQuery, type WideRow } from '#domain/bill/statement/statementRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { PasteBox, usePastedCodes } from '../PasteBox.tsx';
import { useBillKeys } from '../useBillKeys.ts';
import { DownloadButton } from './DownloadButton.tsx';

const cells: Cells<WideRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  billPrice: { width: 100, least: 84, align: 'end' },
};

/** 综合查询: every billable line, by any of what it is known by, or by pasted codes. */
export function Screen() {
  const { paste, codes, screen } = usePastedCodes(wideQuery);
  useBillKeys({ box: paste.inputRef });
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <PasteBox {...paste} />
      <chakra.div flex={1} minH={0}>
        <ListingScreen
          key={codes}
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
