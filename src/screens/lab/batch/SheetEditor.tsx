import { chakra } from '@chakra-ui/react';
import { FileDown, PencilLine, Printer, Save, Send, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { inLanguage } from '#domain/kernel/label.ts';
import { saveBatch, runFields, sheetFields } from '#domain/lab/batch/saveBatch.ts';
import { batchKind, placeKind } from '#domain/lab/batch/sheetChoices.ts';
import { faultParams, sheetFaultTexts } from '#domain/lab/batch/sheetFaults.ts';
import type { BatchDetail } from '#domain/lab/batch/sheetRows.ts';
import { submitBatch, updateSheet, withdrawBatch } from '#domain/lab/batch/submitBatch.ts';
import { nextFree, plateFormat } from '#domain/lab/rules/plate.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { dropDraft, readDraft, saveDraft } from '#src/offline/store/drafts.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { useLatest } from '#src/ui/useLatest.ts';
import { PlaceTable } from './PlaceTable.tsx';
import {
  clearPlace,
  controlChoices,
  editedPlace,
  fillNext,
  movePlace,
  typeInto,
  type ControlChoice,
  type EditedPlace,
  type TypedKey,
} from './plateEdit.ts';
import { PlateGrid } from './PlateGrid.tsx';
import { useSheetRedo } from '../redo/useSheetRedo.tsx';
import { amountsOf, draftOf, headOf } from './sheetPayload.ts';
import { ScanPanel } from './ScanPanel.tsx';
import { SheetPrint } from './SheetPrint.tsx';
import { staleDraft, SubmitDrawer, takeFile } from './SheetSubmit.tsx';
import { useSheetFaults } from './useSheetFaults.ts';
import { useSheetScan } from './useSheetScan.ts';

interface Draft {
  readonly version: number;
  readonly places: readonly EditedPlace[];
}

/** One run sheet: its plate, its places, who submits it with whom. What is not saved yet is kept on this computer. */
export function SheetEditor({
  sheet,
  onChanged,
  onClose,
}: {
  readonly sheet: BatchDetail;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const { label, language } = useText();
  const { can } = useSession();
  const isLocked = sheet.isSubmit === 1;
  const mayEdit = can(saveBatch.permission);
  const [places, setPlaces] = useState<readonly EditedPlace[]>(() => sheet.places.map(editedPlace));
  const [isDirty, setDirty] = useState(false);
  const [wish, setWish] = useState<string | null>(null);
  const [told, setTold] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const [asking, setAsking] = useState<'head' | 'run' | 'submit' | 'withdraw' | null>(null);
  // Read anew it stays open with whatever is being asked above it, and what was not saved stays, too.
  const [read, setRead] = useState(sheet.places);
  if (read !== sheet.places) {
    setRead(sheet.places);
    setTold(new Map());
    if (!isDirty) setPlaces(sheet.places.map(editedPlace));
  }
  // A scan that is answered while another change is drawn must see that change.
  const current = useRef(places);
  useEffect(() => {
    current.current = places;
  }, [places]);
  // What was saved here is known before it is read again.
  const ownVersion = useRef(sheet.version);
  const draftKey = `lab-batch:${sheet.ruleId}`;
  const change = useCallback(
    (next: readonly EditedPlace[]): void => {
      current.current = next;
      setPlaces(next);
      setDirty(true);
      setTold(new Map());
      void saveDraft(draftKey, { version: Math.max(sheet.version, ownVersion.current), places: next } satisfies Draft);
    },
    [draftKey, sheet.version],
  );
  const dirty = useLatest(isDirty);
  useEffect(() => {
    let isGone = false;
    void readDraft<Draft>(draftKey).then(async (draft) => {
      if (!draft || isGone) return;
      const isStale = draft.value.version !== sheet.version;
      if (!isStale && dirty.current) return;
      if (isStale && !(await confirm(staleDraft))) {
        await dropDraft(draftKey);
        if (isGone) return;
        setPlaces(sheet.places.map(editedPlace));
        return setDirty(false);
      }
      if (isGone) return;
      current.current = draft.value.places;
      setPlaces(draft.value.places);
      setDirty(true);
      if (!isStale) notify.info(['已恢复上次未保存的内容', 'What was not saved is back']);
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a sheet has other places only in another version
  }, [draftKey, sheet.version]);

  const wished = useLatest(wish);
  const redo = useSheetRedo(sheet, onChanged);
  const scanning = useSheetScan(sheet, {
    read: () => current.current,
    write: (next) => {
      setWish(null);
      change(next);
    },
    wish: () => wished.current,
  });
  const { scans, forget } = scanning;
  const { faults, atWells } = useSheetFaults(sheet, places, told);
  const format = sheet.plateFormat;
  const taken = new Set(places.map(({ at }) => at));
  const next =
    format === plateFormat.none ? null : wish !== null && !taken.has(wish) ? wish : nextFree(format, taken, wish ?? places.at(-1)?.at ?? null);

  /** Saves the places, with the sheet's own facts as they stand or as they were asked for. */
  const save = async (head: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const version = Math.max(sheet.version, ownVersion.current);
    const made = await (isLocked
      ? sendCommand(updateSheet, amountsOf(sheet, version, current.current), newRequestId())
      : sendCommand(saveBatch, draftOf(sheet, version, current.current, head), newRequestId()));
    ownVersion.current = made.version;
    await dropDraft(draftKey);
    setDirty(false);
    notify.success(['已保存', 'Saved']);
    onChanged();
  };
  const press = async (): Promise<void> => {
    setSaving(true);
    try {
      await save();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setTold(new Map((error.problems ?? []).map(({ field, params }) => [field, inLanguage((params['text'] as never) ?? ['', ''], language)])));
      notify.error(error.isTransport ? ['此操作需要网络,内容已保留', 'This needs the network; what you typed stays'] : error.message);
    } finally {
      setSaving(false);
    }
  };
  const controls = useMemo(() => controlChoices(sheet.lots), [sheet.lots]);
  const addControl = ({ kind, qcLotId, lotName }: ControlChoice): void => {
    const filled = fillNext(format, current.current, { kind, qcLotId, lotName }, wish);
    if (!filled) return notify.warn(['板已满', 'The plate is full']);
    setWish(null);
    change(filled.places);
  };
  const clear = useCallback(
    (at: string): void => {
      change(clearPlace(format, current.current, at));
      forget(at);
    },
    [change, forget, format],
  );
  const clearLatest = useLatest(clear);
  const onClear = useCallback((at: string) => clearLatest.current(at), [clearLatest]);
  const onType = useCallback((at: string, key: TypedKey, text: string) => change(typeInto(current.current, at, key, text)), [change]);
  const lastPlaced = scans.find(({ at }) => at !== null && taken.has(at));
  const isOpen = !isLocked && mayEdit;

  return (
    <>
      <SideDrawer
        size="lg"
        title={`${sheet.batch}  ${label(batchKind.labelOf(sheet.batchKind) ?? ['', ''])}`}
        aside={
          <chakra.div display="flex" gap={2}>
            {isOpen ? (
              <Button size="sm" icon={PencilLine} onClick={() => setAsking('head')}>
                {label(['表头', 'Sheet'])}
              </Button>
            ) : mayEdit ? (
              <Button size="sm" icon={PencilLine} onClick={() => setAsking('run')}>
                {label(['上机信息', 'Run facts'])}
              </Button>
            ) : null}
            <Button size="sm" icon={FileDown} onClick={() => void takeFile(sheet, 'xlsx')}>
              xlsx
            </Button>
            <Button size="sm" icon={FileDown} onClick={() => void takeFile(sheet, 'illumina')}>
              Illumina CSV
            </Button>
            <Button size="sm" icon={Printer} onClick={() => window.print()}>
              {label(['打印', 'Print'])}
            </Button>
          </chakra.div>
        }
        onClose={onClose}
        footer={
          <chakra.div display="flex" gap={2} alignItems="center">
            {isDirty ? <StatusWord tone="warning">{label(['未保存', 'Not saved'])}</StatusWord> : null}
            {mayEdit ? (
              <Button icon={Save} isBusy={isSaving} disabled={!isDirty} onClick={() => void press()}>
                {label(isLocked ? ['保存浓度', 'Save amounts'] : ['保存', 'Save'])}
              </Button>
            ) : null}
            {can(submitBatch.permission) ? (
              isLocked ? (
                <Button variant="danger" icon={Undo2} disabled={isDirty} onClick={() => setAsking('withdraw')}>
                  {label(['撤回', 'Withdraw'])}
                </Button>
              ) : (
                <Button
                  variant="primary"
                  icon={Send}
                  disabled={isDirty || faults.length > 0}
                  title={isDirty ? label(['请先保存', 'Save first']) : undefined}
                  onClick={() => setAsking('submit')}
                >
                  {label(['提交', 'Submit'])}
                </Button>
              )
            ) : null}
          </chakra.div>
        }
      >
        <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0}>
          <chakra.div display="flex" gap={2} flexWrap="wrap" alignItems="center" textStyle="dense">
            <Tag tone={isLocked ? 'success' : 'info'}>
              {isLocked
                ? label(['{operator} 提交,{reviewer} 复核 {at}', 'Submitted by {operator}, reviewed by {reviewer} {at}'], {
                    operator: sheet.operator,
                    reviewer: sheet.reviewer,
                    at: sheet.submitTime,
                  })
                : label(['草稿', 'Draft'])}
            </Tag>
            <span>
              {[sheet.laboratoryName, sheet.panelGroupName, sheet.instrumentName].filter(Boolean).join(' / ')}{' '}
              {label(['样本 {count}', 'Samples: {count}'], { count: places.filter(({ kind }) => kind === placeKind.sample).length })}
            </span>
            {isLocked
              ? null
              : faults.map((fault) => (
                  <Tag key={fault.code} tone="danger">
                    {label(sheetFaultTexts[fault.code], faultParams(fault))}
                  </Tag>
                ))}
          </chakra.div>
          <chakra.div display="grid" gap={3} gridTemplateColumns={isOpen ? '300px minmax(0, 1fr)' : 'minmax(0, 1fr)'}>
            {isOpen ? (
              <ScanPanel
                scanning={scanning}
                next={next}
                controls={controls}
                onControl={addControl}
                onUndo={lastPlaced?.at ? () => clear(lastPlaced.at ?? '') : null}
              />
            ) : null}
            {format === plateFormat.none ? null : (
              <PlateGrid
                format={format}
                places={places}
                faults={atWells}
                next={next}
                isReadOnly={!isOpen}
                onNext={setWish}
                onMove={(from, to) => change(movePlace(format, current.current, from, to))}
                onClear={onClear}
              />
            )}
          </chakra.div>
          <PlaceTable places={places} faults={atWells} isLocked={isLocked} mayType={mayEdit} onType={onType} onClear={onClear} redo={redo} />
        </chakra.div>
      </SideDrawer>
      {redo.drawer}
      <SheetPrint sheet={sheet} places={places} />
      {asking === 'head' ? (
        <AskDrawer
          title={label(['上机表 {batch}', 'Run sheet {batch}'], { batch: sheet.batch })}
          fields={{ ...sheetFields, ...runFields }}
          values={headOf(sheet)}
          columns={2}
          act={['保存', 'Save']}
          onAct={save}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'run' ? (
        <AskDrawer
          title={label(updateSheet.title)}
          fields={runFields}
          values={headOf(sheet)}
          columns={2}
          act={['保存', 'Save']}
          onAct={async (values) => {
            await sendCommand(updateSheet, { ruleId: sheet.ruleId, version: sheet.version, ...values }, newRequestId());
            onChanged();
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'submit' ? <SubmitDrawer sheet={sheet} onDone={onChanged} onClose={() => setAsking(null)} /> : null}
      {asking === 'withdraw' ? (
        <ActDrawer
          command={withdrawBatch}
          rows={[{ ruleId: sheet.ruleId, version: sheet.version }]}
          nameOf={() => sheet.batch}
          onDone={onChanged}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
