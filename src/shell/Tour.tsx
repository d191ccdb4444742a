import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { placeFloating } from '#src/ui/floating.ts';

interface Step {
  /** What it speaks of; a step whose place is not on the page is left out. */
  readonly at: string;
  readonly title: Label;
  readonly text: Label;
}
const steps: readonly Step[] = [
  { at: 'nav a', title: ['菜单', 'Menu'], text: ['您能做的都在这里; Alt+M 收起。', 'All you may do is here; Alt+M folds it.'] },
  {
    at: 'header input',
    title: ['菜单搜索', 'Menu search'],
    text: ['按名称或拼音首字母直接到任何页面: Ctrl+K。', 'Straight to any page by name or pinyin initials: Ctrl+K.'],
  },
  {
    at: '[data-scan-box]',
    title: ['扫描框', 'Scan box'],
    text: ['直接扫描即可, 光标在哪里都能听到; F2 回到这里。', 'Just scan: it is heard wherever the cursor is; F2 leads here.'],
  },
  {
    at: '[role=status][data-verdict]',
    title: ['判断', 'Verdict'],
    text: ['每次扫描一个大字的结果: 绿色成功, 黄色重复, 红色拒绝。', 'One large word for each scan: green done, amber repeat, red refused.'],
  },
  {
    at: '[data-save-bar]',
    title: ['保存', 'Saving'],
    text: ['F9 保存并下一单; 屏幕上看到什么就保存什么。', 'F9 saves and begins the next; what you see is what is saved.'],
  },
  {
    at: '[data-testid=outbox-pill]',
    title: ['网络与待上传', 'Network and queue'],
    text: [
      '断网照常工作: 操作先写入本机, 恢复后自动上传。点击查看待处理。',
      'Work on without a network: acts are kept here and sent by themselves. A click opens the tray.',
    ],
  },
  {
    at: '[data-tour=help]',
    title: ['帮助', 'Help'],
    text: ['按键、每个岗位的一天和用语都在这里, 也可按 ? 打开。', 'Keys, the day of each role and the words of the screens; ? opens it too.'],
  },
];

const Card = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: 0,
    w: '320px',
    maxW: '96vw',
    p: 3,
    bg: 'bg.panel',
    color: 'fg',
    border: '1px solid',
    borderColor: 'accent.border',
    borderRadius: 'md',
    boxShadow: 'float',
    textStyle: 'dense',
    zIndex: 'tooltip',
  },
});
const Ring = chakra('div', {
  base: { position: 'fixed', border: '2px solid', borderColor: 'accent.focus', borderRadius: 'md', pointerEvents: 'none', zIndex: 'tooltip' },
});

const isSeen = (element: HTMLElement | null): element is HTMLElement => element !== null && element.checkVisibility?.() !== false;
const placeOf = ({ at }: Step): HTMLElement | null => [...document.querySelectorAll<HTMLElement>(at)].find(isSeen) ?? null;

/** A few words at each thing a first day needs; it waits for nobody, and Esc or 离开 ends it at any step. */
export function Tour({ onEnd }: { readonly onEnd: () => void }) {
  const { label } = useText();
  const [shown] = useState(() => steps.filter((step) => placeOf(step) !== null));
  const [at, setAt] = useState(0);
  const card = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const before = useRef(document.activeElement);
  const step = shown[at];

  useLayoutEffect(() => {
    const place = (): void => {
      const target = step && placeOf(step);
      if (!card.current || !ring.current || !target) return;
      const box = target.getBoundingClientRect();
      Object.assign(ring.current.style, {
        left: `${box.left - 3}px`,
        top: `${box.top - 3}px`,
        width: `${box.width + 6}px`,
        height: `${box.height + 6}px`,
      });
      if (!card.current.matches(':popover-open')) card.current.showPopover?.();
      placeFloating(card.current, target);
    };
    place();
    next.current?.focus();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [step]);
  useEffect(() => {
    const { current: earlier } = before;
    return () => {
      if (earlier instanceof HTMLElement && earlier.isConnected) earlier.focus();
    };
  }, []);

  if (!step) return null;
  const isLast = at === shown.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEnd();
    else if (event.key === 'ArrowRight' && !isLast) setAt(at + 1);
    else if (event.key === 'ArrowLeft' && at > 0) setAt(at - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Ring ref={ring} aria-hidden />
      <Card ref={card} popover="manual" role="dialog" aria-label={label(['导览', 'Tour'])} onKeyDown={onKeyDown} data-tour-card>
        <chakra.h2 fontWeight="semibold" mb={1}>
          {label(step.title)}
        </chakra.h2>
        <chakra.p mb={3}>{label(step.text)}</chakra.p>
        <chakra.div display="flex" gap={2} alignItems="center">
          <chakra.span color="fg.muted" flex={1}>
            {at + 1} / {shown.length}
          </chakra.span>
          <Button size="sm" variant="ghost" onClick={onEnd}>
            {label(['离开', 'Leave'])}
          </Button>
          {at > 0 ? (
            <Button size="sm" onClick={() => setAt(at - 1)}>
              {label(['上一步', 'Back'])}
            </Button>
          ) : null}
          <Button ref={next} size="sm" variant="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
            {label(isLast ? ['完成', 'Done'] : ['下一步', 'Next'])}
          </Button>
        </chakra.div>
      </Card>
    </>
  );
}
