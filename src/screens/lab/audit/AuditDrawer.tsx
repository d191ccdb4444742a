import { chakra } from '@chakra-ui/react';
import { Check, Undo2 } from 'lucide-react';
import type { AuditDetail, AuditedValue } from '#domain/lab/audit/auditRows.ts';
import { auditLevel, auditResult, auditResults, passRefusal, type AuditLevel, type AuditResult } from '#domain/lab/audit/resultAudit.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { classWord } from '#domain/lab/rules/organismClass.ts';
import { rangeBar, type RangeBar } from '#domain/lab/rules/rangeBar.ts';
import { isToldInWords } from '#domain/lab/rules/referenceRange.ts';
import { confidence } from '#domain/lab/rules/judging.ts';
import { resultStatus } from '#domain/search/vocabulary.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { BackgroundWord } from '../BackgroundWord.tsx';
import { earlierText } from '../earlierText.ts';
import type { RedoStep } from '../redo/RedoAct.tsx';
import { RedoMenu } from '../redo/RedoMenu.tsx';
import { ResultWord, SignalTags } from './auditCells.tsx';
import { AuditTable } from './AuditTable.tsx';
import { RequisitionPaper } from './RequisitionPaper.tsx';
import { RunControls } from './RunControls.tsx';
import { VersionLine } from './VersionLine.tsx';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
    columnGap: 4,
    rowGap: 1,
    textStyle: 'dense',
    mb: 3,
    '& > div': { display: 'flex', gap: 2, minW: 0 },
    '& dt': { color: 'fg.muted', flexShrink: 0 },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
const words = {
  high: { word: ['偏高', 'High'], tone: 'danger' },
  low: { word: ['偏低', 'Low'], tone: 'danger' },
  normal: { word: ['正常', 'Normal'], tone: 'success' },
  /** A word, which is not higher than another. */
  word: { word: ['异常', 'Abnormal'], tone: 'danger' },
} as const;
type Judged = (typeof words)[keyof typeof words];

/** What a value is told of beside its range; undefined: it was not judged. */
function judgedOf({ referenceRange, resultStatus: status }: AuditDetail['values'][number]): Judged | undefined {
  if (status === resultStatus.high && isToldInWords(referenceRange)) return words.word;
  return words[status as keyof typeof words] as Judged | undefined;
}

export interface AuditDrawerProps {
  readonly taskId: string;
  readonly level: AuditLevel;
  readonly mayAudit: boolean;
  readonly onAct: (row: AuditDetail, result: AuditResult) => void;
  /** Its work is ordered again; absent: not from here. */
  readonly onRedo?: ((row: AuditDetail, step: RedoStep) => void) | undefined;
  /** The act is being asked about above it. */
  readonly isAsking: boolean;
  readonly onClose: () => void;
}

/** One result with all that an auditor looks at: values beside their ranges and the person's earlier ones, what stands out, what was done. */
export function AuditDrawer({ taskId, level, mayAudit, onAct, onRedo, isAsking, onClose }: AuditDrawerProps) {
  const { label } = useText();
  const { user } = useSession();
  const { data, failure, retry } = useAsked('GET lab/result-audit/detail', { taskId });
  const row = data?.taskId === taskId ? data : null;
  const may =
    row && user
      ? allowedBy(auditResults, passRefusal({ ...row, checkerOne: row.checkUserNameOne, checkerTwo: row.checkUserNameTwo }, level, user.id, true))
      : true;
  // The second auditor sends back, the first takes their own pass back.
  const isOwn = level === auditLevel.first && row?.hands.firstAuditor === user?.id;
  const isBack = row !== null && row.taskState === taskState.secondAudit && (level === auditLevel.second || isOwn);
  useKeyDown((event) => {
    if (!row || isAsking || !mayAudit) return;
    if (event.key === 'F8' && may === true) {
      event.preventDefault();
      onAct(row, auditResult.passed);
    } else if (event.key === 'F9' && isBack) {
      event.preventDefault();
      onAct(row, auditResult.sentBack);
    }
  });
  return (
    <SideDrawer
      size="lg"
      title={label(['{code} {name}', '{code} {name}'], { code: row?.labCode ?? row?.sampleCode ?? '', name: row?.personName ?? '' })}
      onClose={onClose}
      footer={
        row && (mayAudit || onRedo) ? (
          <>
            {onRedo ? <RedoMenu row={row} onChoose={onRedo} /> : null}
            {isBack && mayAudit ? (
              <Button icon={Undo2} variant="danger" keyHint="F9" onClick={() => onAct(row, auditResult.sentBack)}>
                {label(isOwn ? ['撤回一审', 'Take back'] : ['回退', 'Send back'])}
              </Button>
            ) : null}
            {mayAudit ? (
              <Button
                icon={Check}
                variant="primary"
                keyHint="F8"
                disabled={may !== true}
                title={may === true ? undefined : label(may)}
                onClick={() => onAct(row, auditResult.passed)}
              >
                {label(['通过', 'Pass'])}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!row && !failure ? <StateView state="loading" /> : null}
      {row ? (
        <>
          {may === true || !mayAudit ? null : (
            <chakra.p role="status" bg="warning.subtle" color="warning.text" borderRadius="md" px={3} py={1} mb={2} textStyle="dense">
              {label(may)}
            </chakra.p>
          )}
          <chakra.div display="flex" gap={2} mb={2} alignItems="center">
            <ResultWord result={row.detectionResult} />
            <SignalTags signals={row.signals} />
            {row.isUrgent === 1 ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null}
          </chakra.div>
          <Facts>
            <Fact name={label(['检测项目', 'Panels'])} value={row.panelNames} />
            <Fact name={label(['申请单条码', 'Requisition code'])} value={row.requisitionCode} />
            <Fact name={label(['送检单位', 'Sending client'])} value={row.sendSampleClientName} />
            <Fact name={label(['年龄', 'Age'])} value={row.age} />
            <Fact name={label(['临床诊断', 'Diagnosis'])} value={row.clinicalDiagnosis} />
            <Fact name={label(['采样时间', 'Sampling time'])} value={row.samplingTime} />
            <Fact name={label(['应发时间', 'Due time'])} value={row.externalDueTime} />
            <Fact name={label(['实验批次', 'Batch'])} value={row.batch} />
            <Fact name={label(['轮次', 'Round'])} value={row.round} />
            {Object.entries(row.metrics).map(([name, value]) => (
              <Fact
                key={name}
                name={label(metric.labelOf(name) ?? [name, name])}
                value={typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)}
              />
            ))}
          </Facts>
          <RequisitionPaper key={row.requisitionCode} requisitionCode={row.requisitionCode} />
          <Values values={row.values} />
          <Findings findings={row.findings} />
          <RunControls controls={row.controls} gates={row.gates} />
          <Acts audits={row.audits} versions={row.versions} />
        </>
      ) : null}
    </SideDrawer>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | number | null }) {
  return value === null || value === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Values({ values }: { readonly values: readonly AuditedValue[] }) {
  const { label } = useText();
  return (
    <AuditTable mb={3}>
      <thead>
        <tr>
          {(
            [
              ['检测项', 'Item'],
              ['结果', 'Result'],
              ['参考范围', 'Reference range'],
              ['判断', 'Judged'],
              ['历次结果', 'Earlier results'],
            ] as const
          ).map((title) => (
            <th key={title[1]} scope="col">
              {label(title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map((one) => {
          const judged = judgedOf(one);
          return (
            <tr key={one.itemId}>
              <td>{one.itemName}</td>
              <td>
                {one.value === null ? <Tag tone="warning">{label(['缺', 'None yet'])}</Tag> : `${one.value} ${one.unit ?? ''}`}
                {one.isEdited === 1 ? <Tag tone="info">{label(['已改', 'Edited'])}</Tag> : null}
              </td>
              <td>
                {one.referenceRange}
                <ReferenceBar bar={one.value === null ? null : rangeBar(one.value, one.referenceRange ?? '')} isOutside={judged?.tone === 'danger'} />
              </td>
              <td>{judged ? <StatusWord tone={judged.tone}>{label(judged.word)}</StatusWord> : null}</td>
              <td>{earlierText(one.previous, one.unit)}</td>
            </tr>
          );
        })}
      </tbody>
    </AuditTable>
  );
}

/** Where a value lies beside its range; the words beside it say the same. */
function ReferenceBar({ bar, isOutside }: { readonly bar: RangeBar | null; readonly isOutside: boolean }) {
  if (!bar) return null;
  const width = 72;
  return (
    <svg width={width} height={8} aria-hidden style={{ display: 'block' }}>
      <rect x={0} y={3} width={width} height={2} fill="var(--ui-colors-border-input)" />
      <rect x={bar.from * width} y={2} width={(bar.to - bar.from) * width} height={4} fill="var(--ui-colors-success-solid)" />
      <rect x={bar.at * (width - 3)} y={0} width={3} height={8} fill={isOutside ? 'var(--ui-colors-danger-solid)' : 'var(--ui-colors-fg)'} />
    </svg>
  );
}

function Findings({ findings }: Pick<AuditDetail, 'findings'>) {
  const { label } = useText();
  if (findings.length === 0) return null;
  const has = (key: 'coverage' | 'abundance' | 'drug'): boolean => findings.some((one) => one[key] !== null);
  return (
    <AuditTable mb={3}>
      <thead>
        <tr>
          <th scope="col">{label(['检出', 'Found'])}</th>
          <th scope="col">{label(['类别', 'Class'])}</th>
          <th scope="col">{label(['读段数', 'Reads'])}</th>
          <th scope="col">RPM</th>
          {has('coverage') ? <th scope="col">{label(['覆盖度(%)', 'Coverage (%)'])}</th> : null}
          {has('abundance') ? <th scope="col">{label(['丰度(%)', 'Abundance (%)'])}</th> : null}
          {has('drug') ? <th scope="col">{label(['耐药', 'Resistance'])}</th> : null}
          <th scope="col">{label(['阴性对照', 'Negative control'])}</th>
          <th scope="col">{label(['可信度', 'Confidence'])}</th>
          <th scope="col">{label(['报告', 'Reported'])}</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((one, at) => (
          <tr key={at}>
            <td>{[one.name, one.nameEn].filter(Boolean).join(' ')}</td>
            <td>{one.findingClass === null ? null : label(classWord(one.findingClass))}</td>
            <td>{one.reads}</td>
            <td>{one.rpm}</td>
            {has('coverage') ? <td>{one.coverage}</td> : null}
            {has('abundance') ? <td>{one.abundance}</td> : null}
            {has('drug') ? <td>{one.drug}</td> : null}
            <td>
              <BackgroundWord finding={one} />
            </td>
            <td>{one.confidence === null ? null : label(confidence.labelOf(one.confidence) ?? [one.confidence, one.confidence])}</td>
            <td>{label(one.isReported === 1 ? ['是', 'Yes'] : ['否', 'No'])}</td>
          </tr>
        ))}
      </tbody>
    </AuditTable>
  );
}

function Acts({ audits, versions }: Pick<AuditDetail, 'audits' | 'versions'>) {
  const { label } = useText();
  return (
    <chakra.ul listStyleType="none" textStyle="dense" color="fg.muted">
      {audits.map(({ level, result, signUserName, createTime, opinion, isVoid }, at) => (
        <li key={`a${at}`}>
          {createTime} {label(auditLevel.labelOf(level) ?? ['', ''])} {label(auditResult.labelOf(result) ?? ['', ''])} {signUserName} {opinion}
          {isVoid === 1 ? label([' (已作废)', ' (void)']) : ''}
        </li>
      ))}
      {versions.map((version) => (
        <VersionLine key={`v${version.no}`} version={version} />
      ))}
    </chakra.ul>
  );
}
