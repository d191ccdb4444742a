import { chakra } from '@chakra-ui/react';
import { ArrowLeftRight, Copy, FlaskConical, Replace } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { inLanguage } from '#domain/kernel/label.ts';
import { changeConfigs } from '#domain/report/configActs.ts';
import { configType, reportConfig } from '#domain/report/reportConfig.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { saveConversion } from '#domain/report/saveConversion.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen, type ListTools } from '#src/resource/ListScreen.tsx';
import { ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';
import { fieldsOfRow, rowName, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { ConversionDrawer } from './ConversionDrawer.tsx';
import { ExplainDrawer } from './ExplainDrawer.tsx';

const route = '/lab-report/config';
const tabs = [
  { key: 'default', title: ['默认配置', 'Default'] },
  { key: 'custom', title: ['自定义配置', 'Custom'] },
] as const;
type Tab = (typeof tabs)[number]['key'];
const screens = {
  default: { route, title: ['默认报告配置', 'Default report configurations'], fixed: { configType: configType.byDefault } },
  custom: { route, title: ['自定义报告配置', 'Custom report configurations'], fixed: { configType: configType.custom } },
} as const;
const panelId = 'report-configs';

const openLists: ReadonlySet<string> = new Set(['reportTitleIds', 'commodityIds', 'panelGroupIds']);
type Columns = readonly TableColumn<WireRow>[];
/** An empty list leaves all in, and says so. */
const columnsOf = (described: Columns): Columns =>
  described.map((column) =>
    openLists.has(column.key)
      ? { ...column, text: (row, language) => column.text?.(row, language) || inLanguage(['全部', 'All'], language) }
      : column,
  );
/** A default configuration is of no client. */
const columnsOfDefault = (described: Columns): Columns =>
  columnsOf(described).map((column) => (column.key === 'sendSampleClientIds' ? { ...column, isHidden: true } : column));

/** 报告配置管理: which template and strategy make which reports, of everybody's and of certain clients'. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get('tab') === 'custom' ? 'custom' : 'default';
  const [changed, setChanged] = useState<{ readonly rows: readonly WireRow[]; readonly reload: () => void } | null>(null);
  const [worded, setWorded] = useState<WireRow | null>(null);
  const [copied, setCopied] = useState<WireRow | null>(null);
  const [isTrying, setTrying] = useState(false);
  const mayWord = can(saveConversion.permission);
  const maySave = can('reportConfig_save');
  const acts = useMemo(
    (): readonly RowAct<WireRow>[] => [
      { key: 'convert', label: mayWord ? ['转换', 'Wording'] : ['查看转换', 'See the wording'], icon: ArrowLeftRight, onAct: setWorded },
      ...(maySave && tab === 'default'
        ? [{ key: 'copy', label: ['复制为自定义', 'Copy as custom'] as const, icon: Copy, onAct: setCopied } satisfies RowAct<WireRow>]
        : []),
    ],
    [mayWord, maySave, tab],
  );
  const tools = ({ ticked, reload }: ListTools) => (
    <>
      {maySave ? (
        <Button size="sm" icon={Replace} disabled={ticked.length === 0} onClick={() => setChanged({ rows: ticked, reload })}>
          {label(['批量更换', 'Change several'])}
        </Button>
      ) : null}
      <Button size="sm" icon={FlaskConical} onClick={() => setTrying(true)}>
        {label(['试一试', 'Try a sample'])}
      </Button>
    </>
  );
  const names = new Map(changed?.rows.map((row) => [String(row.configId), rowName(reportConfig, row)]));
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['配置类型', 'Kind']}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        // Another kind is another list: what was searched for stays behind.
        onChoose={(key) => setParams(key === 'default' ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        <ListScreen
          key={tab}
          resource={reportConfig}
          screen={screens[tab]}
          acts={acts}
          tools={tools}
          columns={tab === 'default' ? columnsOfDefault : columnsOf}
        />
      </chakra.div>
      {changed ? (
        <ActDrawer
          command={changeConfigs}
          rows={changed.rows.map(({ configId }) => ({ configId: String(configId) }))}
          nameOf={({ configId }) => names.get(configId) ?? configId}
          onClose={() => setChanged(null)}
          onDone={changed.reload}
        />
      ) : null}
      {worded ? <ConversionDrawer key={String(worded.configId)} row={worded} onClose={() => setWorded(null)} /> : null}
      {copied ? (
        <ResourceDrawer
          resource={reportConfig}
          screen={screens.custom}
          state={{ mode: 'add', row: copyOf(copied) }}
          mayEdit
          onEdit={() => undefined}
          onClose={() => setCopied(null)}
          onSaved={() => setParams({ tab: 'custom' })}
        />
      ) : null}
      {isTrying ? <ExplainDrawer onClose={() => setTrying(false)} /> : null}
    </chakra.div>
  );
}

/** What a client's own configuration begins as: all of the default one but its name and its wording. */
const copyOf = (row: WireRow): WireRow => ({
  ...fieldsOfRow(reportConfig, row),
  configName: '',
  conversionNo: null,
  reportKind: row.reportKind === reportKind.regular ? reportKind.custom : row.reportKind,
});
