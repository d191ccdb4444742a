import { notify } from '#src/ui/notify.tsx';

/** Prints pictures of pages, each on a sheet of its own, in a window of theirs: once, when all of them are drawn. Copies come whole, one after another. */
export async function printPages(pages: readonly string[], copies = 1): Promise<void> {
  const frame = window.open('', '_blank', 'width=900,height=1000');
  if (!frame) {
    notify.warn(['浏览器拦截了打印窗口, 请允许弹出窗口', 'The browser blocked the window to print from; allow pop-ups']);
    return;
  }
  frame.document.body.style.margin = '0';
  const sheets = Array.from({ length: copies }, () => pages).flat();
  const pictures = sheets.map((page) => {
    const picture = frame.document.createElement('img');
    picture.src = page;
    picture.style.cssText = 'display: block; width: 100%; break-after: page';
    frame.document.body.append(picture);
    return picture;
  });
  await Promise.all(pictures.map((picture) => picture.decode()));
  frame.print();
}
