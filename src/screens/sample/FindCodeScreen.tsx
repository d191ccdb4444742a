import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { mostFound, type FoundTube } from '#domain/sample/foundTube.ts';
import type { Label } from '#domain/kernel/label.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Card = chakra('section', { base: { bg: 'bg.panel', border: 'hairline', borderRadius: 'md', p: 3 } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { m: 0, overflowWrap: 'anywhere' },
  },
});
const Steps = chakra('ol', {
  base: { m: 0, mt: 2, p: 0, listStyle: 'none', textStyle: 'dense', display: 'flex', flexDirection: 'column', gap: '2px' },
});

type Fact = readonly [Label, string | null];
const factsOf = (tube: FoundTube): readonly Fact[] => [
  [['申请单条码', 'Requisition'], tube.requisitionCode],
  [['样本类型', 'Class'], tube.sampleClassName],
  [['采血管号', 'Tube no.'], tube.testTubeNumber],
  [['医院条码', 'Hospital barcode'], tube.hospitalCode],
  [['实验室编号', 'Lab code'], tube.labCode],
  [['产品', 'Commodities'], tube.commodityNames],
  [['送检单位', 'Sending client'], tube.sendSampleClientName],
  [['检验所', 'Laboratory'], tube.contractLaboratoryName],
];
interface Step {
  readonly at: string | null;
  readonly serverTime?: string | null;
  readonly what: Label;
  readonly who: string | null;
  readonly why?: string | null;
}
/** What happened to the tube so far, in the order of the acts. */
const stepsOf = (tube: FoundTube): readonly Step[] =>
  [
    { at: tube.receiveTime, serverTime: tube.receiveServerTime, what: ['接样', 'Received'] as Label, who: tube.entryPersonName },
    { at: tube.enterTime, what: ['录入完成', 'Entered'] as Label, who: null },
    {
      at: tube.labReceiveTime,
      serverTime: tube.labReceiveServerTime,
      what: ['实验室接收', 'Received by the laboratory'] as Label,
      who: tube.labReceiveUserName,
    },
    {
      at: tube.rejectTime,
      serverTime: tube.rejectServerTime,
      what: ['拒收', 'Rejected'] as Label,
      who: tube.rejectUserName,
      why: tube.rejectReason,
    },
  ]
    .filter(({ at }) => at !== null)
    .toSorted((a, b) => String(a.at).localeCompare(String(b.at)));

/** 样本查找: any code of a tube leads here, and to what is known of it now. Scanning goes on here. */
export function Screen() {
  const { label } = useText();
  const [params, setParams] = useSearchParams();
  const code = (params.get('code') ?? '').trim();
  const { data, isStale, failure, retry } = useCall<readonly FoundTube[]>('sample', 'enter-info/find-code', { code }, code !== '');
  const found = code === '' ? undefined : data;
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto" aria-busy={isStale}>
      <ScreenTitle />
      <Card>
        <ScanBox
          label={['扫描或输入任意条码', 'Scan or type any code']}
          placeholder={['样本、申请单、采血管、医院、实验室或第三方条码', 'Sample, requisition, tube, hospital, lab or partner code']}
          onScan={({ code: next }) => setParams({ code: next })}
        />
      </Card>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {code !== '' && !failure && !found ? <StateView state="loading" /> : null}
      {found?.length === 0 && !isStale ? (
        <StateView
          state="empty"
          text={[`没有找到条码 ${code}: 不存在, 或不在您的检验所`, `Nothing found for ${code}: unknown, or not of your laboratories`]}
        />
      ) : null}
      {(failure ? [] : (found ?? [])).map((tube) => (
        <Card key={tube.sampleId} aria-label={tube.sampleCode} data-tube={tube.sampleCode}>
          <chakra.h2 display="flex" alignItems="center" gap={3} mb={2}>
            <chakra.span fontSize="20px" textStyle="mono">
              {tube.sampleCode}
            </chakra.span>
            <StatusWord tone={tube.labStatus === labStatus.rejected ? 'danger' : 'info'}>
              {label(labStatus.labelOf(tube.labStatus) ?? ['', ''])}
            </StatusWord>
          </chakra.h2>
          <Facts>
            {factsOf(tube)
              .filter(([, value]) => value)
              .map(([title, value]) => (
                <div key={title[0]}>
                  <dt>{label(title)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </Facts>
          <Steps aria-label={label(['经过', 'What happened'])}>
            {stepsOf(tube).map(({ at, serverTime, what, who, why }) => (
              <li key={what[0]}>
                <chakra.span textStyle="figures" color="fg.muted" mr={3}>
                  <ActTime at={at ?? ''} serverTime={serverTime} />
                </chakra.span>
                {label(what)}
                {who ? ` · ${who}` : ''}
                {why ? ` · ${why}` : ''}
              </li>
            ))}
          </Steps>
        </Card>
      ))}
      {!failure && (found?.length ?? 0) >= mostFound ? (
        <chakra.p role="status" textStyle="dense" color="warning.text" data-more-of={mostFound}>
          {label(
            [
              '只显示最近的 {count} 支; 更早的请用样本条码或申请单条码查找',
              'The newest {count} are shown; find older ones by their sample or requisition code',
            ],
            { count: mostFound },
          )}
        </chakra.p>
      ) : null}
    </chakra.div>
  );
}
