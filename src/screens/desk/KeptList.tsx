import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { keptReasonLabels, rejectAsks, type KeptDecision, type KeptRow } from '#domain/desk/keptAct.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useLanguage } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { shortId } from './deviceColumns.tsx';
import { KeptDrawer } from './KeptDrawer.tsx';
import { actTitle } from './operationText.ts';
import { outcomeText, outcomeWords } from './outcomeText.ts';

/** A row with what came of it in this sitting. */
type Row = KeptRow & { readonly decided: KeptDecision | undefined };

function OutcomeCell({ row }: { readonly row: Row }) {
  const language = useLanguage();
  if (!row.decided) return null;
  const { word, tone } = outcomeWords[row.decided.status];
  const why = outcomeText({ type: row.type, ...row.decided }, language);
  return <StatusWord tone={tone}>{why ? `${inLanguage(word, language)}: ${why}` : inLanguage(word, language)}</StatusWord>;
}

const columns: readonly TableColumn<Row>[] = [
  actTimeColumn({ key: 'keptTime', title: ['操作时间', 'Done at'], ...timeWidths }, ({ occurredAt, keptTime }) => ({
    at: occurredAt ?? keptTime,
    serverTime: keptTime,
  })),
  { key: 'authorName', title: ['操作人', 'Done by'], width: 100, text: ({ authorName, authorAccount }) => `${authorName} ${authorAccount}` },
  { key: 'type', title: ['操作', 'Act'], width: 120, text: ({ type }, language) => actTitle(type, language) },
  { key: 'subject', title: ['对象', 'Subject'], width: 130, isMono: true },
  { key: 'reason', title: ['暂存原因', 'Kept because'], width: 120, text: ({ reason }, language) => inLanguage(keptReasonLabels[reason], language) },
  { key: 'deviceId', title: ['前台', 'Desk'], width: 104, isMono: true, isHidden: true, text: ({ deviceId }) => shortId(deviceId) },
  { key: 'seq', title: ['序号', 'Number'], width: 80, align: 'end', isHidden: true },
  {
    key: 'outcome',
    title: ['处置结果', 'Outcome'],
    width: 240,
    text: (row, language) => (row.decided ? inLanguage(outcomeWords[row.decided.status].word, language) : ''),
    cell: (row) => <OutcomeCell row={row} />,
  },
  { key: 'courierName', title: ['上传人', 'Uploaded by'], width: 90, isHidden: true, text: ({ courierName }) => courierName ?? '' },
];

/** Acts whose authors may no longer act: a supervisor releases or rejects each, one by one or many at once, and hears of every row. */
export function KeptList() {
  const { label } = useText();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const [size, setSize] = usePageSize();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState<ReadonlyMap<string, KeptDecision>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const [rejecting, setRejecting] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<KeptRow | null>(null);
  const view = useTableView('/desk/devices/kept', columns);
  const list = useAsked('GET sample/offline/kept/page', { current: page, size, isDecided: 0 });
  const rows = list.data?.records.map((row): Row => ({ ...row, decided: decided.get(row.opId) }));
  const picked = [...ticked];

  const decide = async (opIds: readonly string[], reason?: string): Promise<void> => {
    setBusy(true);
    try {
      const answers = await (reason === undefined
        ? ask('POST sample/offline/kept/release', { body: { opIds } })
        : ask('POST sample/offline/kept/reject', { body: { opIds, reason } }));
      const left = answers.filter(({ status }) => status === 'kept').length;
      setDecided((known) => new Map([...known, ...answers.map((answer) => [answer.opId, answer] as const)]));
      setTicked(new Set());
      if (left > 0)
        notify.warn(['{done} 项已处置,{left} 项未处置,原因见列表', '{done} decided, {left} not: see the list'], {
          params: { done: answers.length - left, left },
        });
      else notify.success(['已处置 {count} 项', '{count} decided'], { params: { count: answers.length } });
    } catch (error) {
      if (isTransportError(error)) notify.error(['连接不上服务器', 'The server cannot be reached']);
    } finally {
      setBusy(false);
    }
  };
  const refresh = (): void => {
    setDecided(new Map());
    void queries.invalidateQueries({ queryKey: ['call', 'sample'] });
  };
  const isOpen = (row: Row): boolean => row.decided === undefined || row.decided.status === 'kept';
  return (
    <>
      <Toolbar view={view} columns={columns} onRefresh={refresh} isRefreshing={list.isStale}>
        <Button size="sm" variant="primary" icon={Check} isBusy={isBusy} disabled={picked.length === 0} onClick={() => void decide(picked)}>
          {label(['放行所选', 'Release ticked'])}
        </Button>
        <Button size="sm" icon={X} disabled={picked.length === 0 || isBusy} onClick={() => setRejecting(picked)}>
          {label(['驳回所选', 'Reject ticked'])}
        </Button>
        <chakra.span textStyle="dense" color="fg.muted">
          {label(['放行: 以原操作人名义执行,记录放行人', 'Release: done as the author’s, with who released it'])}
        </chakra.span>
      </Toolbar>
      <DataTable
        label={['暂存操作', 'Kept acts']}
        screen="/desk/devices/kept"
        view={view}
        columns={columns}
        extent={{
          page,
          size,
          total: Number(list.data?.total ?? 0),
          onPage: setPage,
          onSize: setSize,
          tickedCount: picked.length,
          onClearTicks: () => setTicked(new Set()),
        }}
        rows={rows}
        rowKey={({ opId }) => opId}
        onOpen={setShown}
        acts={[
          { key: 'open', label: ['查看', 'View'], onAct: setShown },
          { key: 'release', label: ['放行', 'Release'], onAct: (row) => void decide([row.opId]), isShown: isOpen },
          { key: 'reject', label: ['驳回', 'Reject'], isDanger: true, onAct: (row) => setRejecting([row.opId]), isShown: isOpen },
        ]}
        ticks={{ ticked, onTick: setTicked, mayTick: isOpen }}
        indexFrom={(page - 1) * size + 1}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={['没有暂存的操作', 'No act waits for a supervisor']}
      />
      {shown ? <KeptDrawer row={shown} onClose={() => setShown(null)} /> : null}
      {rejecting.length > 0 ? (
        <AskDrawer
          title={label(['驳回 {count} 项操作', 'Reject {count} acts'], { count: rejecting.length })}
          fields={rejectAsks}
          act={['驳回', 'Reject']}
          isDanger
          onAct={({ reason }) => decide(rejecting, reason)}
          onClose={() => setRejecting([])}
        />
      ) : null}
    </>
  );
}
