import { chakra } from '@chakra-ui/react';
import { Ban } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { dayStart } from '#domain/kernel/dates.ts';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { mostPhotos } from '#domain/sample/reject/deskPhotos.ts';
import { rejectAdd, type RejectAddPayload } from '#domain/sample/reject/rejectAdd.ts';
import { rejectClients, rejectReasons, rejectRecords } from '#domain/sample/reject/rejectRows.ts';
import { problemsOf, saidAt } from '#src/console/act/AskDrawer.tsx';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { actVerdict, type Refusing } from '#src/console/desk/actVerdict.ts';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { HeldPictures } from '#src/console/pictures/HeldPictures.tsx';
import type { PageSource } from '#src/console/pictures/useTakePages.ts';
import { useOpenedPayloads } from '#src/console/useOpenedPayloads.ts';
import { useOperation, useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { enqueueWithPhotos, reducedPhotos } from '#src/offline/act/enqueueWithPhotos.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { counts } from '#src/offline/store/standing.ts';
import { ListChart } from '#src/resource/ListChart.tsx';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { useCountedRows } from '#src/resource/useCountedRows.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SaveBar } from '#src/ui/SaveBar.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { ReasonTiles } from './ReasonTiles.tsx';
import { rejectCells } from './rejectCells.tsx';
import { ScannedCodes } from './ScannedCodes.tsx';
import { useRejectActs } from './useRejectActs.tsx';

const texts = {
  prompt: ['扫描要拒收的样本条码', 'Scan the samples to reject'],
  idle: ['待扫描', 'Ready'],
  listed: ['已列入', 'On the list'],
  rejected: ['已拒收', 'Rejected'],
  notRejected: ['拒收未成', 'Not rejected'],
  nothing: ['请先扫描样本', 'Scan a sample first'],
} as const satisfies Record<string, Label>;
const unfiltered = {};
const settings = { rejectCode: { control: ReasonTiles } };
const panelId = 'reject-lists';
const panes = [
  { key: 'records', title: ['拒收记录', 'Rejections'] },
  { key: 'clients', title: ['送检单位拒收率', 'Rates by client'] },
] as const;
const clientSearch = ['sendSampleClientId', 'laboratoryId', 'applyCreateTime'];
const search = ['sampleCode', 'rejectCode', 'sendSampleClientId', 'applyCreator', 'applyCreateTime'];

/** The desk of rejections: scan tubes, press a reason, photograph with F4, Ctrl+Enter. Works without network, photographs too. */
export function Screen() {
  const { label, language } = useText();
  const { can } = useSession();
  const { acts, open, shown } = useRejectActs();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [pictures, setPictures] = useState<readonly PageSource[]>([]);
  const [lastOpId, setLastOpId] = useState<string | null>(null);
  const [start] = useState({ measure: 1, sendSms: 1 });
  const [pane, setPane] = useState<(typeof panes)[number]['key']>('records');
  const operations = useOperations({ types: [rejectAdd.name], since: dayStart() });
  const last = useOperation(lastOpId);
  // Their reasons lie sealed in the acts.
  const latest = useMemo(() => operations.slice(-10), [operations]);
  const said = useOpenedPayloads<RejectAddPayload>(latest);
  const done = useCallback(
    ({ opId }: OutboxOperation): Refusing => ({ word: texts.rejected, failed: texts.notRejected, reason: said.get(opId)?.reason ?? '' }),
    [said],
  );
  const status = useOutboxStatus();
  const { openPoint, opened } = useCountedRows(rejectReasons, unfiltered);
  const reasons = useAsked('GET sample/reject-record/reason-page', { size: 20 });
  const addPictures = useCallback((more: readonly PageSource[]) => setPictures((before) => [...before, ...more]), []);
  const mayReject = can(rejectAdd.permission);
  const form = useDescribedForm({
    fields: rejectAdd.asks,
    values: start,
    isSavedByLastEnter: false,
    onSave: async (values): Promise<readonly Problem[] | void> => {
      if (codes.length === 0) return [saidAt(undefined, texts.nothing)];
      try {
        const photos = await reducedPhotos(pictures.map(({ source }) => source));
        for (const sampleCode of codes) setLastOpId((await enqueueWithPhotos(rejectAdd, { sampleCode, ...values }, photos)).opId);
      } catch (error) {
        if (error instanceof ImageError) return [saidAt(undefined, error.label)];
        return problemsOf(error, rejectAdd.refusedAt);
      }
      playSound('ok');
      notify.success(['已登记拒收,已保存到本机,待上传', 'Rejection saved on this computer, waiting to be sent']);
      setCodes([]);
      setPictures([]);
      form.methods.reset(start);
      return undefined;
    },
  });
  useKeyDown((event) => {
    if (isBehind()) return;
    if (event.key !== 'Enter' || !event.ctrlKey) return;
    event.preventDefault();
    if (mayReject) void form.save();
  });
  const verdict = useMemo(
    () =>
      codes.length > 0
        ? { kind: 'idle' as const, word: texts.listed, detail: String(codes.length), code: codes.at(-1)! }
        : last
          ? { ...actVerdict(last, done, language), code: last.subject }
          : { kind: 'idle' as const, word: texts.idle, detail: '', code: '' },
    [codes, last, done, language],
  );
  return (
    <DeskLayout
      leftLabel={label(['扫描', 'Scan'])}
      rightLabel={label(rejectAdd.title)}
      left={
        <ScanSide>
          <ScanBox
            label={texts.prompt}
            placeholder={texts.prompt}
            onScan={({ code }) => setCodes((before) => (before.includes(code) ? before : [...before, code]))}
          />
          <Verdict {...verdict} />
          <ActLog operations={operations} done={done} />
        </ScanSide>
      }
      right={
        <>
          <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={3} data-testid="reject-desk">
            <ScannedCodes codes={codes} onRemove={(code) => setCodes((before) => before.filter((one) => one !== code))} />
            <FormGrid form={form} columns={1} only={['rejectCode']} settings={settings} />
            <FormGrid form={form} columns={3} only={['measure', 'reason', 'sendSms']} hasSummary={false} />
            <HeldPictures
              pictures={pictures}
              most={mostPhotos}
              onAdd={addPictures}
              onRemove={(at) => setPictures((before) => before.filter((_picture, index) => index !== at))}
              cameraKey="F4"
            />
            <SaveBar>
              <Button
                variant="danger"
                icon={Ban}
                keyHint="Ctrl+Enter"
                isBusy={form.isSaving}
                disabled={!mayReject || codes.length === 0}
                title={mayReject ? undefined : label(['没有权限', 'Not permitted'])}
                onClick={() => void form.save()}
              >
                {label(['拒收 {count}', 'Reject {count}'], { count: codes.length })}
              </Button>
            </SaveBar>
          </chakra.form>
          {reasons.data && reasons.data.records.length > 0 ? (
            <ListChart list={rejectReasons} points={reasons.data.records} isStale={false} onOpen={openPoint} />
          ) : null}
          {opened}
          <chakra.div {...tabPanel(panelId, pane)} display="flex" flexDirection="column" gap={2} flex={1} minH="260px">
            <TabList panelId={panelId} label={['拒收', 'Rejections']} tabs={panes} chosen={pane} onChoose={setPane} />
            {pane === 'clients' ? (
              <ListPanel
                list={rejectClients}
                screen="/sample/operate-reject/clients"
                isInAddress
                search={clientSearch}
                emptyText={['没有拒收', 'No rejections']}
              />
            ) : (
              <ListPanel
                list={rejectRecords}
                screen="/sample/operate-reject"
                isInAddress
                search={search}
                cells={rejectCells}
                acts={acts}
                onOpen={open}
                emptyText={['没有拒收记录', 'No rejections']}
              />
            )}
          </chakra.div>
          {shown}
        </>
      }
      foot={
        <>
          <Count label={label(['今日拒收', 'Rejected today'])} value={operations.filter(counts).length} />
          <TrayCount status={status} />
        </>
      }
    />
  );
}
