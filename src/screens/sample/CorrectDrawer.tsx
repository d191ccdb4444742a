import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { reasonField, type Field, type Fields } from '#domain/kernel/fields.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import type { Finding } from '#domain/sample/rules/entryForm.ts';
import { requisitionFields, tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { correctable, correctSummary } from '#domain/sample/summaryCorrect.ts';
import { newRequestId } from '#src/api/request.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { sendCommand } from '#src/console/act/sendCommand.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import { useSampleClassSource } from './useSampleClassSource.ts';

export interface CorrectDrawerProps {
  readonly row: SummaryRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
/** A warning the server asks the reason of, as the panel shows them. */
const findingOf = ({ field, params }: Problem): Finding[] => {
  const { rule, text: sentence, severity } = (params ?? {}) as Partial<Finding>;
  return rule && sentence ? [{ rule, text: sentence, severity: severity ?? 'warn', fields: [field] }] : [];
};

const tubeNames = ['sampleClassId', 'sampleVolume'] as const;
/** A tube's fields stand among the requisition's, by the tube's place. */
const nameIn = (at: number, name: string): string => `tube${at}_${name}`;
const isOfTube = (name: string): boolean => /^tube\d+_/.test(name);
type Tube = SummaryRow['tubes'][number];
const tubeFieldsOf = ({ sampleCode }: Tube, at: number) =>
  tubeNames.map((name): [string, Field] => {
    const { label: title, ...field }: Field = tubeFields[name];
    return [nameIn(at, name), { ...field, required: name === 'sampleClassId', label: [`${title[0]} ${sampleCode}`, `${title[1]} ${sampleCode}`] }];
  });
const tubeValuesOf = (tube: Tube, at: number) => tubeNames.map((name) => [nameIn(at, name), tube[name]] as const);

/** What reception took down of a requisition and its tubes, mended with a reason. Needs the network. */
export function CorrectDrawer({ row, onClose, onDone }: CorrectDrawerProps) {
  const { label } = useText();
  const hasPass = row.firstBy !== null || row.secondBy !== null;
  const [fields] = useState<Fields>(() => {
    const may = correctable(hasPass);
    const own = Object.entries(requisitionFields).filter(([name]) => may.includes(name));
    // The client's and the form's own demands are the server's to judge: an older record may lack what is asked for today.
    return { ...Object.fromEntries(own), ...Object.fromEntries(row.tubes.flatMap(tubeFieldsOf)), reason: reasonField };
  });
  const [begin] = useState(() => ({ ...row.values, ...Object.fromEntries(row.tubes.flatMap(tubeValuesOf)) }));
  const sampleClasses = useSampleClassSource(row.commodityIds);
  const settings = sampleClasses ? Object.fromEntries(row.tubes.map((_tube, at) => [nameIn(at, 'sampleClassId'), { source: sampleClasses }])) : {};
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [stopped, setStopped] = useState(0);
  const form = useDescribedForm({
    fields,
    values: begin,
    onSave: async ({ reason: why, ...typed }) => {
      const isChanged = (name: string): boolean => canonicalJson(typed[name] ?? null) !== canonicalJson(begin[name] ?? null);
      const changed = Object.entries(typed).filter(([name]) => isChanged(name) && !isOfTube(name));
      const tubes = row.tubes.flatMap(({ sampleCode }, at) => {
        const mended = tubeNames.filter((name) => isChanged(nameIn(at, name)));
        return mended.length === 0 ? [] : [{ sampleCode, ...Object.fromEntries(mended.map((name) => [name, typed[nameIn(at, name)] ?? null])) }];
      });
      if (changed.length === 0 && tubes.length === 0) {
        notify.warn(['没有更改', 'Nothing was changed']);
        return [];
      }
      const body = { requisitionCode: row.requisitionCode, values: Object.fromEntries(changed), tubes, reasons, reason: why };
      const problems = await sendCommand(correctSummary, body, newRequestId()).then(() => undefined, problemsOf);
      if (!problems) {
        notify.success(['操作成功!', 'Done']);
        onDone();
        return onClose();
      }
      setFindings(problems.flatMap(findingOf));
      setStopped((before) => before + 1);
      return problems
        .filter((problem) => findingOf(problem).every(({ severity }) => severity === 'block'))
        .map((problem) => ({ ...problem, field: problem.field.replace(/^tubes\.(\d+)\./, (_all, at: string) => nameIn(Number(at), '')) }));
    },
  });
  return (
    <SideDrawer
      title={`${label(correctSummary.title)} ${row.requisitionCode}`}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['保存更正', 'Save'])}
        </Button>
      }
    >
      {hasPass ? (
        <chakra.p textStyle="dense" color="fg.muted" mb={2}>
          {label([
            '录入内容请先撤回录入再更正;这里只列接样信息',
            'What entry has typed is mended by withdrawing it; here stands what reception settles',
          ])}
        </chakra.p>
      ) : null}
      <FindingsPanel
        findings={findings}
        reasons={reasons}
        stopped={stopped}
        onReason={(rule, value) => setReasons((before) => ({ ...before, [rule]: value }))}
        onDone={() => void form.save()}
      />
      <FormGrid form={form} columns={3} only={['reason', ...Object.keys(fields).filter((name) => name !== 'reason')]} settings={settings} isFocused />
    </SideDrawer>
  );
}
