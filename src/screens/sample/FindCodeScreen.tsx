import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { commandByName } from '#domain/commands.ts';
import type { FoundTube } from '#domain/sample/foundTubeRow.ts';
import { mostFound, placeOf } from '#domain/sample/foundTube.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import { replaceCode } from '#domain/sample/replaceCode.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ActTime } from '#src/ui/ActTime.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { mayReplace } from './mayReplace.ts';
import { ReplaceCodeDrawer } from './ReplaceCodeDrawer.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { shownValue } from '#src/console/sample/shownValue.ts';

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
const factsOf = (tube: FoundTube, language: Language): readonly Fact[] => [
  [['受检者', 'Person'], personOf(tube, language)],
  [['申请单条码', 'Requisition code'], tube.requisitionCode],
  [['样本类型', 'Sample class'], tube.sampleClassName],
  [['采血管号', 'Tube number'], tube.testTubeNumber],
  [['医院条码', 'Hospital code'], tube.hospitalCode],
  [['实验室编号', 'Lab code'], tube.labCode],
  [['产品', 'Commodities'], tube.commodityNames],
  [['送检单位', 'Sending client'], tube.sendSampleClientName],
  [['检验所', 'Laboratory'], tube.contractLaboratoryName],
];
/** Whose a tube is, in one line; empty where the viewer may not know. */
function personOf(tube: FoundTube, language: Language): string {
  const { personName, sex, age, ageUnit, telephone } = tube;
  const said = (name: 'sex' | 'ageUnit', value: number | null): string =>
    value === null ? '' : shownValue(requisitionFields[name], value, language);
  return [personName, said('sex', sex), age === null ? '' : `${age} ${said('ageUnit', ageUnit)}`.trim(), telephone].filter(Boolean).join(' · ');
}

const PageLink = chakra(Link, { base: { textStyle: 'dense', color: 'accent.text', _hover: { textDecoration: 'underline' } } });

/** 样本查找: any code of a tube leads here, and to what is known of it now. Scanning goes on here. */
export function Screen() {
  const { label, language } = useText();
  const { can } = useSession();
  const [replaced, setReplaced] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [params, setParams] = useSearchParams();
  const code = (params.get('code') ?? '').trim();
  const { data, isStale, failure, retry } = useAsked('GET sample/enter-info/find-code', { code }, code !== '');
  const found = code === '' ? undefined : data;
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto" aria-busy={isStale}>
      <ScreenTitle />
      <Card>
        <ScanBox
          label={['扫描或输入任意条码', 'Scan or type any code']}
          placeholder={[
            '样本、申请单、采血管、医院、实验室、第三方条码,快递、报告、订单或账单号',
            'Code of a sample, requisition, tube, hospital, lab or partner; number of a parcel, report, order or bill',
          ]}
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
              {tube.isCodeInvented === 1 ? label(['无样本条码', 'No tube code']) : tube.sampleCode}
            </chakra.span>
            <StatusWord tone={tube.labStatus === labStatus.rejected ? 'danger' : 'info'}>
              {label(labStatus.labelOf(tube.labStatus) ?? ['', ''])}
            </StatusWord>
            <chakra.span textStyle="dense" data-place>
              {label(placeOf(tube))}
            </chakra.span>
          </chakra.h2>
          {tube.replaced.length > 0 ? (
            <chakra.p mb={2} role="status" data-replaced>
              <Tag tone="warning">
                {label(['原条码 {codes} 已作废, 现用 {code}', '{codes} is void; the tube is {code} now'], {
                  codes: tube.replaced.map(({ oldCode }) => oldCode).join('、'),
                  code: tube.sampleCode,
                })}
              </Tag>
            </chakra.p>
          ) : null}
          <Facts>
            {factsOf(tube, language)
              .filter(([, value]) => value)
              .map(([title, value]) => (
                <div key={title[0]}>
                  <dt>{label(title)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </Facts>
          <Steps aria-label={label(['经过', 'What happened'])}>
            {tube.acts.map(({ at, serverTime, what, toStatus, by, why }, index) => (
              <li key={index} data-act={what}>
                <chakra.span textStyle="figures" color="fg.muted" mr={3}>
                  <ActTime at={at} serverTime={serverTime} />
                </chakra.span>
                {label(commandByName(what)?.title ?? [what, what])}
                {toStatus ? ` → ${label(labStatus.labelOf(toStatus) ?? ['', ''])}` : ''}
                {by ? ` · ${by}` : ''}
                {why ? ` · ${why}` : ''}
              </li>
            ))}
          </Steps>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mt={2}>
            <Button size="sm" onClick={() => setOpened(tube.requisitionCode)}>
              {label(['打开申请单', 'Open the requisition'])}
            </Button>
            {can(replaceCode.permission) && mayReplace(tube) === true ? (
              <Button size="sm" onClick={() => setReplaced(tube.sampleCode)}>
                {label(['更换条码', 'Replace the code'])}
              </Button>
            ) : null}
            {can('requisitionImage_view') ? (
              <PageLink to={`/sample/requisition-image?requisitionCode=${encodeURIComponent(tube.requisitionCode)}`}>
                {label(['申请单图片', 'Pictures'])}
              </PageLink>
            ) : null}
            {can('sampleReceipt_view') ? (
              <PageLink to={`/search/sampleReceive?requisitionCode=${encodeURIComponent(tube.requisitionCode)}`}>
                {label(['样本接收查询', 'Receipts'])}
              </PageLink>
            ) : null}
            {can('sampleCodeReprint_view') ? (
              <PageLink to={`/code/sample-code-reprint?requisitionCode=${encodeURIComponent(tube.sampleCode)}`}>
                {label(['重打记录', 'Reprints'])}
              </PageLink>
            ) : null}
          </chakra.div>
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
      {replaced ? <ReplaceCodeDrawer sampleCode={replaced} onClose={() => setReplaced(null)} onDone={(next) => setParams({ code: next })} /> : null}
      {opened ? <RequisitionDrawer key={opened} requisitionCode={opened} onClose={() => setOpened(null)} /> : null}
    </chakra.div>
  );
}
