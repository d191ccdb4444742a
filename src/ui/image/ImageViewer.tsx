import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../IconButton.tsx';
import { useSay } from '../language.ts';
import { type Failure, StateView } from '../StateView.tsx';
import { useLatest } from '../useLatest.ts';
import { zoneOf } from './inkZone.ts';
import { type Extent, moved, rotated, scaleOf, shownZone, step, type Viewport, whole, zoomed } from './viewport.ts';

export interface ImageViewerProps {
  /** Address of the picture; undefined while it is being fetched. */
  readonly src: string | undefined;
  /** What it shows, for who does not see it. */
  readonly label: string;
  readonly failure?: Failure | null;
  readonly onRetry?: () => void;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /** Beside a form the focus is in the form: F4 zooms, Alt with the arrows turns, Alt with page up and down leafs from anywhere on the page. */
  readonly isBesideForm?: boolean;
  /** Stands over the picture, e.g. whose eyes it is for. */
  readonly mark?: string;
  /** At the right of the tools. */
  readonly children?: ReactNode;
}

const Frame = chakra('div', {
  base: {
    position: 'relative',
    flex: 1,
    minH: '120px',
    minW: 0,
    overflow: 'hidden',
    bg: 'bg.muted',
    borderRadius: 'md',
    outline: 'none',
    cursor: 'grab',
    touchAction: 'none',
    userSelect: 'none',
    '&:active': { cursor: 'grabbing' },
    _focusVisible: { boxShadow: 'inset 0 0 0 2px {colors.accent.focus}' },
  },
});
const none: Extent = { width: 0, height: 0 };
const panStep = 60;

/** A picture to be read from: wheel, keys and buttons zoom, turn and leaf; drag moves it. */
export function ImageViewer({ src, label, failure, onRetry, page, pages, onPage, isBesideForm = false, mark, children }: ImageViewerProps) {
  const say = useSay();
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [room, setRoom] = useState<Extent>(none);
  const [picture, setPicture] = useState<Extent>(none);
  const [isBroken, setBroken] = useState(false);
  const [view, setView] = useState<Viewport>(whole);
  const drag = useRef<{ readonly x: number; readonly y: number } | null>(null);

  // Another page is seen whole again; one that is turned while it is being fetched stays turned.
  const [seen, setSeen] = useState({ src, label });
  if (seen.src !== src || seen.label !== label) {
    setSeen({ src, label });
    if (seen.label !== label) setView(whole);
    setPicture(none);
    setBroken(false);
  }
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const zoom = useCallback(
    (factor: number, at?: { x: number; y: number }) => setView((before) => zoomed(before, factor, picture, room, at)),
    [picture, room],
  );
  const turn = useCallback((quarters: 1 | -1) => setView((before) => rotated(before, quarters, picture, room)), [picture, room]);
  const pan = (x: number, y: number): void => setView((before) => moved(before, { x, y }, picture, room));
  const fit = (): void => setView((before) => ({ ...whole, turn: before.turn }));
  const actual = (): void => setView((before) => ({ ...before, scale: 1, x: 0, y: 0 }));
  const leaf = (by: 1 | -1): void => {
    const next = page + by;
    if (next >= 1 && next <= pages) onPage(next);
  };
  /** Whole, then one to one from where the paper is filled in, then twice that: what a hand on the keys needs. */
  const cycle = (): void =>
    setView((before) => {
      if (before.scale !== null) return before.scale < 1.9 ? zoomed(before, 2 / before.scale, picture, room) : { ...whole, turn: before.turn };
      const zone = image.current && zoneOf(image.current);
      return zone ? shownZone(zone, before.turn, picture, room) : { ...before, scale: 1 };
    });

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    // React's wheel listeners are passive: the page would scroll under the picture.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 400), at);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [zoom]);

  const acts: Readonly<Record<string, () => void>> = {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': fit,
    '1': actual,
    r: () => turn(1),
    R: () => turn(-1),
    ArrowLeft: () => pan(panStep, 0),
    ArrowRight: () => pan(-panStep, 0),
    ArrowUp: () => pan(0, panStep),
    ArrowDown: () => pan(0, -panStep),
    PageDown: () => leaf(1),
    PageUp: () => leaf(-1),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const besides = useLatest({ cycle, turn, leaf });
  useEffect(() => {
    if (!isBesideForm) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      // A kept tab stays in the page, out of sight.
      if (frame.current?.offsetParent === null || event.ctrlKey || event.metaKey) return;
      const { cycle: doCycle, turn: doTurn, leaf: doLeaf } = besides.current;
      const act =
        event.key === 'F4' && !event.altKey
          ? doCycle
          : event.altKey
            ? { ArrowRight: () => doTurn(1), ArrowLeft: () => doTurn(-1), PageDown: () => doLeaf(1), PageUp: () => doLeaf(-1) }[event.key]
            : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isBesideForm, besides]);

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!drag.current) return;
    pan(event.clientX - drag.current.x, event.clientY - drag.current.y);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const scale = scaleOf(view, picture, room);
  const isShown = src !== undefined && !failure && !isBroken;
  return (
    <chakra.section display="flex" flexDirection="column" gap={1} flex={1} minH={0} minW={0} aria-label={label} data-image-viewer>
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" columnGap={0.5} role="toolbar" aria-label={say(['图片工具', 'Picture tools'])}>
        <IconButton size="sm" icon={ZoomOut} label={say(['缩小', 'Zoom out'])} keyHint="-" onClick={() => zoom(1 / step)} />
        <chakra.output
          minW="44px"
          textAlign="center"
          textStyle="figures"
          fontSize="xs"
          color="fg.muted"
          aria-label={say(['比例', 'Scale'])}
          data-scale
        >
          {isShown && picture.width > 0 ? `${Math.round(scale * 100)}%` : ''}
        </chakra.output>
        <IconButton size="sm" icon={ZoomIn} label={say(['放大', 'Zoom in'])} keyHint="+" onClick={() => zoom(step)} />
        <IconButton size="sm" icon={Maximize} label={say(['适应窗口', 'Fit'])} keyHint={isBesideForm ? 'F4' : '0'} onClick={fit} />
        <IconButton size="sm" icon={RotateCcw} label={say(['左转', 'Turn left'])} keyHint={isBesideForm ? 'Alt+←' : 'R'} onClick={() => turn(-1)} />
        <IconButton size="sm" icon={RotateCw} label={say(['右转', 'Turn right'])} keyHint={isBesideForm ? 'Alt+→' : 'r'} onClick={() => turn(1)} />
        <chakra.span flex={1} />
        <IconButton size="sm" icon={ChevronLeft} label={say(['上一页', 'Previous page'])} disabled={page <= 1} onClick={() => leaf(-1)} />
        <chakra.span textStyle="figures" fontSize="xs" color="fg.muted" data-page>
          {pages === 0 ? '0 / 0' : `${page} / ${pages}`}
        </chakra.span>
        <IconButton size="sm" icon={ChevronRight} label={say(['下一页', 'Next page'])} disabled={page >= pages} onClick={() => leaf(1)} />
        {children}
      </chakra.div>
      <Frame
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
        onDoubleClick={() => (view.scale === null ? actual() : fit())}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        data-turn={view.turn}
      >
        {isShown ? (
          <img
            ref={image}
            src={src}
            alt={label}
            draggable={false}
            onLoad={(event) => setPicture({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
            onError={() => setBroken(true)}
            style={{
              position: 'absolute',
              left: '50%',
              top: '50%',
              maxWidth: 'none',
              visibility: picture.width === 0 ? 'hidden' : 'visible',
              transform: `translate(${view.x}px, ${view.y}px) translate(-50%, -50%) rotate(${view.turn}deg) scale(${scale})`,
            }}
          />
        ) : null}
        {isShown && mark ? <Mark text={mark} /> : null}
        {failure ? <StateView state="failed" failure={failure} onRetry={onRetry} /> : null}
        {isBroken ? <StateView state="failed" failure={{ message: say(['图片无法显示', 'The picture cannot be shown']) }} onRetry={onRetry} /> : null}
        {!failure && src === undefined ? <StateView state="loading" /> : null}
      </Frame>
    </chakra.section>
  );
}

/** Who looks at it stands over it: a photograph of the screen tells where it came from. */
function Mark({ text }: { readonly text: string }) {
  return (
    <chakra.div
      aria-hidden
      position="absolute"
      inset={0}
      pointerEvents="none"
      display="grid"
      gridTemplateColumns="1fr 1fr"
      alignItems="center"
      justifyItems="center"
      opacity={0.13}
      fontSize="sm"
      color="black"
      transform="rotate(-24deg)"
    >
      {Array.from({ length: 6 }, (_none, at) => (
        <span key={at}>{text}</span>
      ))}
    </chakra.div>
  );
}
