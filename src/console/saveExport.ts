import type { Label } from '#domain/kernel/label.ts';
import { exportWaiting } from '#src/offline/journal/exportActs.ts';
import { notify } from '#src/ui/notify.tsx';

const done: Label = [
  '已导出本机全部 {count} 项待上传操作(已加密)。请交主管导入;本机恢复后仍可照常上传,不会重复',
  'Exported all {count} acts of this computer (sealed). Give the file to a supervisor; the computer may still send them later, nothing is doubled',
];
const open: Label = [
  '已导出 {count} 项,其中 {openCount} 项未加密,含个人信息,请妥善保管',
  'Exported {count}; {openCount} of them are not sealed and hold personal data: keep the file safe',
];
const images: Label = ['{imageCount} 项附有图片,图片未包含在文件中', '{imageCount} have images, which are not in the file'];

/** 导出待上传: hands the browser a file with what this computer owes the server, and says what is in it. Throws where nothing can be read. */
export async function saveExport(): Promise<void> {
  const { name, blob, count, openCount, imageCount } = await exportWaiting();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  const say = openCount > 0 ? notify.warn : notify.success;
  say(openCount > 0 ? open : done, { params: { count, openCount }, stayMs: 15_000 });
  if (imageCount > 0) notify.warn(images, { params: { imageCount }, stayMs: 15_000 });
}
