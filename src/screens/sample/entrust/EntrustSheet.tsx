import { chakra, Portal } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import type { EntrustRow } from '#domain/sample/entrust/entrustRows.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const Cell = chakra('td', { base: { border: 'hairline', px: 2, py: '2px', textStyle: 'dense' } });
const heads = [
  ['序号', 'No.'],
  ['样本条码', 'Sample code'],
  ['样本类型', 'Sample class'],
  ['产品', 'Commodities'],
  ['受托检验所', 'Entrusted laboratory'],
  ['物流单号', 'Courier number'],
] as const;

/** The list that travels with entrusted tubes: looked at, then printed. */
export function EntrustSheet({ rows, onClose }: { readonly rows: readonly EntrustRow[]; readonly onClose: () => void }) {
  const { label } = useText();
  return (
    <>
      <SideDrawer
        title={label(['委托清单 {count} 管', 'List of {count} entrusted tubes'], { count: rows.length })}
        aside={
          <Button size="sm" icon={Printer} onClick={() => window.print()}>
            {label(['打印', 'Print'])}
          </Button>
        }
        onClose={onClose}
      >
        <SheetTable rows={rows} />
      </SideDrawer>
      <Portal>
        <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
          <chakra.h1 fontSize="20px" textAlign="center" mb={2}>
            {label(['样本委托清单', 'Entrusted samples'])}
          </chakra.h1>
          <SheetTable rows={rows} />
          <chakra.p mt={6} whiteSpace="pre-wrap">
            {label([
              '委托人签名: ____________    接收人签名: ____________    日期: ____________',
              'Sent by: ____________    Received by: ____________    Date: ____________',
            ])}
          </chakra.p>
        </chakra.div>
      </Portal>
    </>
  );
}

function SheetTable({ rows }: { readonly rows: readonly EntrustRow[] }) {
  const { label } = useText();
  return (
    <chakra.table w="full" borderCollapse="collapse">
      <thead>
        <tr>
          {heads.map((head) => (
            <chakra.th key={head[1]} border="hairline" px={2} py="2px" textStyle="dense" textAlign="start" fontWeight="medium">
              {label(head)}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.entrustId}>
            <Cell>{index + 1}</Cell>
            <Cell fontFamily="mono">{row.sampleCode}</Cell>
            <Cell>{row.sampleClassName}</Cell>
            <Cell>{row.commodityNames}</Cell>
            <Cell>{row.entrustedLaboratoryName}</Cell>
            <Cell fontFamily="mono">{row.courierNumber}</Cell>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
