import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ExplainedConfig } from '#domain/report/configCalls.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

/** 试一试: which configuration a sample's reports are made by, and of each other one why it is not. */
export function ExplainDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  return (
    <SideDrawer title={label(['试一试: 样本用哪个报告配置', 'Which configuration a sample is reported by'])} onClose={onClose}>
      <chakra.form
        display="flex"
        gap={2}
        mb={3}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <chakra.div flex={1} maxW="320px">
          <TextControl
            ariaLabel={label(['样本条码或实验室编号', 'Sample code or lab code'])}
            placeholder={label(['样本条码或实验室编号', 'Sample code or lab code'])}
            face="mono"
            value={typed}
            onChange={(text) => setTyped(String(text ?? ''))}
          />
        </chakra.div>
        <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
          {label(['查看', 'Show'])}
        </Button>
      </chakra.form>
      {asked === '' ? null : <Explained key={asked} sampleCode={asked} />}
    </SideDrawer>
  );
}

function Explained({ sampleCode }: { readonly sampleCode: string }) {
  const { data, failure, retry } = useAsked('GET report/report-config/explain', { sampleCode });
  if (!data) return failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : <StateView state="loading" />;
  return (
    <chakra.div display="grid" gap={4}>
      {data.reports.map((report) => (
        <ReportChoice key={report.groupKey} report={report} title={`${data.requisitionCode} · ${report.panelGroupNames.join('、')}`} />
      ))}
      {data.reports.length === 0 ? <StateView state="empty" text={['没有要报告的项目', 'There is nothing to report']} /> : null}
    </chakra.div>
  );
}

function ReportChoice({ report, title }: { readonly report: ExplainedConfig['reports'][number]; readonly title: string }) {
  const { label } = useText();
  const chosen = report.configs.find(({ configId }) => configId === report.chosenId);
  return (
    <chakra.section display="grid" gap={1.5}>
      <chakra.h3 textStyle="body" fontWeight="medium">
        {title}
      </chakra.h3>
      <chakra.p textStyle="note" color="fg.muted">
        {report.commodityNames.join('、')}
      </chakra.p>
      {chosen ? (
        <StatusWord tone="success">
          {label(['{name} · 模板 {template} · 策略 {strategy}', '{name} · template {template} · strategy {strategy}'], {
            name: chosen.configName,
            template: chosen.templateName ?? '—',
            strategy: chosen.strategyName ?? '—',
          })}
        </StatusWord>
      ) : (
        <StatusWord tone="danger">{report.fault ? label(report.fault) : ''}</StatusWord>
      )}
      <chakra.ol display="grid" gap={0.5} textStyle="dense">
        {report.configs.map(({ configId, configName, rank, why }) => (
          <chakra.li key={configId} display="flex" gap={2} color={why ? 'fg.muted' : 'fg'}>
            <chakra.span flex={1} minW={0} overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {configName}
            </chakra.span>
            <chakra.span w="64px" textAlign="end">
              {label(['权重 {rank}', 'Weight {rank}'], { rank })}
            </chakra.span>
            <chakra.span w="128px">
              {why ? label(why) : configId === report.chosenId ? label(['选用', 'Chosen']) : label(['适用', 'Fits'])}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.section>
  );
}
