import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { excludePoint, includePoint, type QcChartRow, type QcPointRow } from '#domain/lab/qcChart.ts';
import { targetSource } from '#domain/lab/qcLot.ts';
import { drawnPoints } from '#domain/lab/rules/leveyJennings.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useMore } from '#src/console/desk/useMore.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { MoreOf } from '#src/ui/MoreOf.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { OpenedSheet } from '../batch/OpenedSheet.tsx';
import { ResultFileDrawer } from '../ResultFileDrawer.tsx';
import { LeveyJennings } from './LeveyJennings.tsx';
import { VerdictWord } from './VerdictWord.tsx';

const atOnce = 100;
const Cell = chakra('td', { base: { px: 2, py: 1, borderBottom: 'hairline' } });
const Head = chakra('th', { base: { px: 2, py: 1, textAlign: 'start', fontWeight: 'normal', color: 'fg.muted', borderBottom: 'hairline' } });

/** One lot: its target, its points on the chart and as a table, what broke which rule, and which were excluded and why. */
export function QcChartDrawer({ lot, onClose }: { readonly lot: QcChartRow; readonly onClose: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const target = useAsked('GET lab/qc-chart/target', { qcLotId: lot.qcLotId });
  const points = useMore('GET lab/qc-chart/point-page', { qcLotId: lot.qcLotId }, atOnce);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [acting, setActing] = useState<QcPointRow | null>(null);
  const [opened, setOpened] = useState<QcPointRow | null>(null);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  const said = target.data;
  const line = useMemo(() => (said && said.mean !== null && said.sd !== null ? { mean: said.mean, sd: said.sd } : null), [said]);
  const rows = points.rows;
  const drawn = useMemo(() => drawnPoints(rows ?? [], line), [rows, line]);
  const chosen = rows?.find(({ qcPointId }) => qcPointId === chosenId);
  const failure = target.failure ?? points.failure;
  const maySheet = can('labBatch_view');
  const mayFile = can('resultFile_view');
  const mayOpen = ({ ruleId, fileId }: QcPointRow): boolean => (ruleId !== null && maySheet) || (fileId !== null && mayFile);
  const open = (point: QcPointRow): void => {
    if (mayOpen(point)) setOpened(point);
  };
  return (
    <SideDrawer
      size="lg"
      title={label(['{material} {lot}', '{material} {lot}'], { material: lot.materialName, lot: lot.lotNo })}
      aside={lot.itemName ? <Tag>{lot.itemName}</Tag> : null}
      onClose={onClose}
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={() => (target.failure ? target.retry() : points.retry())} /> : null}
      {!failure && (!rows || !said) ? <StateView state="loading" /> : null}
      {rows && said ? (
        <chakra.div display="flex" flexDirection="column" gap={3} textStyle="dense">
          <chakra.div display="flex" gap={4} flexWrap="wrap" alignItems="center">
            <span>{lot.laboratoryName}</span>
            <span>{lot.panelGroupName}</span>
            <span>
              {label(['靶值来源', 'Target from'])} {label(targetSource.labelOf(said.targetSource) ?? ['—', '—'])}
            </span>
            {line ? (
              <chakra.span fontVariantNumeric="tabular-nums">
                x̄ {Number(line.mean.toPrecision(6))} s {Number(line.sd.toPrecision(4))} {said.cv === null ? '' : `CV ${said.cv.toFixed(2)} %`}
              </chakra.span>
            ) : said.targetSource === targetSource.cumulative ? (
              <Tag tone="info">
                {label(['累积靶值: 在控 {n}/{of} 点', 'Own target: {n} of {of} points in control'], { n: said.inControlCount, of: said.neededCount })}
              </Tag>
            ) : (
              <Tag>{label(['没有靶值', 'No target'])}</Tag>
            )}
          </chakra.div>
          {rows.length === 0 ? (
            <StateView state="empty" text={['还没有质控点，导入结果文件后出现', 'No point yet: they come with result files']} />
          ) : (
            <>
              {drawn.some(({ y }) => y !== null) ? (
                <LeveyJennings points={drawn} target={line} chosen={chosenId} onChoose={setChosenId} onOpen={open} />
              ) : (
                <chakra.p color="fg.muted">{label(['没有靶值或数值，无法作图', 'Without a target or numbers there is no chart'])}</chakra.p>
              )}
              <chakra.div role="status" minH="32px" display="flex" gap={2} alignItems="center" flexWrap="wrap">
                {chosen ? (
                  <>
                    <b>{chosen.value}</b>
                    <VerdictWord verdict={chosen.verdict} />
                    <span>{chosen.rules.join(' ')}</span>
                    <span>{chosen.createTime}</span>
                    {chosen.excludedReason === null ? null : (
                      <Tag>
                        {label(['{by} 剔除: {reason}', 'Excluded by {by}: {reason}'], { by: chosen.excludedBy ?? '', reason: chosen.excludedReason })}
                      </Tag>
                    )}
                    {mayOpen(chosen) ? (
                      <Button size="sm" icon={ExternalLink} onClick={() => open(chosen)}>
                        {chosen.batch ?? chosen.fileName ?? label(['来源', 'Source'])}
                      </Button>
                    ) : (
                      <span>{chosen.batch ?? chosen.fileName}</span>
                    )}
                    {can(excludePoint.permission) ? (
                      <Button size="sm" icon={chosen.excludedReason === null ? Trash2 : RotateCcw} onClick={() => setActing(chosen)}>
                        {label(chosen.excludedReason === null ? ['剔除', 'Exclude'] : ['恢复', 'Include again'])}
                      </Button>
                    ) : null}
                  </>
                ) : (
                  <chakra.span color="fg.muted">{label(['选一个点查看', 'Choose a point to look at it'])}</chakra.span>
                )}
              </chakra.div>
              <chakra.table w="full" aria-label={label(['质控点', 'Control points'])}>
                <thead>
                  <tr>
                    <Head>{label(['检测时间', 'Measured at'])}</Head>
                    <Head>{label(['测定值', 'Measured value'])}</Head>
                    <Head>{label(['Z 值', 'Z'])}</Head>
                    <Head>{label(['判定', 'Verdict'])}</Head>
                    <Head>{label(['规则', 'Rules'])}</Head>
                    <Head>{label(['来源', 'Source'])}</Head>
                    <Head>{label(['剔除', 'Excluded'])}</Head>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((point) => (
                    <chakra.tr
                      key={point.qcPointId}
                      tabIndex={0}
                      cursor="pointer"
                      aria-selected={point.qcPointId === chosenId}
                      bg={point.qcPointId === chosenId ? 'accent.subtle' : undefined}
                      color={point.excludedReason === null ? undefined : 'fg.muted'}
                      onFocus={() => setChosenId(point.qcPointId)}
                      onClick={() => setChosenId(point.qcPointId)}
                      onKeyDown={({ key, target: on, currentTarget }) => key === 'Enter' && on === currentTarget && open(point)}
                    >
                      <Cell whiteSpace="nowrap">{point.createTime}</Cell>
                      <Cell maxW="220px" truncate title={point.value}>
                        {point.value}
                      </Cell>
                      <Cell>{point.z === null ? null : point.z.toFixed(2)}</Cell>
                      <Cell>
                        <VerdictWord verdict={point.verdict} />
                      </Cell>
                      <Cell>{point.rules.join(' ')}</Cell>
                      <Cell>{[point.batch ?? point.fileName, point.well].filter(Boolean).join(' ')}</Cell>
                      <Cell>
                        {point.excludedReason === null ? null : `${point.excludedBy ?? ''} ${point.excludedTime ?? ''} ${point.excludedReason}`}
                      </Cell>
                    </chakra.tr>
                  ))}
                </tbody>
              </chakra.table>
              <MoreOf {...points.extent} />
            </>
          )}
        </chakra.div>
      ) : null}
      {acting ? (
        <ActDrawer
          command={acting.excludedReason === null ? excludePoint : includePoint}
          rows={[{ qcPointId: acting.qcPointId }]}
          nameOf={() => `${acting.value} ${acting.createTime}`}
          onDone={renew}
          onClose={() => setActing(null)}
        />
      ) : null}
      {opened?.ruleId && maySheet ? (
        <OpenedSheet key={opened.qcPointId} ruleId={opened.ruleId} onChanged={renew} onClose={() => setOpened(null)} />
      ) : opened?.fileId ? (
        <ResultFileDrawer key={opened.qcPointId} resultFileId={opened.fileId} onClose={() => setOpened(null)} />
      ) : null}
    </SideDrawer>
  );
}
