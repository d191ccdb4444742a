import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { IconButton } from './IconButton.tsx';
import { useLanguage, useSay } from './language.ts';

export type NoticeKind = 'success' | 'info' | 'warn' | 'error';
export interface NoticeOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  /** A second line: an id to quote, what to do next. */
  readonly detail?: string;
  /** Milliseconds until it leaves; errors stay 10 s, everything else 4 s. 0 stays until closed. */
  readonly stayMs?: number;
}
interface Notice extends NoticeOptions {
  readonly id: number;
  readonly kind: NoticeKind;
  /** A label, or a text that is already in the user's language (an answer of the server). */
  readonly text: Label | string;
}

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const close = (id: number): void => change(notices.filter((notice) => notice.id !== id));

function show(kind: NoticeKind) {
  return (text: Label | string, options: NoticeOptions = {}): void => {
    const id = (lastId += 1);
    // At most four at once; the same words twice are one notice.
    const others = notices.filter((notice) => notice.kind !== kind || String(notice.text) !== String(text)).slice(-3);
    change([...others, { ...options, id, kind, text }]);
    const stay = options.stayMs ?? (kind === 'error' ? 10_000 : 4_000);
    if (stay > 0) setTimeout(() => close(id), stay);
  };
}

/** Says something in passing, at the top of the page, without taking the focus. */
export const notify = { success: show('success'), info: show('info'), warn: show('warn'), error: show('error') };

const icons = { success: CircleCheck, info: Info, warn: TriangleAlert, error: CircleAlert } as const;
const Stack = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    top: '10px',
    left: '50%',
    transform: 'translateX(-50%)',
    m: 0,
    p: 0,
    border: 'none',
    bg: 'transparent',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: 2,
    zIndex: 'toast',
    overflow: 'visible',
  },
});
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 2,
    maxW: 'min(640px, calc(100vw - 32px))',
    py: 1.5,
    pl: 3,
    pr: 1.5,
    border: '1px solid',
    borderRadius: 'md',
    boxShadow: 'float',
    textStyle: 'body',
    animation: 'fade-in 80ms',
    '& > svg': { mt: '3px', flexShrink: 0 },
  },
  variants: {
    kind: {
      success: { bg: 'success.subtle', color: 'success.text', borderColor: 'success.border' },
      info: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
      warn: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
      error: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    },
  },
});

/** Shows what `notify` says; stands once, in UiProvider. */
export function NoticeHost() {
  const say = useSay();
  const language = useLanguage();
  const shown = useSyncExternalStore(subscribe, () => notices);
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Re-entering the top layer keeps notices above a dialog that opened meanwhile.
    const element = stack.current;
    if (!element || typeof element.showPopover !== 'function') return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (shown.length > 0) element.showPopover();
  }, [shown]);
  return (
    <Stack ref={stack} popover="manual" data-no-print lang={language} aria-live="polite" role="status">
      {shown.map((notice) => {
        const Icon = icons[notice.kind];
        return (
          <Line key={notice.id} kind={notice.kind} role={notice.kind === 'error' ? 'alert' : undefined}>
            <Icon size={16} aria-hidden />
            <div>
              <div>{typeof notice.text === 'string' ? notice.text : say(notice.text, notice.params)}</div>
              {notice.detail ? <chakra.div textStyle="note">{notice.detail}</chakra.div> : null}
            </div>
            <IconButton
              size="sm"
              label={say(['关闭', 'Close'])}
              icon={X}
              onClick={() => close(notice.id)}
              style={{ width: 22, height: 22, color: 'inherit' }}
            />
          </Line>
        );
      })}
    </Stack>
  );
}
