/** How a picture lies in its frame. Pixels of the screen; the offset is that of the picture's middle from the frame's. */
export interface Viewport {
  /** Screen pixels a picture pixel takes; null: as large as fits. */
  readonly scale: number | null;
  /** Degrees clockwise, a quarter at a time. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly x: number;
  readonly y: number;
}
export interface Extent {
  readonly width: number;
  readonly height: number;
}
/** The part of a picture that is written on, in shares of its width and height. */
export interface Zone {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const whole: Viewport = { scale: null, turn: 0, x: 0, y: 0 };
const largest = 8;
const smallest = 0.02;
/** One step of a key or button. */
export const step = 1.25;

/** The picture's extent as it lies, unscaled. */
const turned = ({ width, height }: Extent, turn: Viewport['turn']): Extent =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** The scale at which all of it is seen; never larger than it is. */
export function fitScale(picture: Extent, frame: Extent, turn: Viewport['turn']): number {
  const { width, height } = turned(picture, turn);
  if (width === 0 || height === 0 || frame.width === 0 || frame.height === 0) return 1;
  return Math.min(1, frame.width / width, frame.height / height);
}

export const scaleOf = (view: Viewport, picture: Extent, frame: Extent): number => view.scale ?? fitScale(picture, frame, view.turn);

/** Larger or smaller by a factor; the point (from the frame's middle) stays where it is. */
export function zoomed(
  view: Viewport,
  factor: number,
  picture: Extent,
  frame: Extent,
  at: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): Viewport {
  const before = scaleOf(view, picture, frame);
  const scale = Math.min(largest, Math.max(smallest, before * factor));
  const ratio = scale / before;
  return within({ ...view, scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, picture, frame);
}

export const moved = (view: Viewport, by: { readonly x: number; readonly y: number }, picture: Extent, frame: Extent): Viewport =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, frame);

/** A quarter further; what was seen whole is seen whole again. */
export function rotated(view: Viewport, quarters: 1 | -1, picture: Extent, frame: Extent): Viewport {
  const turn = ((view.turn + quarters * 90 + 360) % 360) as Viewport['turn'];
  // The middle of what is seen turns with it.
  const [x, y] = quarters === 1 ? [-view.y, view.x] : [view.y, -view.x];
  return within({ ...view, turn, x, y }, picture, frame);
}

const zoneMargin = 12;

/** One to one, from where the filled zone begins; as it lies when the picture is turned. */
export function shownZone(zone: Zone, turn: Viewport['turn'], picture: Extent, frame: Extent): Viewport {
  const quarter: Record<Viewport['turn'], (zone: Zone) => Zone> = {
    0: (at) => at,
    90: ({ left, right, top, bottom }) => ({ left: 1 - bottom, right: 1 - top, top: left, bottom: right }),
    180: ({ left, right, top, bottom }) => ({ left: 1 - right, right: 1 - left, top: 1 - bottom, bottom: 1 - top }),
    270: ({ left, right, top, bottom }) => ({ left: top, right: bottom, top: 1 - right, bottom: 1 - left }),
  };
  const { left, right, top } = quarter[turn](zone);
  const { width, height } = turned(picture, turn);
  const hasRoom = (right - left) * width <= frame.width;
  const x = hasRoom ? (0.5 - (left + right) / 2) * width : (0.5 - left) * width - frame.width / 2 + zoneMargin;
  const y = (0.5 - top) * height - frame.height / 2 + zoneMargin;
  return within({ scale: 1, turn, x, y }, picture, frame);
}

/** No picture is pushed out of its frame: its edge stops at the frame's. */
function within(view: Viewport, picture: Extent, frame: Extent): Viewport {
  const scale = scaleOf(view, picture, frame);
  const { width, height } = turned(picture, view.turn);
  const limit = (size: number, room: number): number => Math.max(0, (size * scale - room) / 2);
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
  return { ...view, x: clamp(view.x, limit(width, frame.width)), y: clamp(view.y, limit(height, frame.height)) };
}
