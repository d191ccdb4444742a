import { chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { toMs } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { alarmText } from '#domain/system/running/alarmRules.ts';
import type { OperationsState } from '#domain/system/running/operations.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { sizeText } from '#src/ui/sizeText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { NodeList } from './NodeList.tsx';
import { ageText } from '#src/console/ageText.ts';
import { spanText } from './operationTexts.ts';

const refreshMs = 15_000;

type Line = readonly [title: Label, value: string];

function Card({ title, lines }: { readonly title: Label; readonly lines: readonly Line[] }) {
  const { label } = useText();
  return (
    <chakra.section border="hairline" borderRadius="md" p={3} minW={0}>
      <chakra.h2 textStyle="body" fontWeight="semibold" mb={2}>
        {label(title)}
      </chakra.h2>
      <chakra.dl display="grid" gridTemplateColumns="minmax(96px, auto) 1fr" columnGap={3} rowGap={1} textStyle="dense">
        {lines.map(([name, value]) => (
          <chakra.div key={`${name[1]} ${value}`} display="contents">
            <chakra.dt color="fg.muted">{label(name)}</chakra.dt>
            <chakra.dd fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}

/** What is raised now, in words; one calm line where nothing is. */
function Alarms({ alarms }: Pick<OperationsState, 'alarms'>) {
  const { label, language } = useText();
  if (alarms.length === 0)
    return (
      <chakra.p textStyle="dense" color="fg.muted">
        {label(['没有告警', 'No alarm'])}
      </chakra.p>
    );
  return (
    <chakra.div role="alert" bg="danger.subtle" border="1px solid" borderColor="danger.border" borderRadius="md" p={3}>
      <chakra.ul display="grid" gap={1}>
        {alarms.map((alarm) => (
          <chakra.li key={alarm.alarmId} display="flex" gap={2} alignItems="center" color="danger.text" textStyle="dense">
            <TriangleAlert size={14} aria-hidden />
            <span>{alarmText(alarm, language)}</span>
            <chakra.span color="fg.muted">{label(['自 {at}', 'since {at}'], { at: alarm.sinceTime })}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

const certificateUses: Readonly<Record<'tls' | 'report', Label>> = {
  tls: ['TLS 证书', 'TLS certificate'],
  report: ['报告签名证书', 'Certificate of reports'],
};

function Cards({ state }: { readonly state: OperationsState }) {
  const { label, language } = useText();
  const { database, desks, interfaces, nodes, serverTime } = state;
  const none = label(['无', 'None']);
  const newest = <Mark extends object>(marks: readonly (Mark | null)[], timeOf: (mark: Mark) => string): Mark | undefined =>
    marks.flatMap((mark) => (mark ? [mark] : [])).toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))[0];
  const backup = newest(
    nodes.map(({ facts }) => facts.backup),
    ({ takenAt }) => takenAt,
  );
  const drill = newest(
    nodes.map(({ facts }) => facts.drill),
    ({ restoredAt }) => restoredAt,
  );
  const ago = (time: string): string => `${time} (${ageText((toMs(serverTime) - toMs(time)) / 1000, language)})`;
  const certificates = nodes
    .filter((node) => node.state === 'running')
    .flatMap(({ nodeId, facts }) => facts.certificates.map(({ use, notAfter }): Line => [certificateUses[use], `${nodeId}: ${notAfter}`]));
  const cards: readonly { readonly title: Label; readonly lines: readonly Line[] }[] = [
    {
      title: ['数据库', 'Database'],
      lines: [
        [['引擎', 'Engine'], `${database.kind === 'embedded' ? label(['内置', 'Embedded']) : 'PostgreSQL'} ${database.version}`],
        [['结构版本', 'Schema'], String(database.schema)],
        [['大小', 'Size'], sizeText(database.bytes)],
        [['连接', 'Connections'], String(database.connections)],
        [['最长语句', 'Longest statement'], database.longestSeconds === null ? none : label(spanText(database.longestSeconds))],
        [['从库', 'Replicas'], database.replicas.map((one) => `${one.name} ${one.state} ${sizeText(one.lagBytes)}`).join('; ') || none],
      ],
    },
    {
      title: ['备份与恢复', 'Backup and restore'],
      lines: [
        [['最近备份', 'Last backup'], backup ? ago(backup.takenAt) : none],
        [['备份大小', 'Size'], backup ? sizeText(backup.bytes) : none],
        [['备份位置', 'Where'], backup?.folder ?? none],
        [['含安装密钥', 'With the key'], backup ? label(backup.hasKey ? ['是', 'Yes'] : ['否', 'No']) : none],
        [['最近恢复演练', 'Last restore'], drill ? ago(drill.restoredAt) : none],
        [
          ['演练结果', 'It found'],
          drill ? label(['缺文件 {missing}, 报告异常 {faults}', '{missing} files missing, {faults} faults of reports'], drill) : none,
        ],
      ],
    },
    {
      title: ['前台 (24小时内)', 'Desks (24 hours)'],
      lines: [
        [['前台数', 'Desks'], String(desks.count)],
        [['失联', 'In alarm'], String(desks.inAlarm)],
        [['待传操作', 'Acts waiting'], String(desks.waiting)],
        [['版本', 'Versions'], desks.versions.map(({ version, count }) => `${version || '?'} × ${count}`).join(', ') || none],
      ],
    },
    {
      title: ['接口 (24小时内)', 'Interfaces (24 hours)'],
      lines: [
        [['已熔断', 'Breakers open'], String(interfaces.open)],
        [['调用', 'Calls'], String(interfaces.calls)],
        [['失败', 'Failed'], String(interfaces.failed)],
      ],
    },
    ...(certificates.length > 0 ? [{ title: ['证书', 'Certificates'] as const, lines: certificates }] : []),
  ];
  return (
    <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(260px, 1fr))" gap={3}>
      {cards.map((card) => (
        <Card key={card.title[1]} {...card} />
      ))}
    </chakra.div>
  );
}

/** 概况: what is raised, the nodes, and how the rest stands; asked anew every quarter of a minute. */
export function Overview(): ReactNode {
  const { data, failure, retry } = useAsked('GET system/operations/state', {});
  const again = useRef(retry);
  useEffect(() => {
    again.current = retry;
  });
  useEffect(() => {
    const timer = setInterval(() => again.current(), refreshMs);
    return () => clearInterval(timer);
  }, []);
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return (
    <chakra.div display="grid" gap={3} alignContent="start" overflowY="auto" flex="1 1 auto" minH={0} pt={1}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      <Alarms alarms={data.alarms} />
      <NodeList rows={data.nodes} />
      <Cards state={data} />
    </chakra.div>
  );
}
