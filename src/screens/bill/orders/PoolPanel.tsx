import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText, RefreshCw, ShieldAlert } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { lineState, sign } from '#domain/bill/billChoices.ts';
import { forceOrders } from '#domain/bill/billRights.ts';
import { repriceLines, repriceRefusal } from '#domain/bill/lines/repriceLine.ts';
import { createOrders, createRechecks, forceReasonWire, generateOrders } from '#domain/bill/orders/orderCreate.ts';
import { headKey, mostLines, type OrderHead } from '#domain/bill/orders/orderGroups.ts';
import type { orderPool, PoolRow, unorderedLines } from '#domain/bill/orders/orderRows.ts';
import { isRecheckKind, reasonText, type SelectReason } from '#domain/bill/orders/selectable.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { PasteBox, usePastedCodes } from '../PasteBox.tsx';
import { useBillKeys } from '../useBillKeys.ts';

/** What even a forced order does not pass over. */
const never: ReadonlySet<string> = new Set(['withdrawn', 'ordered', 'client', 'customer', 'price', 'laboratory']);
const mayTick = ({ reasons }: PoolRow): boolean => reasons.every((reason) => !never.has(reason));
const mayPrice = (row: PoolRow) => allowedBy(repriceLines, repriceRefusal({ ...row, price: null }));
const nameOfLine = (row: PoolRow | undefined): string => (row ? `${row.sampleCode} · ${row.commodityName ?? ''} · ${row.billPriceStr ?? '-'}` : '');
const fen = (yuan: string | null): number => Math.round(Number(yuan ?? 0) * 100);
const sumOf = (rows: readonly PoolRow[]): string =>
  (rows.reduce((sum, { billPriceStr, sign }) => sum + sign * fen(billPriceStr), 0) / 100).toFixed(2);
const ordersOf = (rows: readonly PoolRow[]): number =>
  new Set(
    rows.map(
      (row) =>
        // What is not ordered yet tells its charge type in words alone.
        `${row.chargeTypeStr} ${headKey({
          contractLaboratoryId: row.contractLaboratoryId ?? '',
          billCustomerId: row.billCustomerId ?? '',
          sendSampleClientId: row.sendSampleClientId ?? '',
          agentCustomerId: row.agentCustomerId,
          salesmanId: row.salesmanId,
          erpCode: row.erpCode,
          chargeType: row.chargeType,
          businessType: row.businessType,
          isRecheck: isRecheckKind(row.businessType) ? 1 : 0,
          sign: row.sign,
        } satisfies OrderHead)}`,
    ),
  ).size;

function Why({ row }: { readonly row: PoolRow }) {
  const { label, language } = useText();
  // What takes a charge back looks like none: its amount is taken off.
  if (row.reasons.length === 0 && row.sign === sign.minus)
    return <StatusWord tone="danger">{`${label(sign.labelOf(row.sign) ?? ['', ''])} -${row.billPriceStr}`}</StatusWord>;
  if (row.reasons.length === 0) return <>{row.billPriceStr}</>;
  const text = reasonText(row, row.reasons as readonly SelectReason[], language);
  return <StatusWord tone={mayTick(row) ? 'warning' : 'neutral'}>{text}</StatusWord>;
}
const cells: Cells<PoolRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  billPrice: { width: 190, least: 120, cell: (row) => <Why row={row} /> },
};

/** Lines that can become orders: ticked ones and their sum, what speaks against the others; ordered plainly or, with a reason, by force. */
export function PoolPanel({ list, isPool }: { readonly list: typeof orderPool | typeof unorderedLines; readonly isPool: boolean }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const { paste, codes, screen } = usePastedCodes(list);
  const [asked, setAsked] = useState<{ readonly rows: readonly PoolRow[]; readonly isForced: boolean } | null>(null);
  const [anew, setAnew] = useState<readonly PoolRow[] | null>(null);
  /** Pressed by Ctrl+Enter. */
  const main = useRef<HTMLButtonElement>(null);
  useBillKeys({ box: paste.inputRef, onMain: () => main.current?.click() });
  const [opened, setOpened] = useState<string | null>(null);
  const plain = isPool ? createOrders : generateOrders;
  const may = useMemo(
    () => ({
      plain: can(plain.permission),
      recheck: isPool && can(createRechecks.permission),
      force: can(forceOrders.code),
      reprice: isPool && can(repriceLines.permission),
    }),
    [can, plain, isPool],
  );
  // Also of what cannot be ticked for want of a price.
  const acts = useMemo(
    () =>
      may.reprice
        ? [
            {
              key: 'reprice',
              label: repriceLines.title,
              icon: RefreshCw,
              isShown: ({ state }: PoolRow) => state === lineState.unreported || state === lineState.open,
              mayAct: mayPrice,
              onAct: (row: PoolRow) => setAnew([row]),
            },
          ]
        : [],
    [may],
  );
  const isRecheck = (asked?.rows ?? []).some(({ businessType }) => isRecheckKind(businessType));
  const command = isRecheck ? createRechecks : plain;
  const mixed = (rows: readonly PoolRow[]): boolean => new Set(rows.map(({ businessType }) => isRecheckKind(businessType))).size > 1;
  const isPlain = (rows: readonly PoolRow[]): boolean => rows.every(({ selectable }) => selectable);
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <PasteBox {...paste} />
      <chakra.div flex={1} minH={0}>
        <ListingScreen
          key={codes}
          list={list}
          screen={screen}
          cells={cells}
          mayTick={mayTick}
          acts={acts}
          onOpen={({ sampleCode }) => setOpened(sampleCode)}
          emptyText={['没有待开单的样本', 'Nothing is to be ordered']}
          tools={({ ticked }) => (
            <>
              {may.plain ? (
                <Button
                  ref={main}
                  size="sm"
                  variant="primary"
                  icon={ReceiptText}
                  keyHint="Ctrl+Enter"
                  disabled={ticked.length === 0 || ticked.length > mostLines || !isPlain(ticked) || mixed(ticked)}
                  onClick={() => setAsked({ rows: ticked, isForced: false })}
                >
                  {label(['开单 {count}', 'Order {count}'], { count: ticked.length })}
                </Button>
              ) : null}
              {may.force ? (
                <Button
                  size="sm"
                  icon={ShieldAlert}
                  disabled={ticked.length === 0 || ticked.length > mostLines || isPlain(ticked) || mixed(ticked)}
                  onClick={() => setAsked({ rows: ticked, isForced: true })}
                >
                  {label(['强制开单', 'Force'])}
                </Button>
              ) : null}
              {may.reprice ? (
                <Button
                  size="sm"
                  icon={RefreshCw}
                  disabled={ticked.length === 0 || ticked.length > mostAtOnce || !ticked.every((row) => mayPrice(row) === true)}
                  onClick={() => setAnew(ticked)}
                >
                  {label(repriceLines.title)}
                </Button>
              ) : null}
              {ticked.length > 0 ? (
                <chakra.span textStyle="dense" fontVariantNumeric="tabular-nums" aria-live="polite">
                  {label(['已选 {count}, 合计 {sum}, 将生成 {orders} 个订单', '{count} ticked, {sum} in all, {orders} orders'], {
                    count: ticked.length,
                    sum: sumOf(ticked),
                    orders: ordersOf(ticked),
                  })}
                </chakra.span>
              ) : null}
            </>
          )}
        />
      </chakra.div>
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
      {anew ? (
        <ActDrawer
          command={repriceLines}
          rows={anew.map(({ lineId }) => ({ lineId }))}
          nameOf={({ lineId }) => nameOfLine(anew.find((row) => row.lineId === lineId))}
          onClose={() => setAnew(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'bill'] })}
        />
      ) : null}
      {asked ? (
        <ActDrawer
          command={command}
          title={asked.isForced ? ['强制开单', 'Force orders'] : command.title}
          rows={[{ lineIds: asked.rows.map(({ lineId }) => lineId), forced: asked.isForced ? 1 : 0 }]}
          asks={asked.isForced ? command.asks : {}}
          nameOf={() => label(['{count} 个样本, {sum}', '{count} samples, {sum}'], { count: asked.rows.length, sum: sumOf(asked.rows) })}
          values={{ [forceReasonWire]: '' }}
          onClose={() => setAsked(null)}
          onDone={(done) => {
            void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
            for (const { answer } of done) {
              if (!answer) continue;
              const nos = answer.orders.map(({ orderNo }) => orderNo).join('、');
              notify.success(label(['已生成订单 {nos}', 'Made orders {nos}'], { nos }));
              const left = answer.rows.filter(({ success }) => !success);
              if (left.length > 0)
                notify.warn(
                  label(['{count} 条未入订单: {why}', '{count} are in no order: {why}'], {
                    count: left.length,
                    why: left
                      .slice(0, 5)
                      .map(({ code, text }) => `${code}: ${text ? label(text) : ''}`)
                      .join('; '),
                  }),
                );
            }
          }}
        />
      ) : null}
    </chakra.div>
  );
}
