import { chakra } from '@chakra-ui/react';
import { batchKind, placeState } from '#domain/lab/batch/sheetChoices.ts';
import type { PretreatmentRow } from '#domain/lab/listings/pretreatment.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    '& th': { textAlign: 'start', color: 'fg.muted', fontWeight: 'normal' },
    '& td, & th': { borderBottom: 'hairline', px: 2, py: 1, verticalAlign: 'top' },
  },
});

/** A tube's bench steps in their order, with lots and concentrations. */
export function PretreatmentDrawer({
  tube,
  onClose,
}: {
  readonly tube: Pick<PretreatmentRow, 'sampleId' | 'sampleCode' | 'labCode'>;
  readonly onClose: () => void;
}) {
  const { label, language } = useText();
  const { data, failure, retry } = useAsked('GET search/pretreatment/details', { sampleId: tube.sampleId });
  const heads = [
    ['步骤', 'Step'],
    ['批次', 'Sheet'],
    ['提交时间', 'Submitted at'],
    ['人员', 'People'],
    ['孔位', 'Well'],
    ['浓度 / 体积', 'Concentration / volume'],
    ['试剂批号', 'Reagent lots'],
  ] as const;
  return (
    <SideDrawer size="lg" title={label(['{code} 前处理', 'Bench steps of {code}'], { code: tube.labCode ?? tube.sampleCode })} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <>
          <chakra.p textStyle="dense" color="fg.muted" mb={3}>
            {[
              data.sampleCode,
              data.sampleClassName,
              data.sampleVolume === null ? null : `${data.sampleVolume} mL`,
              label(['收样 {at}', 'Received {at}'], { at: actTimeText({ at: data.receiveTime, serverTime: data.receiveServerTime }, language) }),
              data.labReceiveTime === null
                ? null
                : label(['实验室接收 {at}', 'At the laboratory {at}'], {
                    at: actTimeText({ at: data.labReceiveTime, serverTime: data.labReceiveServerTime }, language),
                  }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </chakra.p>
          <Table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head[1]} scope="col">
                    {label(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.steps.map((step) => (
                <tr key={step.placeId}>
                  <td>
                    {label(batchKind.labelOf(step.batchKind) ?? ['', ''])}
                    {(step.round ?? 1) > 1 ? ` · ${label(['第{round}轮', 'round {round}'], { round: step.round ?? 1 })}` : ''}{' '}
                    {step.state >= placeState.failed ? (
                      <Tag tone="danger" title={step.reason ?? undefined}>
                        {label(placeState.labelOf(step.state) ?? ['', ''])}
                      </Tag>
                    ) : null}
                  </td>
                  <td>
                    {step.batch}
                    <chakra.div color="fg.muted">{step.panelGroupName}</chakra.div>
                  </td>
                  <chakra.td textStyle="figures">{step.submitTime}</chakra.td>
                  <td>{[step.operator, step.reviewer].filter(Boolean).join(' / ')}</td>
                  <td>{step.well}</td>
                  <td>
                    {[
                      step.dnaConc === null ? null : `DNA ${step.dnaConc} ng/µl`,
                      step.libConc === null ? null : label(['文库 {value} ng/µl', 'Library {value} ng/µl'], { value: step.libConc }),
                      step.volume === null ? null : `${step.volume} µl`,
                      step.libraryCode,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td>
                    {step.kitLots.map(({ name, lotNo }) => (
                      <div key={`${name}${lotNo}`}>{`${name} ${lotNo}`}</div>
                    ))}
                    {step.instrumentName}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      ) : null}
    </SideDrawer>
  );
}
