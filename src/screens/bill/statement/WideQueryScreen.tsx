import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import { wideQuery, type WideRow } from '#domain/bill/statement/statementRows.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { notify } from '#src/ui/notify.tsx';
import { DownloadButton } from './DownloadButton.tsx';

/** More do not fit into an address. */
const mostShown = 600;
const cells: Cells<WideRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  billPrice: { width: 100, least: 84, align: 'end' },
};

/** 综合查询: every billable line, by any of what it is known by, or by pasted codes. */
export function Screen() {
  const { label } = useText();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const screen = useMemo(() => ({ ...wideQuery.screens![0]!, ...(codes.length > 0 ? { fixed: { sampleCodeStr: codes.join(',') } } : {}) }), [codes]);
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <chakra.textarea
        aria-label={label(['粘贴样本条码查询', 'Find pasted sample codes'])}
        placeholder={label(['粘贴样本条码, 按 Enter 查询 (最多 600 个)', 'Paste sample codes and press Enter (at most 600)'])}
        rows={1}
        px={2}
        py={1}
        borderWidth="1px"
        borderRadius="6px"
        textStyle="dense"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          const found = pastedCodes(event.currentTarget.value);
          if (found.length > mostShown) notify.warn(label(['一次最多 600 个条码', 'At most 600 codes at once']));
          else setCodes(found);
        }}
      />
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
