import type { Label } from '#domain/kernel/label.ts';
import type { NodeState } from '#domain/system/running/operations.ts';
import type { Tone } from '#src/ui/Tag.tsx';

export const nodeWords: Readonly<Record<NodeState, { readonly word: Label; readonly tone: Tone }>> = {
  running: { word: ['运行中', 'Running'], tone: 'success' },
  stopped: { word: ['已停止', 'Stopped'], tone: 'neutral' },
  silent: { word: ['无响应', 'Silent'], tone: 'danger' },
};

/** A span in its largest whole unit. */
export function spanText(seconds: number): Label {
  if (seconds < 120) return [`${seconds} 秒`, `${seconds} s`];
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return [`${minutes} 分钟`, `${minutes} min`];
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return [`${hours} 小时`, `${hours} h`];
  const days = Math.floor(hours / 24);
  return [`${days} 天`, `${days} days`];
}
