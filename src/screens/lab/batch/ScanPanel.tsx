import { chakra } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { ControlChoice } from './plateEdit.ts';
import type { SheetScanning } from './useSheetScan.ts';

export interface ScanPanelProps {
  readonly scanning: SheetScanning;
  readonly next: string | null;
  readonly controls: readonly ControlChoice[];
  readonly onControl: (control: ControlChoice) => void;
  /** Null: nothing that was scanned stands on the plate. */
  readonly onUndo: (() => void) | null;
}

/** Scanning onto a sheet: the box, what came of the last scans, controls for the next well, and taking the last scan back. */
export function ScanPanel({ scanning: { scans, scan, waiting }, next, controls, onControl, onUndo }: ScanPanelProps) {
  const { label } = useText();
  const [newest] = scans;
  return (
    <chakra.div display="flex" flexDirection="column" gap={2}>
      <ScanBox
        label={['扫描样本放入下一孔', 'Scan a tube into the next well']}
        placeholder={['扫描样本放入下一孔', 'Scan a tube into the next well']}
        onScan={({ code }) => scan(code)}
      />
      <chakra.div role="status" aria-live="assertive" data-verdict={newest?.kind ?? 'idle'} minH="58px">
        {newest ? (
          <>
            <chakra.strong fontFamily="mono">{newest.code}</chakra.strong>{' '}
            <StatusWord tone={newest.kind === 'ok' ? 'success' : newest.kind === 'repeat' ? 'warning' : 'danger'}>
              {label(newest.word, { at: newest.at ?? '' })}
            </StatusWord>
            <chakra.div textStyle="dense">{newest.detail}</chakra.div>
          </>
        ) : (
          <chakra.span color="fg.muted" textStyle="dense">
            {next ? label(['下一孔 {at}', 'Next well: {at}'], { at: next }) : ''}
          </chakra.span>
        )}
        {waiting > 0 ? <chakra.div textStyle="dense">{label(['{count} 个待判定', '{count} being checked'], { count: waiting })}</chakra.div> : null}
      </chakra.div>
      <chakra.div display="flex" gap={2} flexWrap="wrap">
        {controls.map((control) => (
          <Button key={`${control.kind} ${control.qcLotId}`} size="sm" onClick={() => onControl(control)}>
            + {control.name || label(['空白', 'Blank'])}
          </Button>
        ))}
        <Button size="sm" icon={Undo2} disabled={onUndo === null} onClick={() => onUndo?.()}>
          {label(['撤销上次扫描', 'Undo last scan'])}
        </Button>
      </chakra.div>
      <chakra.ul listStyleType="none" textStyle="dense" maxH="96px" overflow="auto">
        {scans.slice(1).map((one, index) => (
          <chakra.li key={`${one.code} ${scans.length - index}`} display="flex" gap={2}>
            <chakra.span fontFamily="mono">{one.code}</chakra.span>
            <chakra.span color={one.kind === 'ok' ? 'success.text' : one.kind === 'repeat' ? 'warning.text' : 'danger.text'}>
              {label(one.word, { at: one.at ?? '' })}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}
