import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { exportState, keptHours } from '#domain/kernel/listExport.ts';
import { downloadMode, type ReportDownload } from '#domain/report/search/reportDownload.ts';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ProgressBar } from '#src/ui/sheet/ProgressBar.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { sizeText } from '#src/ui/sizeText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const askMs = 1500;
const tones: Readonly<Record<number, Tone>> = { [exportState.running]: 'info', [exportState.done]: 'success', [exportState.failed]: 'danger' };
const isOpen = ({ state }: ReportDownload): boolean => state === exportState.waiting || state === exportState.running;

const Line = chakra('li', { base: { display: 'grid', gap: 1, py: 2, borderBottom: 'hairline', textStyle: 'dense' } });
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' } });

/** 我的报告下载: one's own files of reports, how far each is, and which report was left out of it and why. */
export function DownloadsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET report/report-audit/get-download-result', {});
  const isWaiting = data?.some(isOpen) ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(retry, askMs);
    return () => clearInterval(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting]);
  return (
    <SideDrawer title={label(['我的报告下载', 'My report downloads'])} onClose={onClose}>
      <chakra.p textStyle="note" color="fg.muted" mb={2}>
        {label([
          `可以离开, 生成后保留 ${keptHours} 小时, 仅本人可取。`,
          `You may leave: each file is kept for ${keptHours} hours after it is made, for you alone.`,
        ])}
      </chakra.p>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data?.length === 0 ? <StateView state="empty" text={['还没有下载', 'No downloads yet']} /> : null}
      <chakra.ul listStyleType="none">
        {data?.map((one) => (
          <DownloadLine key={one.downloadId} one={one} />
        ))}
      </chakra.ul>
    </SideDrawer>
  );
}

async function fetchFile({ downloadId, mode }: ReportDownload): Promise<void> {
  try {
    const { blob, name } = await download(
      servicePath('report', 'report-audit/download-file'),
      { downloadId },
      mode === 'zip' ? 'reports.zip' : 'reports.pdf',
    );
    saveBlob(blob, name);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.error(error.message);
  }
}

function DownloadLine({ one }: { readonly one: ReportDownload }) {
  const { label } = useText();
  const { mode, state, totalCount, doneCount, size, createTime, untilTime, rows } = one;
  const left = rows.filter(({ outcome }) => outcome === 'refused');
  const given = rows.filter(({ outcome }) => outcome === 'done').length;
  return (
    <Line data-download={one.downloadId}>
      <Head>
        <chakra.b fontWeight="semibold">{label(downloadMode.labelOf(mode) ?? ['', ''])}</chakra.b>
        <StatusWord tone={tones[state] ?? 'neutral'}>{label(exportState.labelOf(state) ?? ['', ''])}</StatusWord>
        <chakra.span flex={1} color="fg.muted" textStyle="figures">
          {[
            createTime.slice(5, 16),
            state === exportState.done ? label(['{given}/{total} 份', '{given} of {total} reports'], { given, total: totalCount }) : '',
            size === null ? '' : sizeText(size),
            untilTime ? label(['保留至 {until}', 'kept until {until}'], { until: untilTime.slice(5, 16) }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </chakra.span>
        {state === exportState.done ? (
          <Button size="sm" variant="primary" icon={Download} onClick={() => void fetchFile(one)}>
            {label(['下载', 'Download'])}
          </Button>
        ) : null}
      </Head>
      {isOpen(one) ? (
        <ProgressBar
          share={totalCount === 0 ? 0 : doneCount / totalCount}
          text={label(['{done} / {total} 份', '{done} of {total}'], { done: doneCount, total: totalCount })}
        />
      ) : null}
      {state === exportState.failed && left.length === 0 ? (
        <StatusWord tone="danger">{label(['未能生成, 请重试', 'It could not be made; try again'])}</StatusWord>
      ) : null}
      {left.map(({ versionId, reportNo, message }) => (
        <StatusWord key={versionId} tone="danger">
          {`${reportNo}: ${message ? label(message) : ''}`}
        </StatusWord>
      ))}
    </Line>
  );
}
