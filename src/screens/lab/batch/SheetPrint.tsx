import { chakra, Portal } from '@chakra-ui/react';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { batchKind } from '#domain/lab/batch/sheetChoices.ts';
import { useText } from '#src/console/useText.ts';
import { placeName, typedKeys, type EditedPlace } from './plateEdit.ts';

const Cell = chakra('td', { base: { border: 'hairline', px: 1, py: '1px', textStyle: 'dense' } });

/** The sheet on paper: heads, places, and lines to sign on. */
export function SheetPrint({ sheet, places }: { readonly sheet: BatchDetail; readonly places: readonly EditedPlace[] }) {
  const { label } = useText();
  const heads = [
    ['孔位', 'Well'],
    ['编号', 'Code'],
    ['通道', 'Lane'],
    ['文库编号', 'Library code'],
    ['接头 i7', 'Index i7'],
    ['接头 i5', 'Index i5'],
  ] as const;
  return (
    <Portal>
      <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
        <chakra.h1 fontSize="20px" textAlign="center" mb={2}>
          {label(['上机表', 'Run sheet'])} {sheet.batch}
        </chakra.h1>
        <chakra.p mb={2}>
          {[
            label(batchKind.labelOf(sheet.batchKind) ?? ['', '']),
            sheet.laboratoryName,
            sheet.panelGroupName,
            sheet.instrumentName,
            sheet.chipId,
            label(['样本 {count}', 'Samples: {count}'], { count: sheet.totalNumber }),
          ]
            .filter(Boolean)
            .join('   ')}
        </chakra.p>
        <chakra.table w="full" borderCollapse="collapse">
          <thead>
            <tr>
              {heads.map((head) => (
                <chakra.th key={head[1]} border="hairline" px={1} textStyle="dense" textAlign="start">
                  {label(head)}
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place.at}>
                <Cell fontFamily="mono">{place.at}</Cell>
                <Cell fontFamily="mono">{placeName(place)}</Cell>
                {typedKeys.slice(0, 4).map((key) => (
                  <Cell key={key} fontFamily="mono">
                    {place.typed[key]}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
        <chakra.p mt={6}>
          {label(
            ['操作人: {operator}    复核人: {reviewer}    日期: ____________', 'Operator: {operator}    Reviewer: {reviewer}    Date: ____________'],
            {
              operator: sheet.operator,
              reviewer: sheet.reviewer ?? '____________',
            },
          )}
        </chakra.p>
      </chakra.div>
    </Portal>
  );
}
