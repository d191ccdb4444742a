import type { Label } from '#domain/kernel/label.ts';
import type { NodeState } from '#domain/system/running/operations.ts';
import type { Tone } from '#src/ui/Tag.tsx';

export const nodeWords: Readonly<Record<NodeState, { readonly word: Label; readonly tone: Tone }>> = {
  running: { word: ['运行中', 'Running'], tone: 'success' },
  stopped: { word: ['已停止', 'Stopped'], tone: 'neutral' },
  silent: { word: ['无响应', 'Silent'], tone: 'danger' },
};

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
/** Bytes as a person reads them. */
export function sizeText(bytes: number): string {
  const at = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** at;
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}

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

/** Seconds between two moments of the server, yyyy-MM-dd HH:mm:ss. */
export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to.replace(' ', 'T')) - Date.parse(from.replace(' ', 'T'))) / 1000));
