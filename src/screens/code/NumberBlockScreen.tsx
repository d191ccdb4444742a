import { chakra } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { codeType } from '#domain/code/codeStyle.ts';
import { codeOf, leftIn, mostLabels } from '#domain/code/numberBlock.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { labelLayoutOf } from '#src/console/labelLayoutOf.ts';
import { useText } from '#src/console/useText.ts';
import { isSameKind, type LabelBatch, type NumberKind } from '#src/offline/numbers/numbersRow.ts';
import { checkLabel, NumbersError, takeLabels } from '#src/offline/numbers/printLabels.ts';
import { leftOf, tendNumbers } from '#src/offline/numbers/tendNumbers.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict, type VerdictProps } from '#src/ui/scan/Verdict.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { BatchTable } from './BatchTable.tsx';
import { KindChooser, useKindName } from './KindChooser.tsx';
import { LabelSheet, type LabelsToPrint } from '#src/ui/label/LabelSheet.tsx';
import { ReservePanel } from './ReservePanel.tsx';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { useNumbersRow } from '#src/console/useNumbersRow.ts';

const texts = {
  idle: ['扫描一张标签核对', 'Scan one label to check'],
  checked: ['核对通过', 'Reads well'],
  unknown: ['不是本机打印的标签', 'Not a label of this desk'],
  pending: ['打印好了吗?', 'Printed?'],
} as const satisfies Record<string, Label>;

/** 本机号段: the numbers this desk holds; printing labels from them works without network. */
export function Screen() {
  const { label, language } = useText();
  const { row, error } = useNumbersRow();
  const [kind, setKind] = useState<NumberKind>({ codeType: codeType.sample, laboratoryId: null });
  const [count, setCount] = useState('5');
  const [isBusy, setBusy] = useState(false);
  const [toPrint, setToPrint] = useState<LabelsToPrint | null>(null);
  const [verdict, setVerdict] = useState<Pick<VerdictProps, 'kind' | 'word' | 'detail' | 'code'> | null>(null);
  const kindName = useKindName();

  useEffect(() => void tendNumbers(true).catch(() => undefined), []);
  const onPrinted = useCallback(() => setToPrint(null), []);
  const show = async ({ codes, codeType: type, printedAt, printedBy }: LabelBatch, only: readonly string[] = codes): Promise<void> => {
    setVerdict(null);
    const layout = await labelLayoutOf(type, kind.codeType === type ? kind.laboratoryId : null);
    const shared = { kind: label(codeType.labelOf(type) ?? ['', '']), date: formatDate(printedAt), user: printedBy };
    setToPrint({ layout, labels: only.map((code) => ({ ...shared, code, serial: `${codes.indexOf(code) + 1}/${codes.length}` })) });
  };

  const blocks = row?.blocks.filter((block) => isSameKind(block, kind) && leftIn(block) > 0) ?? [];
  const left = row ? leftOf(row, kind) : 0;
  const wanted = Number(count);
  const isCount = Number.isInteger(wanted) && wanted >= 1 && wanted <= mostLabels;
  const newest = row?.batches[0];
  const unchecked = newest && !newest.isChecked ? newest : undefined;

  const print = async (): Promise<void> => {
    setBusy(true);
    try {
      const batch = await takeLabels(kind, wanted);
      if (batch.codes.length < wanted)
        notify.info(['号段用完: 本次打印 {count} 张', 'The block ended: {count} labels this time'], { params: { count: batch.codes.length } });
      await show(batch);
      void tendNumbers().catch(() => undefined);
    } catch (failure) {
      if (!(failure instanceof OutboxError || failure instanceof NumbersError)) throw failure;
      notify.error(failure.label);
    } finally {
      setBusy(false);
    }
  };
  const check = async (code: string): Promise<void> => {
    const batch = await checkLabel(code);
    playSound(batch ? 'ok' : 'refused');
    setVerdict(
      batch
        ? { kind: 'ok', word: texts.checked, code, detail: label(['本批 {count} 张', '{count} labels of this batch'], { count: batch.codes.length }) }
        : { kind: 'refused', word: texts.unknown, code },
    );
  };
  const shown =
    verdict ??
    (unchecked
      ? {
          kind: 'waiting' as const,
          word: texts.pending,
          code: unchecked.codes[0] ?? '',
          detail: label(['{count} 张待核对: 扫描其中一张', '{count} to check: scan one of them'], { count: unchecked.codes.length }),
        }
      : { kind: 'idle' as const, word: texts.idle });

  return (
    <>
      <DeskLayout
        leftLabel={label(['打印标签', 'Print labels'])}
        rightLabel={label(['已打印标签', 'Printed labels'])}
        left={
          row ? (
            <>
              <KindChooser row={row} kind={kind} onChoose={setKind} />
              <chakra.div display="flex" alignItems="baseline" gap={3} flexWrap="wrap">
                <chakra.span textStyle="dense" color="fg.muted">
                  {label(['下一个号码', 'Next number'])}
                </chakra.span>
                <chakra.strong textStyle="scan" data-testid="next-number">
                  {blocks[0] ? codeOf(blocks[0], blocks[0].next) : '—'}
                </chakra.strong>
              </chakra.div>
              <chakra.form
                display="flex"
                gap={2}
                alignItems="center"
                onSubmit={(event) => {
                  event.preventDefault();
                  if (isCount && left > 0 && !isBusy) void print();
                }}
              >
                <chakra.label htmlFor="label-count" textStyle="dense" whiteSpace="nowrap">
                  {label(['张数', 'Labels'])}
                </chakra.label>
                <chakra.div w="96px">
                  <TextControl
                    id="label-count"
                    face="figures"
                    inputMode="numeric"
                    value={count}
                    isInvalid={!isCount}
                    onChange={(value) => setCount(String(value ?? ''))}
                  />
                </chakra.div>
                <Button type="submit" variant="primary" icon={Printer} isBusy={isBusy} disabled={!isCount || left === 0}>
                  {label(['打印', 'Print'])}
                </Button>
                <chakra.span textStyle="dense" color="fg.muted">
                  {label(['本机余 {left} 个', '{left} left here'], { left })}
                </chakra.span>
              </chakra.form>
              <ScanSide>
                <ScanBox label={texts.idle} placeholder={texts.idle} onScan={({ code }) => void check(code)} />
                <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={shown.code} />
              </ScanSide>
              <ReservePanel row={row} kind={kind} />
            </>
          ) : error ? (
            <StateView
              state="failed"
              failure={{ message: label(['本机存储无法读取', 'The storage of this computer cannot be read']) }}
              onRetry={() => location.reload()}
            />
          ) : (
            <StateView state="loading" />
          )
        }
        right={<BatchTable batches={row?.batches} error={error} onPrint={(batch, codes) => void show(batch, codes)} />}
        foot={
          <>
            {[...(row?.wishes ?? [])].map((wish) => (
              <Count
                key={`${wish.codeType} ${wish.laboratoryId}`}
                label={label(['{name}余', '{name} left'], { name: kindName(wish, language) })}
                value={row ? leftOf(row, wish) : null}
                tone={row && leftOf(row, wish) === 0 ? 'danger' : 'plain'}
              />
            ))}
            <Count
              label={label(['待核对批次', 'Batches to check'])}
              value={row?.batches.filter(({ isChecked }) => !isChecked).length}
              tone="warning"
            />
          </>
        }
      />
      {toPrint ? <LabelSheet {...toPrint} onPrinted={onPrinted} /> : null}
    </>
  );
}
