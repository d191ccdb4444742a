import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { choice, refList, text, type Field, type Fields } from '#domain/kernel/fields.ts';
import { choices } from '#domain/kernel/choices.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import type { Finding } from '#domain/sample/rules/entryForm.ts';
import { requisitionFields, tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { correctable } from '#domain/sample/summaryCorrect.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import { rowActs, type RowActKind } from './rowActs.ts';
import { useSampleClassSource } from './useSampleClassSource.ts';

export interface ActDrawerProps {
  readonly row: SummaryRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
const reason = text('原因', 'Reason', { required: true, max: 200 });

/** Sends one act on a requisition; what the rule says against it comes back as problems, a dead link as a message. */
async function send(path: string, body: object, onDone: () => void): Promise<readonly Problem[] | undefined> {
  try {
    await call('POST', servicePath('sample', path), { body });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.isTransport) notify.error(['此操作需要网络,内容已保留', 'This needs the network; what you typed stays']);
    return error.problems ?? [];
  }
  notify.success(['操作成功!', 'Done']);
  onDone();
  return undefined;
}

/** One of the acts on a requisition that was taken in. Needs the network. */
export function ActDrawer({ kind, ...props }: ActDrawerProps & { readonly kind: RowActKind }) {
  const Drawer = { correct: CorrectDrawer, amend: AmendDrawer, withdraw: WithdrawDrawer, reject: null }[kind];
  return Drawer ? <Drawer {...props} /> : null;
}

function useTitle(kind: RowActKind, { requisitionCode }: SummaryRow): string {
  const { label } = useText();
  return `${label(rowActs[kind].label)} ${requisitionCode}`;
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

function CorrectDrawer({ row, onClose, onDone }: ActDrawerProps) {
  const { label } = useText();
  const hasPass = row.firstBy !== null || row.secondBy !== null;
  const [fields] = useState<Fields>(() => {
    const may = correctable(hasPass);
    const own = Object.entries(requisitionFields).filter(([name]) => may.includes(name));
    // The client's and the form's own demands are the server's to judge: an older record may lack what is asked for today.
    return { ...Object.fromEntries(own), ...Object.fromEntries(row.tubes.flatMap(tubeFieldsOf)), reason };
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
      const problems = await send('enter-info/correct-summary', body, onDone);
      if (!problems) return onClose();
      setFindings(problems.flatMap(findingOf));
      setStopped((before) => before + 1);
      return problems
        .filter((problem) => findingOf(problem).every(({ severity }) => severity === 'block'))
        .map((problem) => ({ ...problem, field: problem.field.replace(/^tubes\.(\d+)\./, (_all, at: string) => nameIn(Number(at), '')) }));
    },
  });
  return (
    <SideDrawer
      title={useTitle('correct', row)}
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

const amendFields: Fields = { commodityIds: refList('产品', 'Commodities', 'commodity', { required: true }), reason };

function AmendDrawer({ row, onClose, onDone }: ActDrawerProps) {
  const { label } = useText();
  const form = useDescribedForm({
    fields: amendFields,
    values: { commodityIds: row.commodityIds },
    onSave: async ({ commodityIds, reason: why }) => {
      const problems = await send('enter-info/amend-items', { requisitionCode: row.requisitionCode, commodityIds, reason: why }, onDone);
      return problems ?? onClose();
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={useTitle('amend', row)}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['保存项目', 'Save items'])}
        </Button>
      }
    >
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}

function WithdrawDrawer({ row, onClose, onDone }: ActDrawerProps) {
  const { label } = useText();
  const passes = choices({
    ...(row.firstBy ? { first: [1, `一录 ${row.firstBy}`, `First entry, ${row.firstBy}`] as const } : {}),
    ...(row.secondBy ? { second: [2, `二录 ${row.secondBy}`, `Second entry, ${row.secondBy}`] as const } : {}),
  });
  const [fields] = useState<Fields>(() => ({ pass: choice('撤回哪次录入', 'Which entry', passes, { required: true }), reason }));
  const form = useDescribedForm({
    fields,
    values: { pass: row.firstBy ? 1 : 2 },
    onSave: async ({ pass, reason: why }) => {
      const problems = await send(
        'enter-info/remove-enter-detail',
        { requisitionCode: row.requisitionCode, pass: Number(pass), reason: why },
        onDone,
      );
      return problems ?? onClose();
    },
  });
  return (
    <SideDrawer
      size="sm"
      title={useTitle('withdraw', row)}
      form={form}
      onClose={onClose}
      footer={
        <Button variant="danger" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(rowActs.withdraw.label)}
        </Button>
      }
    >
      <chakra.p textStyle="dense" color="fg.muted" mb={2}>
        {label(['撤回后申请单重新待录入,原内容留档', 'The requisition waits for entry again; what was entered stays on record'])}
      </chakra.p>
      <FormGrid form={form} columns={1} isFocused />
    </SideDrawer>
  );
}
