import { chakra } from '@chakra-ui/react';
import { Check, CircleStop, Download, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { LabelsOfJob } from '#domain/code/codeAnswers.ts';
import { pageSize } from '#domain/code/labelSheet.ts';
import { zplOf } from '#domain/code/zpl.ts';
import { CallError } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { drawText } from '#src/ui/label/drawText.ts';
import { LabelSheet, type LabelsToPrint } from '#src/ui/label/LabelSheet.tsx';
import { notify } from '#src/ui/notify.tsx';
import { beginJob, completeJob } from './printJobApi.ts';
import { NumberInput } from './NumberInput.tsx';
import { stopsAtFault } from './stopsAtFault.ts';

interface RunPanelProps {
  readonly job: LabelsOfJob;
  /** The label this window's run began with; null: none was begun here. */
  readonly begun: number | null;
  readonly onBegun: (from: number | null) => void;
  readonly onChanged: () => Promise<void>;
}

/** Hands a text to the person as a file. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  [link.href, link.download] = [url, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Prints from label n on and asks how far the printer came. */
export function RunPanel({ job, begun, onBegun, onChanged }: RunPanelProps) {
  const { label } = useText();
  const next = Math.min(job.done + 1, job.total);
  const [from, setFrom] = useState(next);
  const [reason, setReason] = useState('');
  const [skipped, setSkipped] = useState(0);
  const [upTo, setUpTo] = useState(job.total);
  const [isBusy, setBusy] = useState(false);
  const [toPrint, setToPrint] = useState<LabelsToPrint | null>(null);
  const onPrinted = useCallback(() => setToPrint(null), []);
  const isRoll = job.layout.paper.kind === 'roll';
  const isAgain = from <= job.done;
  const perPage = pageSize(job.layout).count;

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
    } finally {
      setBusy(false);
    }
  };
  const begin = async (channel: 'browser' | 'zpl'): Promise<void> => {
    if (stopsAtFault()) return;
    const takeOver = job.printingBy !== null && begun === null;
    if (takeOver) {
      const text = ['{by} 正在打印此批标签。确定由本机接着打印?', '{by} is printing these labels. Go on from here instead?'] as const;
      if (!(await confirm({ text, params: { by: job.printingBy } }))) return;
    }
    await guarded(async () => {
      const run = await beginJob({ printId: job.printId, from, channel, takeOver, ...(isAgain ? { reason } : {}) });
      const labels = job.labels.slice(run.from - 1);
      onBegun(run.from);
      setUpTo(run.total);
      if (channel === 'browser') setToPrint({ layout: job.layout, labels, skipped });
      else saveText(`labels-${labels[0]?.code}.zpl`, zplOf(job.layout, labels, drawText));
      await onChanged();
    });
  };
  const complete = (last: number): Promise<void> =>
    guarded(async () => {
      await completeJob(job.printId, last);
      onBegun(null);
      setFrom(Math.min(last + 1, job.total));
      setReason('');
      await onChanged();
    });

  if (begun !== null)
    return (
      <chakra.section display="grid" gap={3} aria-label={label(['打印结果', 'What came out'])}>
        <chakra.p textStyle="dense">
          {label(['已送出第 {from} 到 {to} 张。请检查打印结果:', 'Labels {from} to {to} were sent. Look at what came out:'], {
            from: begun,
            to: job.total,
          })}
        </chakra.p>
        <chakra.div display="flex" gap={2} alignItems="end" flexWrap="wrap">
          <Button variant="primary" icon={Check} isBusy={isBusy} onClick={() => void complete(job.total)}>
            {label(['全部打印完好', 'All came out well'])}
          </Button>
          <chakra.div w="150px">
            <NumberInput
              label={['最后一张完好的是第几张', 'Last good label']}
              isWhole
              least={begun - 1}
              most={job.total}
              value={upTo}
              onChange={setUpTo}
            />
          </chakra.div>
          <Button icon={CircleStop} isBusy={isBusy} disabled={upTo >= job.total} onClick={() => stopsAtFault() || void complete(upTo)}>
            {label(['到此中断', 'Stopped there'])}
          </Button>
        </chakra.div>
        {toPrint ? <LabelSheet {...toPrint} onPrinted={onPrinted} /> : null}
      </chakra.section>
    );
  return (
    <chakra.section display="grid" gap={3} aria-label={label(['打印', 'Print'])}>
      <chakra.div display="flex" gap={3} alignItems="end" flexWrap="wrap">
        <chakra.div w="150px">
          <NumberInput label={['从第几张开始', 'Begin with label']} isWhole least={1} most={next} value={from} onChange={setFrom} />
        </chakra.div>
        {isRoll ? null : (
          <chakra.div w="180px">
            <NumberInput
              label={['首页已用掉的位置', 'Places used of the first sheet']}
              isWhole
              most={perPage - 1}
              value={skipped}
              onChange={setSkipped}
            />
          </chakra.div>
        )}
      </chakra.div>
      {isAgain ? (
        <TextControl
          ariaLabel={label(['重新打印的原因', 'Why it is printed again'])}
          placeholder={label(['这些标签已打印过: 请填写重新打印的原因', 'These came out already: why again?'])}
          maxLength={200}
          value={reason}
          isInvalid={reason.trim() === ''}
          onChange={(text) => setReason(String(text ?? ''))}
        />
      ) : null}
      <chakra.div display="flex" gap={2} flexWrap="wrap">
        <Button variant="primary" icon={Printer} isBusy={isBusy} disabled={isAgain && reason.trim() === ''} onClick={() => void begin('browser')}>
          {label(['打印', 'Print'])}
        </Button>
        <Button icon={Download} isBusy={isBusy} disabled={!isRoll || (isAgain && reason.trim() === '')} onClick={() => void begin('zpl')}>
          {label(['导出 ZPL', 'Save as ZPL'])}
        </Button>
      </chakra.div>
      <chakra.p textStyle="note" color="fg.muted">
        {label([
          '浏览器打印请选“实际大小 / 100%”,不要缩放;ZPL 文件直接送到标签打印机',
          'In the browser print at actual size, 100 %, unscaled; a ZPL file goes straight to the label printer',
        ])}
      </chakra.p>
    </chakra.section>
  );
}
