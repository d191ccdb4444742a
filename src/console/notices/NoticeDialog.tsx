import { chakra, Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { noticeCategory, noticeReadSeconds } from '#domain/notice/notice.ts';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { isTransportError } from '#src/api/call.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useText } from '../useText.ts';
import { NoticeText } from './NoticeText.tsx';
import { useConfirmNotice } from './useNotices.ts';

export interface NoticeDialogProps {
  readonly notice: OwnNotice;
  /** It cannot be closed unconfirmed while the server can be reached. */
  readonly isForced?: boolean;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

const Facts = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2, textStyle: 'note', color: 'fg.muted' },
});

/** Counts down a second at a time; starts anew with its component. */
function useCountdown(from: number): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** One notice. One that must be confirmed can be after five seconds: 已阅读并确认(n). */
export function NoticeDialog(props: NoticeDialogProps) {
  return <OpenNotice key={props.notice.id} {...props} />;
}

function OpenNotice({ notice, isForced = false, onConfirmed, onClose }: NoticeDialogProps) {
  const { t, label } = useText();
  const confirmNotice = useConfirmNotice();
  const isAsked = notice.mustConfirm === 1 && notice.confirmTime === null;
  const left = useCountdown(isAsked ? noticeReadSeconds : 0);
  const [fault, setFault] = useState<{ readonly text: string; readonly isOffline: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const mayClose = !isForced || fault !== null;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await confirmNotice(notice.id);
      onConfirmed();
    } catch (error) {
      const isOffline = isTransportError(error);
      setFault({ text: isOffline ? t('notices.offline') : error instanceof Error ? error.message : String(error), isOffline });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog.Root
      open
      scrollBehavior="inside"
      closeOnEscape={mayClose}
      closeOnInteractOutside={false}
      // Not the button: what a scanner or a habit sends must confirm nothing.
      initialFocusEl={() => body.current}
      onOpenChange={({ open }) => open || !mayClose || onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="720px" data-testid="notice-dialog">
            <Dialog.Header>
              <Dialog.Title>{notice.title}</Dialog.Title>
              {mayClose ? <IconButton label={t('act.close')} icon={X} size="sm" onClick={onClose} style={{ marginLeft: 'auto' }} /> : null}
            </Dialog.Header>
            <Dialog.Body ref={body} tabIndex={-1} outline="none">
              <Facts>
                <Tag>{label(noticeCategory.labelOf(notice.category) ?? ['', ''])}</Tag>
                {notice.mustConfirm === 1 ? <Tag tone="warning">{t('notices.mustConfirm')}</Tag> : null}
                <span>{notice.releaseTime}</span>
                <span>{notice.createUserName}</span>
              </Facts>
              <NoticeText html={notice.content ?? ''} />
            </Dialog.Body>
            <Dialog.Footer>
              {fault ? (
                <chakra.span role="alert" textStyle="dense" color="danger.text" mr="auto">
                  {fault.text}
                </chakra.span>
              ) : null}
              {mayClose && isAsked ? <Button onClick={onClose}>{t('notices.later')}</Button> : null}
              {isAsked ? (
                <Button variant="primary" isBusy={isBusy} disabled={left > 0} onClick={() => void confirm()}>
                  {left > 0 ? t('notices.confirmIn', { seconds: left }) : t('notices.confirm')}
                </Button>
              ) : (
                <Button variant="primary" onClick={onClose}>
                  {t('act.close')}
                </Button>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
