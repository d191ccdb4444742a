import { chakra } from '@chakra-ui/react';
import { ClipboardPlus, Gavel } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import { dayStart } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { abnormalSubmit } from '#domain/sample/abnormal/abnormalActs.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { abnormalCases, type AbnormalRow } from '#domain/sample/abnormal/abnormalRows.ts';
import { mostPhotos } from '#domain/sample/reject/deskPhotos.ts';
import { problemsOf, saidAt } from '#src/console/act/AskDrawer.tsx';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { CountsFailed } from '#src/console/desk/CountsFailed.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { HeldPictures } from '#src/console/pictures/HeldPictures.tsx';
import type { PageSource } from '#src/console/pictures/useTakePages.ts';
import { useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { enqueueWithPhotos, reducedPhotos } from '#src/offline/act/enqueueWithPhotos.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SaveBar } from '#src/ui/SaveBar.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { ScannedCodes } from '../reject/ScannedCodes.tsx';
import { abnormalCells } from './abnormalCells.tsx';
import { isOpenCase, useCaseActs } from './useCaseActs.tsx';

const prompt: Label = ['扫描异常样本条码,可多个', 'Scan the samples concerned'];
const registered: Label = ['已登记', 'Registered'];
const search = ['caseNo', 'sampleCode', 'severity', 'caseCode', 'isOverdue', 'foundUserName', 'foundTime'];

const Tile = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    minW: '104px',
    px: 3,
    py: 2,
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    textAlign: 'left',
    cursor: 'pointer',
    bg: 'bg.input',
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed=true]': { borderColor: 'accent.focus', bg: 'accent.subtle' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
  },
});

/** The board of abnormal cases: how many stand in each state, overdue ones in red, those of the pressed state below; scanned samples become a case. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const { acts, open, process, renew, shown } = useCaseActs();
  const [state, setState] = useState<number>(caseState.waiting);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [pictures, setPictures] = useState<readonly PageSource[]>([]);
  const [rows, setRows] = useState<readonly AbnormalRow[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isTold, setTold] = useState(false);
  const [start] = useState({ stage: 1, severity: 2, isHold: 0 });
  const board = useAsked('GET sample/abnormal-registration/board', {});
  const operations = useOperations({ types: [abnormalSubmit.name], since: dayStart() });
  const status = useOutboxStatus();
  const hear = useCallback((next: readonly AbnormalRow[]) => setRows(next), []);
  const addPictures = useCallback((more: readonly PageSource[]) => setPictures((before) => [...before, ...more]), []);
  const chosen = useMemo(() => rows.filter((row) => ticked.has(row.caseId) && isOpenCase(row)), [rows, ticked]);
  const query = useMemo(() => ({ state }), [state]);
  const maySubmit = can(abnormalSubmit.permission);
  const form = useDescribedForm({
    fields: abnormalSubmit.asks,
    values: start,
    isSavedByLastEnter: false,
    onSave: async (values): Promise<readonly Problem[] | void> => {
      try {
        const photos = await reducedPhotos(pictures.map(({ source }) => source));
        await enqueueWithPhotos(abnormalSubmit, { ...values, sampleCodes: [...codes], isTold }, photos);
      } catch (error) {
        if (error instanceof ImageError) return [saidAt(undefined, error.label)];
        return problemsOf(error, abnormalSubmit.refusedAt);
      }
      playSound('ok');
      notify.success(['已登记异常,已保存到本机,待上传', 'The case is saved on this computer, waiting to be sent']);
      setCodes([]);
      setPictures([]);
      form.methods.reset(start);
      renew();
      return undefined;
    },
  });
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !event.ctrlKey || isBehind()) return;
    event.preventDefault();
    if (maySubmit) void form.save();
  });
  return (
    <DeskLayout
      leftLabel={label(abnormalSubmit.title)}
      rightLabel={label(['异常看板', 'Cases'])}
      left={
        <>
          <ScanBox
            label={prompt}
            placeholder={prompt}
            onScan={({ code }) => setCodes((before) => (before.includes(code) ? before : [...before, code]))}
          />
          <ScannedCodes codes={codes} onRemove={(code) => setCodes((before) => before.filter((one) => one !== code))} />
          <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={3} data-testid="abnormal-desk">
            <FormGrid form={form} columns={1} />
            <HeldPictures
              pictures={pictures}
              most={mostPhotos}
              onAdd={addPictures}
              onRemove={(at) => setPictures((before) => before.filter((_picture, index) => index !== at))}
              cameraKey="F4"
            />
            <chakra.label display="flex" gap={2} alignItems="center" textStyle="dense">
              <input type="checkbox" checked={isTold} onChange={(event) => setTold(event.currentTarget.checked)} />
              {label(['邮件通知送检单位和销售', 'Tell the client and its salesperson by mail'])}
            </chakra.label>
            <SaveBar>
              <Button
                variant="primary"
                icon={ClipboardPlus}
                keyHint="Ctrl+Enter"
                isBusy={form.isSaving}
                disabled={!maySubmit}
                title={maySubmit ? undefined : label(['没有权限', 'Not permitted'])}
                onClick={() => void form.save()}
              >
                {label(abnormalSubmit.title)}
              </Button>
            </SaveBar>
          </chakra.form>
          <ActLog operations={operations} done={registered} />
        </>
      }
      right={
        <>
          <chakra.div display="flex" flexWrap="wrap" gap={2} data-board>
            <CountsFailed of={board} />
            {(board.data ?? []).map((one) => (
              <Tile key={one.state} type="button" aria-pressed={one.state === state} onClick={() => setState(one.state)}>
                <chakra.span textStyle="note" color="fg.muted">
                  {label(caseState.labelOf(one.state) ?? ['', ''])}
                </chakra.span>
                <chakra.strong textStyle="figures">{one.caseCount}</chakra.strong>
                {one.overdueCount > 0 ? (
                  <chakra.span textStyle="note" color="danger.text">
                    {label(['超期 {count}', '{count} overdue'], { count: one.overdueCount })}
                  </chakra.span>
                ) : null}
              </Tile>
            ))}
          </chakra.div>
          {process ? (
            <div>
              <Button icon={Gavel} disabled={chosen.length === 0} onClick={() => process(chosen)}>
                {label(['处理所选 {count}', 'Decide {count}'], { count: chosen.length })}
              </Button>
            </div>
          ) : null}
          <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="260px">
            <ListPanel
              list={abnormalCases}
              screen="/sample/operate-abnormal"
              query={query}
              isInAddress
              search={search}
              cells={abnormalCells}
              onRows={hear}
              acts={acts}
              onOpen={open}
              ticks={process ? { ticked, onTick: setTicked, mayTick: isOpenCase } : undefined}
              emptyText={['没有异常登记', 'No cases']}
            />
          </chakra.div>
          {shown}
        </>
      }
      foot={
        <>
          <Count label={label(['今日登记', 'Registered today'])} value={operations.length} />
          <TrayCount status={status} />
        </>
      }
    />
  );
}
