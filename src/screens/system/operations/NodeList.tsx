import { useQueryClient } from '@tanstack/react-query';
import { inLanguage } from '#domain/kernel/label.ts';
import { operationRights, type NodeRow } from '#domain/system/running/operations.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { useSession } from '#src/console/useSession.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { useLanguage } from '#src/ui/language.ts';
import { notify } from '#src/ui/notify.tsx';
import { sizeText } from '#src/ui/sizeText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { timeWidths, type TableColumn } from '#src/ui/table/column.ts';
import { nodeWords } from './operationTexts.ts';

function StateCell({ state }: Pick<NodeRow, 'state'>) {
  const { word, tone } = nodeWords[state];
  return <StatusWord tone={tone}>{inLanguage(word, useLanguage())}</StatusWord>;
}

const columns: readonly TableColumn<NodeRow>[] = [
  { key: 'nodeId', title: ['服务器', 'Server'], width: 150, isMono: true },
  {
    key: 'state',
    title: ['状态', 'State'],
    width: 92,
    text: ({ state }, language) => inLanguage(nodeWords[state].word, language),
    cell: ({ state }) => <StateCell state={state} />,
  },
  { key: 'version', title: ['版本', 'Version'], width: 80, text: ({ facts }) => facts.version },
  { key: 'memory', title: ['内存', 'Memory'], width: 84, align: 'end', text: ({ facts }) => sizeText(facts.memory) },
  { key: 'cpu', title: ['处理器', 'CPU'], width: 72, align: 'end', text: ({ facts }) => `${facts.cpuPercent}%` },
  { key: 'loop', title: ['响应延迟', 'Delay'], width: 88, align: 'end', text: ({ facts }) => `${facts.loopDelayMs} ms` },
  {
    key: 'waiting',
    title: ['等待数据库', 'Wait for the database'],
    width: 100,
    align: 'end',
    isHidden: true,
    text: ({ facts }) => String(facts.poolWaiting),
  },
  {
    key: 'disk',
    title: ['磁盘剩余', 'Disk left'],
    width: 140,
    align: 'end',
    text: ({ facts: { diskFree, diskSize } }) =>
      diskFree === null || !diskSize ? '' : `${sizeText(diskFree)} (${Math.floor((diskFree / diskSize) * 100)}%)`,
  },
  { key: 'seenTime', title: ['最近联系', 'Last contact'], ...timeWidths },
  { key: 'startedTime', title: ['启动时间', 'Started'], ...timeWidths },
  { key: 'runtime', title: ['Node.js', 'Node.js'], width: 90, isHidden: true, text: ({ facts }) => facts.runtime },
];

/** The servers of the installation. */
export function NodeList({ rows }: { readonly rows: readonly NodeRow[] }) {
  const { can } = useSession();
  const queries = useQueryClient();
  const forget = async ({ nodeId }: NodeRow): Promise<void> => {
    try {
      await ask('POST system/operations/forget-node', { body: { nodeId } });
      notify.success(['已移除 {nodeId}', '{nodeId} forgotten'], { params: { nodeId } });
    } catch (error) {
      if (isTransportError(error)) notify.error(['连接不上服务器', 'The server cannot be reached']);
    }
    void queries.invalidateQueries({ queryKey: ['call', 'system'] });
  };
  return (
    <DataTable
      label={['节点', 'Nodes']}
      screen="/system/operations/nodes"
      columns={columns}
      extent="whole"
      rows={rows}
      rowKey={({ nodeId }) => nodeId}
      acts={
        can(operationRights.save.code)
          ? [{ key: 'forget', label: ['移除', 'Forget'], onAct: (row) => void forget(row), isShown: ({ state }) => state !== 'running' }]
          : []
      }
      height="auto"
      emptyText={['没有节点', 'No node']}
    />
  );
}
