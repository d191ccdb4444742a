import {
  Baby,
  Barcode,
  Briefcase,
  Building2,
  ChartColumn,
  ClipboardList,
  Database,
  FileInput,
  FileText,
  FlaskConical,
  Folder,
  Handshake,
  House,
  Inbox,
  Keyboard,
  type LucideIcon,
  Monitor,
  Package,
  Scale,
  ScanBarcode,
  ScanLine,
  Search,
  Settings,
  Tags,
  Undo2,
  UserCog,
  Users,
  Workflow,
} from 'lucide-react';

/** The icons menus may name; the bundle holds these and no others. */
const icons: Readonly<Record<string, LucideIcon>> = {
  baby: Baby,
  barcode: Barcode,
  briefcase: Briefcase,
  building: Building2,
  'chart-column': ChartColumn,
  clipboard: ClipboardList,
  database: Database,
  'file-input': FileInput,
  'flask-conical': FlaskConical,
  handshake: Handshake,
  house: House,
  inbox: Inbox,
  keyboard: Keyboard,
  monitor: Monitor,
  package: Package,
  scale: Scale,
  'scan-barcode': ScanBarcode,
  'scan-line': ScanLine,
  search: Search,
  settings: Settings,
  tags: Tags,
  'undo-2': Undo2,
  users: Users,
  workflow: Workflow,
  'user-cog': UserCog,
};

export interface MenuIconProps {
  /** As the menu row names it; a plain icon where it names none of ours. */
  readonly source: string | undefined;
  readonly isGroup?: boolean;
  readonly size?: number;
}

export function MenuIcon({ source, isGroup = false, size = 16 }: MenuIconProps) {
  const Icon = icons[source ?? ''] ?? (isGroup ? Folder : FileText);
  return <Icon size={size} aria-hidden />;
}
