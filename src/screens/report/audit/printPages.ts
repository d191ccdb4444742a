import { notify } from '#src/ui/notify.tsx';

/** Prints pictures of pages, each on a sheet of its own, in a window of theirs: once, when all of them are drawn. */
export async function printPages(pages: readonly string[]): Promise<void> {
  const frame = window.open('', '_blank', 'width=900,height=1000');
  if (!frame) {
    notify.warn(['浏览器拦截了打印窗口, 请允许弹出窗口', 'The browser blocked the window to print from; allow pop-ups']);
    return;
  }
  frame.document.body.style.margin = '0';
  const pictures = pages.map((page) => {
    const picture = frame.document.createElement('img');
    picture.src = page;
    picture.style.cssText = 'display: block; width: 100%; break-after: page';
    frame.document.body.append(picture);
    return picture;
  });
  await Promise.all(pictures.map((picture) => picture.decode()));
  frame.print();
}
