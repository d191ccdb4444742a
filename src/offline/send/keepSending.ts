import { queueView } from '#src/offline/outbox/queueView.ts';
import { sendImages } from './sender.ts';
import type { WorkerMessage } from '#src/offline/keys/workerMessage.ts';
import { lacksImages } from '#src/offline/blobs/imageSender.ts';

/** Something waits: an attempt within 20 s in every state. */
const everyMs = 15_000;

/** The service worker sends where it controls this page. The timer goes round it on purpose: one that is stuck must not hold the pictures. */
function kickImages(isByPage: boolean): void {
  const controller = (globalThis.navigator as Navigator | undefined)?.serviceWorker?.controller;
  if (!controller || isByPage) void sendImages().catch(() => undefined);
  else controller.postMessage({ type: 'SEND_IMAGES' } satisfies WorkerMessage);
}

/** Keeps the pictures of this desk moving while its page lives; once, at page start. Answers the function that stops it. */
export function startImages(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = '|';
  let isLacking = false;
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      kickImages(true);
      again();
    }, everyMs);
  };
  const stopWatching = queueView.watch({
    since: Infinity,
    tell: () => {
      const pictured = queueView.unresolved().filter(({ blobs = [] }) => blobs.length > 0);
      const lacking = pictured.filter(lacksImages);
      // Progress alone is no news: only another set of acts is.
      const now = [pictured, lacking].map((acts) => acts.map(({ opId }) => opId).join()).join('|');
      if (now === known) return;
      known = now;
      isLacking = lacking.length > 0;
      clearTimeout(timer);
      // Also when an act has arrived: its parts stayed until then, and are dropped now.
      kickImages(false);
      if (isLacking) again();
    },
    fail: () => undefined,
  });
  const onBack = (): void => {
    if (isLacking) kickImages(false);
  };
  globalThis.addEventListener('online', onBack);
  // What an earlier page left behind is tidied up.
  kickImages(false);
  return () => {
    clearTimeout(timer);
    stopWatching();
    globalThis.removeEventListener('online', onBack);
  };
}
