import { chakra } from '@chakra-ui/react';
import { Camera, FolderOpen } from 'lucide-react';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayStart } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { imageKind, uploadImage, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { isTransportError } from '#src/api/call.ts';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { useRequisitionPages, type RequisitionPage } from '#src/console/desk/useRequisitionPages.ts';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { useOperations } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { keepPdfReader } from '#src/offline/blobs/pdfPage.ts';
import { canTakeImages } from '#src/offline/store/diskSpace.ts';
import { canSeal } from '#src/offline/keys/deskKeys.ts';
import { needsPerson } from '#src/offline/store/operation.ts';
import { discardOperation } from '#src/offline/act/tray.ts';
import { Button } from '#src/ui/Button.tsx';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox, type ScanBoxHandle } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { CameraPanel } from '#src/console/pictures/CameraPanel.tsx';
import { PageTiles } from './images/PageTiles.tsx';
import { Paper } from './images/PaperPane.tsx';
import { pagesOf } from '#src/console/pictures/pictureFiles.ts';
import { TodayImages } from './images/TodayImages.tsx';
import { useTakePages, type PageSource } from '#src/console/pictures/useTakePages.ts';
import { errorText } from '#src/console/errorText.ts';

const texts = {
  scan: ['扫描申请单条码', 'Scan a requisition'],
  ready: ['可以拍照', 'Ready'],
  idle: ['待扫描', 'Waiting for a scan'],
  done: ['已上传', 'There'],
  noSpace: ['本机存储空间不足,暂停拍照;文字录入不受影响', 'This computer is short of storage: no pictures for now; typing goes on'],
  unsupported: ['此地址不是 https,不能拍照上传', 'Pictures need https; this address is not'],
} as const satisfies Record<string, Label>;

/** Photographs of requisitions: scan the code, shoot, drop or paste its pages, scan the next. Works without network. */
export function Screen() {
  const { label } = useText();
  const [params, setParams] = useSearchParams();
  const code = params.get('code') ?? '';
  const [kind, setKind] = useState<ImageKind>(imageKind.requisition);
  const [isCameraOn, setCameraOn] = useState(false);
  const [viewed, setViewed] = useState<number | null>(null);
  const [hasRoom, setRoom] = useState(true);
  const box = useRef<ScanBoxHandle>(null);
  const picker = useRef<HTMLInputElement>(null);
  const operations = useOperations({ types: [uploadImage.name], since: dayStart() });
  const { pages, isLoading, error, retry } = useRequisitionPages(code);
  const nextPage = useCallback(
    (requisitionCode: string) => (requisitionCode === code ? Math.max(0, ...pages.map(({ pageNo }) => pageNo)) : 0) + 1,
    [code, pages],
  );
  const { take, busyCount } = useTakePages(kind, nextPage);
  const fault = !canSeal() ? texts.unsupported : hasRoom ? null : texts.noSpace;

  // While there is a network: a PDF may come without one.
  useEffect(() => void keepPdfReader().catch(() => undefined), []);
  useEffect(() => {
    void canTakeImages().then(setRoom);
  }, [operations.length]);

  const takeAll = useCallback(
    (sources: readonly PageSource[]) => {
      if (sources.length === 0) return;
      void take(code, sources).then(() => box.current?.focus());
    },
    [take, code],
  );
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const sources = pagesOf(event.clipboardData?.files ?? []);
      if (sources.length === 0) return;
      event.preventDefault();
      // A pasted picture's name is the browser's own.
      takeAll(sources.map(({ source }) => ({ source })));
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [takeAll]);

  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    takeAll(pagesOf(event.dataTransfer.files));
  };
  const dropPage = async ({ operation }: RequisitionPage): Promise<void> => {
    if (!operation) return;
    try {
      await discardOperation(operation.opId, label(['拍照后撤销', 'Taken back after the photograph']));
    } catch (failed) {
      notify.error(errorText(failed, label));
    }
  };
  const living = useMemo(() => operations.filter(({ state }) => state !== 'discarded' && state !== 'superseded'), [operations]);
  const waiting = living.filter((operation) => operation.state !== 'acked' && !needsPerson(operation)).length;

  return (
    <DeskLayout
      leftLabel={label(['扫描与拍照', 'Scan and shoot'])}
      rightLabel={label(['页面', 'Pages'])}
      left={
        <>
          <ScanSide>
            <ScanBox
              ref={box}
              label={texts.scan}
              placeholder={texts.scan}
              keepsFocus={viewed === null}
              onScan={({ code: scanned }) => {
                playSound('ok');
                setParams({ code: scanned }, { replace: true });
              }}
            />
            <Verdict
              kind={fault ? 'refused' : busyCount > 0 ? 'waiting' : code ? 'ok' : 'idle'}
              word={fault ? ['不能拍照', 'No pictures'] : busyCount > 0 ? ['处理中', 'Working'] : code ? texts.ready : texts.idle}
              detail={fault ? label(fault) : code ? label(['{count} 页', '{count} pages'], { count: pages.length }) : ''}
              code={code}
            />
            <chakra.div flexShrink={0}>
              <Segmented
                options={imageKind.options}
                value={kind}
                isRequired
                onChange={(chosen) => setKind((chosen ?? imageKind.requisition) as ImageKind)}
                ariaLabel={label(['图片类型', 'Kind'])}
              />
            </chakra.div>
          </ScanSide>
          <chakra.div display="flex" gap={2} flexWrap="wrap">
            <Button variant="primary" icon={Camera} disabled={fault !== null || isCameraOn} onClick={() => setCameraOn(true)}>
              {label(['打开摄像头', 'Camera'])}
            </Button>
            <Button icon={FolderOpen} disabled={fault !== null} isBusy={busyCount > 0} onClick={() => picker.current?.click()}>
              {label(['选择图片或 PDF', 'Choose pictures or PDF'])}
            </Button>
            <input
              ref={picker}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/*,application/pdf"
              multiple
              hidden
              data-image-files
              onChange={(event) => {
                takeAll(pagesOf(event.currentTarget.files ?? []));
                event.currentTarget.value = '';
              }}
            />
          </chakra.div>
          {isCameraOn && !fault ? (
            <CameraPanel isBusy={busyCount > 0} onClose={() => setCameraOn(false)} onShoot={(video) => takeAll([{ source: video }])} />
          ) : null}
          <ActLog operations={operations} done={texts.done} />
        </>
      }
      right={
        <chakra.div
          display="flex"
          flexDirection="column"
          gap={3}
          flex={1}
          minH={0}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
          data-drop
        >
          {code && pages.length > 0 ? <PageTiles pages={pages} onOpen={setViewed} onDrop={(page) => void dropPage(page)} /> : null}
          {code && pages.length === 0 && !isLoading ? (
            <chakra.div border="1px dashed" borderColor="border.input" borderRadius="md">
              <StateView
                state="empty"
                text={['拍照、选择、拖入或粘贴这张申请单的页面', 'Shoot, choose, drop or paste the pages of this requisition']}
              />
            </chakra.div>
          ) : null}
          {!code ? (
            <chakra.div border="1px dashed" borderColor="border.input" borderRadius="md">
              <StateView
                state="empty"
                text={[
                  '扫描申请单条码后拍照;以条码命名的扫描件可直接拖入',
                  'Scan a requisition, then shoot; files named after their requisition may simply be dropped',
                ]}
              />
            </chakra.div>
          ) : null}
          {code && error && pages.length === 0 ? (
            <chakra.button type="button" textStyle="note" color="fg.muted" textAlign="start" onClick={retry}>
              {isTransportError(error)
                ? label(['联网后显示服务器上已有的页面', 'Pages that the server has are shown with the network'])
                : label(
                    ['服务器上已有的页面读取失败: {reason} (点击重试)', 'Pages that the server has could not be read: {reason} (press to retry)'],
                    {
                      reason: error.message,
                    },
                  )}
            </chakra.button>
          ) : null}
          <TodayImages operations={living} onOpen={(requisitionCode) => setParams({ code: requisitionCode }, { replace: true })} />
          {viewed !== null && pages.length > 0 ? (
            <SideDrawer size="lg" title={code} onClose={() => setViewed(null)}>
              <chakra.div display="flex" flexDirection="column" h="calc(100dvh - 96px)">
                <Paper requisitionCode={code} pages={pages} start={viewed} />
              </chakra.div>
            </SideDrawer>
          ) : null}
        </chakra.div>
      }
      foot={
        <>
          <Count label={label(['本机今日', 'Here today'])} value={living.length} />
          <Count label={label(['待上传', 'Waiting'])} value={waiting} tone="warning" />
          <Count label={label(['被拒绝', 'Refused'])} value={living.filter(needsPerson).length} tone="danger" />
          <chakra.span color="fg.muted" textStyle="note">
            {label([
              '扫描换单 · F4 拍照 · Ctrl+V 粘贴 · 文字先于图片上传',
              'Scan for the next · F4 shoots · Ctrl+V pastes · typing is sent before pictures',
            ])}
          </chakra.span>
        </>
      }
    />
  );
}
