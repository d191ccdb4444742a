import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, ChevronLeft, ChevronRight, Pencil, Printer, ReceiptText, Send, Trash2, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { lineState } from '#domain/bill/billChoices.ts';
import { viewLines, viewPeriods } from '#domain/bill/billRights.ts';
import { billCancelRefusal, billUnsentRefusal, cancelBills, editBill, editBillItem, removeBills, sendBills } from '#domain/bill/bills/billActs.ts';
import { createBill } from '#domain/bill/bills/billCreate.ts';
import { bills, type BillListRow } from '#domain/bill/bills/billRows.ts';
import { mostCodes } from '#domain/bill/exclusion/sampleExclusion.ts';
import { mostLines } from '#domain/bill/orders/orderGroups.ts';
import { orderPool, type PoolRow } from '#domain/bill/orders/orderRows.ts';
import { addDays, formatDate } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { sentAsOf } from '../monthBefore.ts';
import { PasteBox } from '../PasteBox.tsx';
import { useBillKeys } from '../useBillKeys.ts';
import { BillDrawer } from './BillDrawer.tsx';
import { BillSheet } from './BillSheet.tsx';
import { CreateBill } from './CreateBill.tsx';
import { FoundBills } from './FoundBills.tsx';
import { PeriodDrawer } from './PeriodDrawer.tsx';
import { StandingBar, type Standing } from './StandingBar.tsx';

const cells: Cells<BillListRow> = {
  billNo: { width: 180, least: 150, isMono: true },
  totalQty: { width: 80, least: 64, align: 'end' },
  totalAmount: { width: 110, least: 90, align: 'end' },
};
type Verb = 'send' | 'cancelSend' | 'remove';
const isBillable = ({ state }: PoolRow): boolean => state === lineState.ordered;
const mayTick = (row: BillListRow): boolean => billUnsentRefusal(row) === null;
/** The month `by` months from one, `yyyy-MM`. */
const monthFrom = (month: string, by: 1 | -1): string => (by === 1 ? addDays(`${month}-28`, 4) : addDays(`${month}-01`, -1)).slice(0, 7);

/** 账单管理: bills, sent, taken back, changed, removed and printed; above them where the month's lines stand, each part opening its lines. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const box = useRef<HTMLTextAreaElement>(null);
  const [month, setMonth] = useState(() => formatDate(Date.now()).slice(0, 7));
  const [standing, setStanding] = useState<Standing | null>(null);
  const [codes, setCodes] = useState('');
  const [opened, setOpened] = useState<Pick<BillListRow, 'billId' | 'billNo'> & Partial<BillListRow>>();
  const [asked, setAsked] = useState<{ readonly verb: Verb; readonly rows: readonly BillListRow[] } | null>(null);
  const [edited, setEdited] = useState<BillListRow | null>(null);
  const [printed, setPrinted] = useState<BillListRow | null>(null);
  const [billed, setBilled] = useState<readonly string[] | null>(null);
  const [isPeriods, setPeriods] = useState(false);
  /** Pressed by Ctrl+Enter. */
  const main = useRef<HTMLButtonElement>(null);
  useBillKeys({ box, onMain: () => main.current?.click() });
  const onPrinted = useCallback(() => setPrinted(null), []);
  const onFoundBill = useCallback((bill: { readonly billId: string; readonly billNo: string }) => setOpened(bill), []);
  const acts = useMemo((): readonly RowAct<BillListRow>[] => {
    const offered: readonly (RowAct<BillListRow> & { readonly permission: string })[] = [
      {
        key: 'send',
        label: ['发送', 'Send'],
        icon: Send,
        permission: sendBills.permission,
        isShown: ({ sended }) => sended === 0,
        mayAct: (row) => allowedBy(sendBills, billUnsentRefusal(row)),
        onAct: (row) => setAsked({ verb: 'send', rows: [row] }),
      },
      {
        key: 'cancelSend',
        label: ['取消发送', 'Take sending back'],
        icon: Undo2,
        isDanger: true,
        permission: cancelBills.permission,
        isShown: ({ sended }) => sended === 1,
        mayAct: (row) => allowedBy(cancelBills, billCancelRefusal(row)),
        onAct: (row) => setAsked({ verb: 'cancelSend', rows: [row] }),
      },
      { key: 'print', label: ['打印', 'Print'], icon: Printer, permission: '', onAct: setPrinted },
      {
        key: 'edit',
        label: ['修改', 'Change'],
        icon: Pencil,
        permission: editBill.permission,
        mayAct: (row) => allowedBy(editBill, billUnsentRefusal(row)),
        onAct: setEdited,
      },
      {
        key: 'remove',
        label: ['删除', 'Remove'],
        icon: Trash2,
        isDanger: true,
        permission: removeBills.permission,
        mayAct: (row) => allowedBy(removeBills, billUnsentRefusal(row)),
        onAct: (row) => setAsked({ verb: 'remove', rows: [row] }),
      },
    ];
    return offered.filter(({ permission }) => permission === '' || can(permission));
  }, [can]);
  const lines = useMemo(
    () => ({
      ...orderPool.screens![0]!,
      fixed: {
        standing: standing ?? '',
        receiveTimeBegin: `${month}-01 00:00:00`,
        receiveTimeEnd: `${addDays(`${monthFrom(month, 1)}-01`, -1)} 23:59:59`,
      },
    }),
    [standing, month],
  );
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
  const nameOf = ({ billId }: { readonly billId: string }): string => asked?.rows.find((row) => row.billId === billId)?.billNo ?? billId;
  const drawer = { rows: (asked?.rows ?? []).map(({ billId }) => ({ billId })), nameOf, onClose: () => setAsked(null), onDone: renew };
  const maySend = can(sendBills.permission);
  const mayCreate = can(createBill.permission);
  const isOpenBill = opened?.sended === 0 && opened.isVoidPending === 0;
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <PasteBox most={mostCodes} inputRef={box} onCodes={(found) => setCodes(found.join(','))} />
      {can(viewLines.code) ? (
        <chakra.div display="flex" alignItems="center" gap={1}>
          <IconButton size="sm" icon={ChevronLeft} label={label(['上月', 'The month before'])} onClick={() => setMonth(monthFrom(month, -1))} />
          <chakra.span textStyle="dense" fontVariantNumeric="tabular-nums">
            {month}
          </chakra.span>
          <IconButton size="sm" icon={ChevronRight} label={label(['下月', 'The month after'])} onClick={() => setMonth(monthFrom(month, 1))} />
          <StandingBar month={month} chosen={standing} onChoose={setStanding} />
          {can(viewPeriods.code) ? (
            <Button size="sm" icon={CalendarCheck} onClick={() => setPeriods(true)}>
              {label(['结账/重开', 'Close / reopen'])}
            </Button>
          ) : null}
        </chakra.div>
      ) : null}
      <chakra.div flex={1} minH={0}>
        {standing === null ? (
          <ListingScreen
            list={bills}
            cells={cells}
            acts={acts}
            onOpen={setOpened}
            mayTick={mayTick}
            emptyText={['没有账单', 'No bills']}
            tools={({ ticked }) =>
              maySend ? (
                <Button
                  ref={main}
                  size="sm"
                  variant="primary"
                  icon={Send}
                  keyHint="Ctrl+Enter"
                  disabled={ticked.length === 0}
                  onClick={() => setAsked({ verb: 'send', rows: ticked })}
                >
                  {label(['发送 {count}', 'Send {count}'], { count: ticked.length })}
                </Button>
              ) : null
            }
          />
        ) : (
          <ListingScreen
            key={`${standing} ${month}`}
            list={orderPool}
            screen={lines}
            mayTick={isBillable}
            emptyText={['没有明细', 'No lines']}
            tools={({ ticked }) =>
              mayCreate ? (
                <Button
                  ref={main}
                  size="sm"
                  variant="primary"
                  icon={ReceiptText}
                  keyHint="Ctrl+Enter"
                  disabled={ticked.length === 0 || ticked.length > mostLines}
                  onClick={() => setBilled(ticked.map(({ lineId }) => lineId))}
                >
                  {label(['生成账单 {count}', 'Bill {count}'], { count: ticked.length })}
                </Button>
              ) : null
            }
          />
        )}
      </chakra.div>
      {asked?.verb === 'send' ? <ActDrawer command={sendBills} values={sentAsOf()} {...drawer} /> : null}
      {asked?.verb === 'cancelSend' ? <ActDrawer command={cancelBills} {...drawer} /> : null}
      {asked?.verb === 'remove' ? <ActDrawer command={removeBills} {...drawer} /> : null}
      {edited ? (
        <ActDrawer
          command={editBill}
          rows={[{ billId: edited.billId, version: edited.version }]}
          nameOf={() => edited.billNo}
          values={{ billUnitId: edited.billUnitId, billName: edited.billName ?? '', remark: edited.remark ?? '' }}
          onClose={() => setEdited(null)}
          onDone={renew}
        />
      ) : null}
      {billed ? <CreateBill billed={{ lineIds: billed }} onClose={() => setBilled(null)} onDone={renew} /> : null}
      {codes === '' ? null : <FoundBills codes={codes} onBill={onFoundBill} onClose={() => setCodes('')} />}
      {isPeriods ? <PeriodDrawer month={monthFrom(month, -1)} onClose={() => setPeriods(false)} /> : null}
      {opened ? (
        <BillDrawer bill={opened} onChanged={isOpenBill && can(editBillItem.permission) ? renew : null} onClose={() => setOpened(undefined)} />
      ) : null}
      {printed ? <BillSheet bill={printed} onPrinted={onPrinted} /> : null}
    </chakra.div>
  );
}
