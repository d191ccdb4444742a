import { afterEach, beforeEach, expect, it } from 'vitest';
import { mount, type Mounted } from '../testing/mount.tsx';
import { ImageViewer } from './ImageViewer.tsx';

/** A paper of 1000 x 2000, filled in from a tenth to a half of its width and from a fifth of its height on. */
const [width, height] = [80, 160];
const pixels = new Uint8ClampedArray(width * height * 4);
for (let at = 0; at < width * height; at += 1) {
  const [x, y] = [at % width, Math.floor(at / width)];
  pixels.fill(x >= 8 && x < 40 && y >= 32 && y < 80 ? 30 : 235, at * 4, at * 4 + 4);
}
/** What happy-dom has none of: the pixels of a canvas, the size of a loaded picture, the room of a frame. */
const given = (target: object, name: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...(typeof value === 'function' ? { value } : { get: () => value }) });
  return () => void (before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name));
};
let undo: (() => void)[] = [];
let page: Mounted;
beforeEach(async () => {
  undo = [
    given(HTMLCanvasElement.prototype, 'getContext', () => ({ drawImage: () => undefined, getImageData: () => ({ data: pixels }) })),
    given(HTMLImageElement.prototype, 'naturalWidth', 1000),
    given(HTMLImageElement.prototype, 'naturalHeight', 2000),
    given(HTMLElement.prototype, 'clientWidth', 500),
    given(HTMLElement.prototype, 'clientHeight', 400),
    given(HTMLElement.prototype, 'offsetParent', document.body),
    given(
      globalThis,
      'ResizeObserver',
      class {
        private readonly tell: () => void;
        constructor(tell: () => void) {
          this.tell = tell;
        }
        observe(): void {
          this.tell();
        }
        disconnect(): void {}
      },
    ),
  ];
  page = await mount(
    <>
      <input aria-label="form" />
      <ImageViewer src="data:," label="paper" page={1} pages={1} onPage={() => undefined} isBesideForm />
    </>,
  );
  await page.run(() => void page.find('img').dispatchEvent(new Event('load')));
});
afterEach(async () => {
  await page.unmount();
  for (const back of undo) back();
});
const seen = (): { readonly move: string | undefined; readonly scale: string } => ({
  move: /translate\(([^)]*)\)/.exec(page.find('img').style.transform)?.[1],
  scale: page.find('[data-scale]').textContent ?? '',
});

it('F4 opens the paper one to one at its filled zone, then twice that, then whole; the focus stays in the form', async () => {
  await page.focus('[aria-label=form]');
  expect(seen()).toEqual({ move: '0px, 0px', scale: '20%' });
  await page.press('F4');
  // The zone is 100..500 x 400..1000: its middle in the middle of 500, its top 12 below the top of the frame.
  expect(seen()).toEqual({ move: '200px, 412px', scale: '100%' });
  expect(document.activeElement).toBe(page.find('[aria-label=form]'));
  await page.press('F4');
  expect(seen().scale).toBe('200%');
  await page.press('F4');
  expect(seen()).toEqual({ move: '0px, 0px', scale: '20%' });
});
