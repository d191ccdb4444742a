import type { Label } from '../kernel/label.ts';

/** A menu of the top bar: it shows its own part of the sidebar. */
export interface TopMenu {
  /** Unique for ever; also its id on the wire. */
  readonly code: string;
  readonly label: Label;
  /** Icon name of the shell. */
  readonly source: string;
  /** Codes of the root menus it shows. */
  readonly roots: readonly string[];
}

const work: TopMenu = { code: 'work', label: ['业务', 'Work'], source: 'scan-barcode', roots: ['sample', 'lab', 'report', 'bill', 'desk'] };

/** The parts of the console, by what people come for. */
export const topMenus: readonly TopMenu[] = [
  work,
  { code: 'query', label: ['查询', 'Queries'], source: 'search', roots: ['search', 'analyse'] },
  { code: 'office', label: ['协同', 'Office'], source: 'users', roots: ['notice', 'flow', 'work'] },
  { code: 'master', label: ['基础', 'Master data'], source: 'database', roots: ['basic', 'code'] },
  { code: 'admin', label: ['系统', 'System'], source: 'settings', roots: ['system', 'op'] },
];

/** The top menu a root menu stands under; one that is named nowhere (a tenant's own) stands with the work. */
export function topMenuOf(root: string): TopMenu {
  return topMenus.find(({ roots }) => roots.includes(root)) ?? work;
}
