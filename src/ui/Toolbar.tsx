import { chakra } from '@chakra-ui/react';
import { Download, Maximize2, Minimize2, RefreshCw, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { useSay } from './language.ts';
import { MenuButton } from './MenuButton.tsx';
import { ColumnSettings } from './table/ColumnSettings.tsx';
import type { Density, TableColumn } from './table/column.ts';
import type { TableView } from './table/tableView.ts';

export interface ToolbarProps<Row> {
  /** Acts at the left, the primary one first. Use `<Button size="sm">`. */
  readonly children?: ReactNode;
  readonly view?: TableView;
  readonly columns?: readonly TableColumn<Row>[];
  readonly onRefresh?: () => void;
  readonly isRefreshing?: boolean;
  /** Exports what is on the screen. */
  readonly onExport?: (() => void) | undefined;
  /** The key that does it, where the screen has one. */
  readonly exportKey?: string;
  readonly isExporting?: boolean;
  readonly isFullscreen?: boolean;
  readonly onFullscreen?: () => void;
  /** More at the right, before the icons. */
  readonly aside?: ReactNode;
}

/** On a phone the acts have a line of their own above the icons. */
const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: 1,
    minH: 'controlSm',
    flexShrink: 0,
  },
});
const densities: readonly (readonly [Density, readonly [string, string]])[] = [
  ['compact', ['紧凑 32', 'Compact 32']],
  ['normal', ['标准 36', 'Normal 36']],
  ['touch', ['触屏 44', 'Touch 44']],
];

/** Above a table: acts left; refresh, density, columns, export, fullscreen right. */
export function Toolbar<Row>({
  children,
  view,
  columns,
  onRefresh,
  isRefreshing = false,
  onExport,
  exportKey,
  isExporting = false,
  isFullscreen = false,
  onFullscreen,
  aside,
}: ToolbarProps<Row>) {
  const say = useSay();
  return (
    <Bar role="toolbar" aria-label={say(['列表工具', 'List tools'])} data-no-print>
      <chakra.div
        display="flex"
        alignItems="center"
        gap={2}
        flex={{ base: '1 1 100%', sm: '1 1 0' }}
        minW={0}
        flexWrap="wrap"
        _empty={{ flex: '1 1 0' }}
      >
        {children}
      </chakra.div>
      {aside}
      {onRefresh ? (
        <IconButton size="sm" icon={RefreshCw} label={say(['刷新', 'Refresh'])} aria-busy={isRefreshing || undefined} onClick={onRefresh} />
      ) : null}
      {view ? (
        <MenuButton
          label={['行高', 'Row height']}
          trigger={<IconButton size="sm" icon={Rows3} label={say(['密度', 'Density'])} />}
          acts={densities.map(([density, label]) => ({
            key: density,
            label,
            isChosen: view.density === density,
            onAct: () => view.setDensity(density),
          }))}
        />
      ) : null}
      {view && columns ? <ColumnSettings view={view} titles={new Map(columns.map((column) => [column.key, column.title]))} /> : null}
      {onExport ? (
        <IconButton
          size="sm"
          icon={Download}
          label={say(['导出', 'Export'])}
          keyHint={exportKey}
          disabled={isExporting}
          aria-busy={isExporting || undefined}
          onClick={onExport}
        />
      ) : null}
      {onFullscreen ? (
        <IconButton
          size="sm"
          icon={isFullscreen ? Minimize2 : Maximize2}
          label={say(isFullscreen ? ['退出全屏', 'Leave full screen'] : ['全屏', 'Full screen'])}
          isPressed={isFullscreen}
          onClick={onFullscreen}
        />
      ) : null}
    </Bar>
  );
}
