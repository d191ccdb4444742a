import type { Label } from '#domain/kernel/label.ts';

export const imageErrorTexts = {
  noSpace: [
    '本机存储空间不足,暂停拍照;文字录入不受影响。请先让待上传的图片传完',
    'This computer is short of storage: no more pictures until those waiting have been sent; typing goes on',
  ],
  notImage: ['不是图片,或图片已损坏', 'Not a picture, or a damaged one'],
  noPdf: ['PDF 无法读取: 已损坏或有密码', 'The PDF cannot be read: it is damaged or has a password'],
  noReader: ['PDF 阅读组件未下载, 联网后可查看', 'The PDF reader is not on this computer yet; it comes with the network'],
  tooLarge: ['文件超过 20 MB', 'The file is larger than 20 MB'],
  unsupported: ['拍照上传需要 https 或本机地址', 'Pictures need https or the local address'],
  locked: ['请先解锁', 'Unlock first'],
} as const satisfies Record<string, Label>;

/** A picture was not taken. Nothing was written. */
export class ImageError extends Error {
  readonly code: keyof typeof imageErrorTexts;
  /** In both languages, to be shown as it is. */
  readonly label: Label;

  constructor(code: keyof typeof imageErrorTexts, options: { cause?: unknown } = {}) {
    super(imageErrorTexts[code][1], options);
    this.name = 'ImageError';
    this.code = code;
    this.label = imageErrorTexts[code];
  }
}
