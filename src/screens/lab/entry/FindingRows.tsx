import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useId } from 'react';
import { confidence, judgeKind, variantClass } from '#domain/lab/rules/judging.ts';
import { organismClass } from '#domain/lab/rules/organismClass.ts';
import type { EntryGroup, EntryTask } from '#domain/lab/resultEntry.ts';
import { useText } from '#src/console/useText.ts';
import { InputBox } from '#src/ui/fields/control.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { BackgroundWord } from '../BackgroundWord.tsx';
import { noFinding, oddNumbers, type TypedFinding } from './entryEdit.ts';

const Select = chakra('select', {
  base: { h: '28px', w: 'full', bg: 'bg.input', border: '1px solid', borderColor: 'border.input', borderRadius: 'md', textStyle: 'dense', px: 1 },
});
const Head = chakra('th', { base: { px: 1, textAlign: 'start', fontWeight: 'normal', color: 'fg.muted', whiteSpace: 'nowrap' } });
const Cell = chakra('td', { base: { px: 1, py: '2px' } });

/** How what is called so stands to its run's negative control: measured with the version that is typed over, typed by nobody. */
const Measured = ({ finding }: { readonly finding: EntryTask['findings'][number] | undefined }) =>
  finding ? <BackgroundWord finding={finding} /> : null;

export interface FindingRowsProps {
  readonly group: EntryGroup;
  readonly task: EntryTask;
  readonly findings: readonly TypedFinding[];
  /** Names that were typed of other tasks. */
  readonly names: readonly string[];
  readonly onChange: (findings: readonly TypedFinding[]) => void;
}

/** What was found in one task, a row each; the last row is empty and becomes one when something is typed into it. */
export function FindingRows({ group, task, findings, names, onChange }: FindingRowsProps) {
  const { label } = useText();
  const listId = useId();
  const isVariant = group.rule.judgeKind === judgeKind.variant;
  const classes = isVariant ? variantClass : organismClass;
  const rows = [...findings, noFinding];
  const known = [...new Set([...group.items.map(({ itemName }) => itemName), ...names])];
  const set = (at: number, part: Partial<TypedFinding>): void =>
    onChange(
      at === findings.length ? [...findings, { ...noFinding, ...part }] : findings.map((one, index) => (index === at ? { ...one, ...part } : one)),
    );
  const isOpen = task.refusal === null;
  const text = (
    at: number,
    row: TypedFinding,
    key: 'name' | 'nameEn' | 'reads' | 'rpm' | 'coverage' | 'abundance' | 'drug',
    name: string,
    list?: string,
  ) => (
    <InputBox
      aria-label={name}
      h="28px"
      value={row[key]}
      disabled={!isOpen}
      {...(list ? { list } : {})}
      aria-invalid={oddNumbers(row).some((odd) => odd === key) || undefined}
      borderColor={oddNumbers(row).some((odd) => odd === key) ? 'danger.solid' : undefined}
      onChange={({ target }) => set(at, { [key]: target.value })}
    />
  );
  return (
    <chakra.section mt={3} aria-label={label(['检出', 'Found'])}>
      <chakra.h3 fontWeight="semibold" mb={1}>
        {label(isVariant ? ['{code} 检出的变异', 'Variants found in {code}'] : ['{code} 检出的病原', 'Organisms found in {code}'], {
          code: task.labCode ?? task.sampleCode,
        })}
      </chakra.h3>
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <chakra.div overflowX="auto">
        <chakra.table textStyle="dense" minW="full">
          <thead>
            <tr>
              <Head>{label(['名称', 'Name'])}</Head>
              <Head>{label(['英文名', 'English name'])}</Head>
              <Head>{label(['类别', 'Class'])}</Head>
              <Head>{label(['读段数', 'Reads'])}</Head>
              {isVariant ? null : <Head>RPM</Head>}
              {isVariant ? null : <Head>{label(['覆盖度 %', 'Coverage %'])}</Head>}
              <Head>{label(['丰度 %', 'Abundance %'])}</Head>
              {isVariant ? null : <Head>{label(['可信度', 'Confidence'])}</Head>}
              <Head>{label(['用药提示', 'Drugs'])}</Head>
              <Head>{label(['报告', 'Reported'])}</Head>
              <Head />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <Cell minW="150px">
                  {text(at, row, 'name', label(['名称', 'Name']), listId)}
                  <Measured finding={task.findings.find(({ name }) => name === row.name.trim())} />
                </Cell>
                <Cell minW="120px">{text(at, row, 'nameEn', label(['英文名', 'English name']))}</Cell>
                <Cell minW="96px">
                  <Select
                    aria-label={label(['类别', 'Class'])}
                    value={row.findingClass}
                    disabled={!isOpen}
                    onChange={({ target }) => set(at, { findingClass: target.value })}
                  >
                    <option value="" />
                    {classes.options.map(({ code, label: word }) => (
                      <option key={String(code)} value={String(code)}>
                        {label(word)}
                      </option>
                    ))}
                    {row.findingClass === '' || classes.options.some(({ code }) => code === row.findingClass) ? null : (
                      <option value={row.findingClass}>{row.findingClass}</option>
                    )}
                  </Select>
                </Cell>
                <Cell minW="72px">{text(at, row, 'reads', label(['读段数', 'Reads']))}</Cell>
                {isVariant ? null : <Cell minW="72px">{text(at, row, 'rpm', 'RPM')}</Cell>}
                {isVariant ? null : <Cell minW="72px">{text(at, row, 'coverage', label(['覆盖度 %', 'Coverage %']))}</Cell>}
                <Cell minW="72px">{text(at, row, 'abundance', label(['丰度 %', 'Abundance %']))}</Cell>
                {isVariant ? null : (
                  <Cell minW="80px">
                    <Select
                      aria-label={label(['可信度', 'Confidence'])}
                      value={row.confidence ?? ''}
                      disabled={!isOpen}
                      onChange={({ target }) => {
                        const level = confidence.options.find(({ code }) => code === target.value)?.code;
                        set(at, { confidence: (level as TypedFinding['confidence'] | undefined) ?? '' });
                      }}
                    >
                      <option value="" />
                      {confidence.options.map(({ code, label: word }) => (
                        <option key={String(code)} value={String(code)}>
                          {label(word)}
                        </option>
                      ))}
                    </Select>
                  </Cell>
                )}
                <Cell minW="120px">{text(at, row, 'drug', label(['用药提示', 'Drugs']))}</Cell>
                <Cell>
                  <input
                    type="checkbox"
                    aria-label={label(['报告', 'Reported'])}
                    checked={row.isReported}
                    disabled={!isOpen}
                    onChange={({ target }) => set(at, { isReported: target.checked })}
                  />
                </Cell>
                <Cell>
                  {at < findings.length && isOpen ? (
                    <IconButton
                      size="sm"
                      icon={X}
                      label={label(['去掉', 'Take out'])}
                      onClick={() => onChange(findings.filter((_one, index) => index !== at))}
                    />
                  ) : null}
                </Cell>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.section>
  );
}
