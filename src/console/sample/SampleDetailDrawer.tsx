import { chakra, Portal } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { mostRelated, mostTubes, tubeRelation, type Timeline, type TimelineTube } from '#domain/search/sampleDetail.ts';
import { revealPatients, viewPatients, viewTimeline } from '#domain/search/sampleRights.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { CommodityTable, ResultTable } from './DetailTables.tsx';
import { OwnActs } from './OwnActs.tsx';
import { RevealPerson } from './RevealPerson.tsx';
import { TimelineList } from './TimelineList.tsx';

const panelId = 'sample-detail';
const tabs = {
  commodities: { title: ['产品', 'Commodities'], key: 'commodities' },
  results: { title: ['结果', 'Results'], key: 'results' },
  timeline: { title: ['流转', 'Timeline'], key: 'timeline' },
} as const;
type TabKey = keyof typeof tabs;

export interface SampleDetailDrawerProps {
  /** Any code of it; absent: asked for. */
  readonly code?: string;
  readonly onClose: () => void;
}

/**
 * 样本详情: what was ordered of a sample, its results, and its timeline, by any code that leads to it. A scan goes on to the next one; what a person
 * may not see has no tab.
 */
export function SampleDetailDrawer({ code: first = '', onClose }: SampleDetailDrawerProps) {
  const { label } = useText();
  const { can } = useSession();
  const [code, setCode] = useState(first);
  const [wanted, setWanted] = useState<TabKey>(first === '' ? 'timeline' : 'commodities');
  const [chosen, setChosen] = useState<string | null>(null);
  const open = (next: string): void => {
    setCode(next);
    setChosen(null);
  };
  const { data, failure, retry, isStale } = useAsked('GET sample/timeline', { code }, code !== '' && can(viewTimeline.code));
  const found = code === '' ? undefined : data;
  const tube = found?.tubes.find(({ sampleCode }) => sampleCode === (chosen ?? code)) ?? found?.tubes[0];
  const changed = useAsked(
    'GET sample/timeline/changes',
    { requisitionCode: tube?.requisitionCode ?? '' },
    tube !== undefined && can(viewSamples.code),
  );
  const line = found && tube && (
    <>
      {changed.failure ? <StateView state="failed" failure={changed.failure} onRetry={changed.retry} /> : null}
      <TimelineList
        events={ofLane(found, tube, chosen === null)}
        changes={changed.isStale ? [] : (changed.data ?? [])}
        isNamed={found.tubes.length > 1}
        requisitionCode={tube.requisitionCode}
      />
    </>
  );
  const shown = can(viewSamples.code) ? [tabs.commodities, tabs.results, tabs.timeline] : [tabs.timeline];
  const tab = shown.find(({ key }) => key === wanted) ?? tabs.timeline;
  const title = tube ? label(['样本详情 {code}', 'Sample {code}'], { code: tube.sampleCode }) : label(['样本详情', 'A sample']);
  return (
    <>
      <SideDrawer
        title={title}
        aside={
          found && tube ? (
            <Button size="sm" icon={Printer} onClick={() => window.print()}>
              {label(['打印', 'Print'])}
            </Button>
          ) : undefined
        }
        onClose={onClose}
      >
        <chakra.div display="flex" flexDirection="column" gap={3} aria-busy={isStale}>
          <ScanBox
            label={['扫描或输入任意条码', 'Scan or type any code']}
            placeholder={[
              '样本、申请单、采血管、医院、实验室、第三方条码, 或物流、报告、订单、账单号',
              'Any code of a sample, or a courier, report, order or bill number',
            ]}
            onScan={({ code: next }) => open(next)}
          />
          {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
          {failure?.isOffline ? <OwnActs code={code} /> : null}
          {code !== '' && !found && !failure ? <StateView state="loading" /> : null}
          {found && !tube && !isStale && !failure && found.events.length > 0 ? (
            <>
              <StatusWord tone="info">{label(['{code} 还未到样', '{code} is awaited and has not come'], { code })}</StatusWord>
              <TimelineList events={found.events} isNamed={false} requisitionCode="" />
            </>
          ) : null}
          {found && !tube && !isStale && !failure && found.events.length === 0 ? (
            <StateView state="empty" text={[`没有找到 ${code}: 不存在, 或不在您的范围`, `Nothing found for ${code}: unknown, or not yours to see`]} />
          ) : null}
          {found && tube && !failure ? (
            <>
              <TubeHead tube={tube} />
              {can(revealPatients.code) && !can(viewPatients.code) ? <RevealPerson key={tube.sampleCode} sampleCode={tube.sampleCode} /> : null}
              {found.tubes.length > 1 ? <Lanes found={found} chosen={tube.sampleCode} onChoose={setChosen} /> : null}
              {found.related.length > 0 ? <Related found={found} onChoose={open} /> : null}
              <TabList label={['样本详情', 'A sample']} tabs={shown} chosen={tab.key} onChoose={setWanted} panelId={panelId} />
              <div {...tabPanel(panelId, tab.key)}>
                {tab.key === 'commodities' ? <CommodityTable requisitionCode={tube.requisitionCode} /> : null}
                {tab.key === 'results' ? <ResultTable sampleCode={tube.sampleCode} /> : null}
                {tab.key === 'timeline' ? line : null}
              </div>
            </>
          ) : null}
        </chakra.div>
      </SideDrawer>
      {found && tube ? (
        <Portal>
          <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
            <chakra.h1 fontSize="20px" mb={2}>
              {title}
            </chakra.h1>
            <TubeHead tube={tube} />
            {found.related.length > 0 ? <Related found={found} /> : null}
            {line}
          </chakra.div>
        </Portal>
      ) : null}
    </>
  );
}

/** A tube's lane with what happened to its whole requisition; all lanes until one is chosen. */
const ofLane = ({ events }: Timeline, tube: TimelineTube, isWhole: boolean): Timeline['events'] =>
  isWhole ? events : events.filter(({ sampleCode }) => sampleCode === null || sampleCode === tube.sampleCode);

function TubeHead({ tube }: { readonly tube: TimelineTube }) {
  const { label, language } = useText();
  return (
    <chakra.p textStyle="dense" display="flex" flexWrap="wrap" gap={2} alignItems="center">
      <StatusWord tone={tube.labStatus === labStatus.rejected ? 'danger' : 'info'}>{label(labStatus.labelOf(tube.labStatus) ?? ['', ''])}</StatusWord>
      {[
        tube.personName,
        tube.commodityNames,
        tube.sendSampleClientName,
        tube.executeLaboratoryName ?? tube.contractLaboratoryName,
        tube.requisitionCode,
        tube.labCode,
        tube.hospitalCode,
        actTimeText({ at: tube.receiveTime, serverTime: tube.receiveServerTime }, language),
      ]
        .filter(Boolean)
        .join(' · ')}
    </chakra.p>
  );
}

/** Tubes that have to do with what was found, each opening its own line; on paper as words. */
function Related({ found: { related, isRelatedCut }, onChoose }: { readonly found: Timeline; readonly onChoose?: (code: string) => void }) {
  const { label, language } = useText();
  return (
    <chakra.ul
      listStyleType="none"
      textStyle="dense"
      display="flex"
      flexDirection="column"
      gap={1}
      maxH="132px"
      overflow="auto"
      _print={{ maxH: 'none' }}
      aria-label={label(['相关样本', 'Related samples'])}
      data-related
    >
      {related.map(({ relation, sampleCode, requisitionCode, labStatus: status, commodityNames, receiveTime, receiveServerTime }) => (
        <chakra.li key={sampleCode} display="flex" flexWrap="wrap" gap={2} alignItems="center">
          <chakra.span color="fg.muted">{label(tubeRelation.labelOf(relation) ?? ['', ''])}</chakra.span>
          {onChoose ? (
            <Button size="sm" onClick={() => onChoose(sampleCode)}>
              {sampleCode}
            </Button>
          ) : (
            sampleCode
          )}
          <span>
            {[
              label(labStatus.labelOf(status) ?? ['', '']),
              requisitionCode,
              commodityNames,
              actTimeText({ at: receiveTime, serverTime: receiveServerTime }, language),
            ].join(' · ')}
          </span>
        </chakra.li>
      ))}
      {isRelatedCut ? (
        <li>
          <StatusWord tone="warning">{label(['只列出 {most} 管', '{most} of them alone'], { most: mostRelated })}</StatusWord>
        </li>
      ) : null}
    </chakra.ul>
  );
}

/** The tubes that a code leads to: one lane each. */
function Lanes({ found, chosen, onChoose }: { readonly found: Timeline; readonly chosen: string; readonly onChoose: (code: string | null) => void }) {
  const { label } = useText();
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={1} role="group" aria-label={label(['样本', 'Samples'])}>
      <Button size="sm" onClick={() => onChoose(null)}>
        {label(['全部 {count}', 'All {count}'], { count: found.tubes.length })}
      </Button>
      {found.tubes.map(({ sampleCode }) => (
        <Button
          key={sampleCode}
          size="sm"
          variant={sampleCode === chosen ? 'primary' : undefined}
          aria-pressed={sampleCode === chosen}
          onClick={() => onChoose(sampleCode)}
        >
          {sampleCode}
        </Button>
      ))}
      {found.isCut ? <StatusWord tone="warning">{label(['只列出最新 {most} 管', 'The newest {most} alone'], { most: mostTubes })}</StatusWord> : null}
    </chakra.div>
  );
}
