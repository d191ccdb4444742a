import { chakra, Popover, Portal } from '@chakra-ui/react';
import { Bell } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { badgeMax } from '#domain/notice/notice.ts';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { type PageOf, useCall } from '#src/console/desk/useCall.ts';
import { useLock } from '#src/console/lockState.ts';
import { NoticeDialog } from '#src/console/notices/NoticeDialog.tsx';
import { OpenedNotice } from '#src/console/notices/OpenedNotice.tsx';
import { type Unread, useUnreadNotices } from '#src/console/notices/useNotices.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Badge } from '#src/ui/Tag.tsx';

const Anchor = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    flexShrink: 0,
    '& > button': { color: 'topbar.muted', _hover: { bg: 'topbar.hover', color: 'topbar.fg' } },
    '& > span': { position: 'absolute', top: '-2px', left: '17px', pointerEvents: 'none', minW: '16px', h: '16px', lineHeight: '16px', px: '4px' },
  },
});
const List = chakra('ul', { base: { listStyle: 'none', m: 0, p: 0, maxH: '60vh', overflowY: 'auto' } });
const Row = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '10px minmax(0, 1fr)',
    w: 'full',
    px: 3,
    py: 1.5,
    textAlign: 'left',
    textStyle: 'dense',
    cursor: 'pointer',
    borderBottom: 'hairline',
    _hover: { bg: 'bg.muted' },
    '& > i': { w: '6px', h: '6px', mt: '7px', borderRadius: 'full' },
    '&[data-unread] > i': { bg: 'danger.solid' },
    '&[data-unread] b': { fontWeight: 'semibold' },
    '& b': { display: 'block', fontWeight: 'normal', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& small': { display: 'block', textStyle: 'note', color: 'fg.muted' },
  },
});
const mostShown = 8;

/** The bell of the top bar: how many notices wait, the last ones, and what must be confirmed before going on. */
export function NoticeBell() {
  const { t } = useText();
  const { status } = useLock();
  const unread = useUnreadNotices();
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<OwnNotice | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const count = unread.count ?? 0;
  const name = count > 0 ? t('notices.bell', { count }) : t('notices.none');
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={({ open }) => setOpen(open)} positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
        <Popover.Anchor asChild>
          <Anchor>
            <Popover.Trigger asChild>
              <IconButton label={name} icon={Bell} data-testid="notice-bell" />
            </Popover.Trigger>
            {count > 0 ? (
              <Badge tone="danger" aria-hidden>
                {count > badgeMax ? `${badgeMax}+` : count}
              </Badge>
            ) : null}
          </Anchor>
        </Popover.Anchor>
        <Portal>
          <Popover.Positioner>
            <Popover.Content w="360px" aria-label={t('notices.title')}>
              <Latest
                onOpen={(notice) => {
                  setOpen(false);
                  setOpened(notice);
                }}
                onClose={() => setOpen(false)}
              />
            </Popover.Content>
          </Popover.Positioner>
        </Portal>
      </Popover.Root>
      {opened && status === 'open' ? <OpenedNotice notice={opened} onClose={close} /> : null}
      {!opened && status === 'open' ? <MustConfirm unread={unread} /> : null}
    </>
  );
}

/**
 * The next notice that must be confirmed, over the page. After one is confirmed the next unread one follows. Without
 * network it can be put off until the server answers again: the work of the desk goes on.
 */
export function MustConfirm({ unread: { next, askedAt } }: { readonly unread: Unread }) {
  const [putOffAt, setPutOffAt] = useState(0);
  const [isFollowing, setFollowing] = useState(false);
  const [doneId, setDoneId] = useState('');
  /** One that follows without having to be confirmed: it is read by being opened, and stays open all the same. */
  const [read, setRead] = useState<OwnNotice | null>(null);
  const isForced = next?.mustConfirm === 1;
  if (isFollowing && next && !isForced && !read && next.id !== doneId) {
    setFollowing(false);
    setRead(next);
  }
  const closeRead = useCallback(() => setRead(null), []);
  if (read) return <OpenedNotice notice={read} onClose={closeRead} />;
  if (!next || !isForced || next.id === doneId || askedAt <= putOffAt) return null;
  return (
    <NoticeDialog
      notice={next}
      isForced
      onConfirmed={() => {
        setDoneId(next.id);
        setFollowing(true);
      }}
      onClose={() => {
        setFollowing(false);
        setPutOffAt(askedAt);
      }}
    />
  );
}

function Latest({ onOpen, onClose }: { readonly onOpen: (notice: OwnNotice) => void; readonly onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { data, failure, retry } = useCall<PageOf<OwnNotice>>('desk', 'notice/my-list', { current: 1, size: mostShown });
  return (
    <>
      {data ? (
        data.records.length === 0 ? (
          <chakra.p p={4} textStyle="dense" color="fg.muted">
            {t('notices.none')}
          </chakra.p>
        ) : (
          <List>
            {data.records.map((notice) => (
              <li key={notice.id}>
                <Row type="button" data-unread={notice.confirmTime === null ? '' : undefined} onClick={() => onOpen(notice)}>
                  <i aria-hidden />
                  <span>
                    <b>{notice.title}</b>
                    <small>
                      {notice.releaseTime}
                      {notice.confirmTime === null ? ` · ${t(notice.mustConfirm === 1 ? 'notices.mustConfirm' : 'notices.unread')}` : ''}
                    </small>
                  </span>
                </Row>
              </li>
            ))}
          </List>
        )
      ) : failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : (
        <StateView state="loading" />
      )}
      <chakra.div p={2} textAlign="right">
        <Button
          size="sm"
          onClick={() => {
            onClose();
            void navigate('/notice-log');
          }}
        >
          {t('notices.all')}
        </Button>
      </chakra.div>
    </>
  );
}
