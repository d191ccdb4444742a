import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { call, isTransportError, servicePath } from '#src/api/call.ts';
import { notify } from '#src/ui/notify.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { useConfirmNotice } from './useNotices.ts';

/** A notice somebody chose to read: its text is fetched; one that asks for no confirmation counts as read by being opened. */
export function OpenedNotice({ notice, onClose }: { readonly notice: OwnNotice; readonly onClose: () => void }) {
  const confirmNotice = useConfirmNotice();
  const { data, error } = useQuery({
    queryKey: ['noticeText', notice.id],
    queryFn: ({ signal }) => call<OwnNotice>('GET', servicePath('desk', 'notice/detail'), { query: { id: notice.id }, quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isRead = useRef(false);
  const hasText = data !== undefined;
  useEffect(() => {
    if (!hasText || isRead.current || notice.mustConfirm === 1 || notice.confirmTime !== null) return;
    isRead.current = true;
    // It stays unread then, and is so the next time it is opened.
    confirmNotice(notice.id).catch(() => undefined);
  }, [hasText, notice, confirmNotice]);
  useEffect(() => {
    if (!error) return;
    notify.error(isTransportError(error) ? ['需要网络, 恢复后再查看', 'This needs the network; try again later'] : [error.message, error.message]);
    onClose();
  }, [error, onClose]);
  if (!data) return null;
  return (
    <NoticeDialog
      notice={{ ...notice, content: data.content ?? '', mustConfirm: Number(data.mustConfirm), confirmTime: notice.confirmTime }}
      onConfirmed={onClose}
      onClose={onClose}
    />
  );
}
