import { chakra } from '@chakra-ui/react';
import { CircleCheck, CloudUpload, TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import type { ImportResult } from './importDesk.ts';
import type { SavedActs } from './useSavedActs.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 3,
    alignItems: 'center',
    px: 3,
    py: '5px',
    minH: '40px',
    border: '1px solid',
    borderRadius: 'md',
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    flexShrink: 0,
  },
  variants: {
    tone: {
      info: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
      good: { bg: 'success.subtle', color: 'success.text', borderColor: 'success.border' },
      bad: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    },
  },
});

export interface SavedResultProps {
  readonly saved: number;
  readonly acts: SavedActs;
  readonly result: ImportResult | null;
}

/** What has become of the rows that were saved, as it is now: waiting, sent, refused. */
export function SavedResult({ saved, acts: { waiting, sent, refused }, result }: SavedResultProps) {
  const { label } = useText();
  const navigate = useNavigate();
  const { stoppedBy = null, refusedBy = null, refused: refusedHere = 0 } = result ?? {};
  const tone = stoppedBy || refusedBy || refused > 0 ? 'bad' : waiting > 0 ? 'info' : 'good';
  const Icon = tone === 'bad' ? TriangleAlert : tone === 'info' ? CloudUpload : CircleCheck;
  return (
    <Box tone={tone} role="status" data-import-result data-waiting={waiting} data-sent={sent} data-refused={refused}>
      <Icon size={16} aria-hidden />
      <span>{label(['已保存到本机 {saved} 条', '{saved} rows saved on this computer'], { saved })}</span>
      <span>{label(['待上传 {waiting}', 'waiting {waiting}'], { waiting })}</span>
      <span>{label(['已上传 {sent}', 'sent {sent}'], { sent })}</span>
      <span>{label(['被服务器退回 {refused}', 'refused by the server {refused}'], { refused })}</span>
      {refusedBy ? (
        <span data-import-refused={refusedHere}>
          {label(['本机判断不能录入 {refused} 条: {why}', '{refused} not entered, the rules forbid it: {why}'], {
            refused: refusedHere,
            why: refusedBy,
          })}
        </span>
      ) : null}
      {stoppedBy ? <span>{label(stoppedBy)}</span> : null}
      {refused > 0 ? (
        <Button size="sm" onClick={() => void navigate('/desk/outbox')}>
          {label(['去处理', 'Open the tray'])}
        </Button>
      ) : null}
    </Box>
  );
}
