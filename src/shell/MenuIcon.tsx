import { FileText, Folder } from 'lucide-react';
import { menuIcons } from '#src/console/menuIcons.ts';

export interface MenuIconProps {
  /** As the menu row names it; a plain icon where it names none of ours. */
  readonly source: string | undefined;
  readonly isGroup?: boolean;
  readonly size?: number;
}

export function MenuIcon({ source, isGroup = false, size = 16 }: MenuIconProps) {
  const Icon = menuIcons[source ?? ''] ?? (isGroup ? Folder : FileText);
  return <Icon size={size} aria-hidden />;
}
