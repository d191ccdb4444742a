import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { Field } from '#domain/kernel/fields.ts';
import { arbitrationChoice } from '#domain/sample/entryState.ts';
import { entryFormOf } from '#domain/sample/rules/forms.ts';
import type { ArbitrationDetail, ArbitrationRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useCall, type PageOf } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { OpenPaperButton, PaperPane, usePaperPane } from './images/PaperPane.tsx';

interface Decision {
  readonly choice: 1 | 2 | 3;
  readonly value?: unknown;
  readonly reason?: string;
}

const columns: readonly TableColumn<ArbitrationRow>[] = [
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 150, isMono: true },
  { key: 'commodityNames', title: ['产品', 'Commodities'], width: 220 },
  { key: 'sendSampleClientName', title: ['送检单位', 'Client'], width: 220 },
  { key: 'firstBy', title: ['一录', 'First entry'], width: 100 },
  { key: 'secondBy', title: ['二录', 'Second entry'], width: 100 },
  { key: 'compareTime', title: ['比对时间', 'Compared at'], width: 160 },
];

/** Entries whose passes still differ: a third person decides field by field (forms.md 10.4). */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, isStale, failure, retry } = useCall<PageOf<ArbitrationRow>>('sample', 'enter-info/arbitration-page', { current: 1, size: 100 });
  const open = (row: ArbitrationRow): void =>
    row.isMine === 1
      ? notify.warn(['您录入过此申请单,须由他人仲裁', 'You entered this requisition yourself; another person must arbitrate'])
      : setChosen(row.requisitionCode);
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <ScreenTitle />
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" flex={1} minH={0}>
        <chakra.p textStyle="dense" color="fg.muted" mb={2}>
          {data ? label(['待仲裁 {total}', '{total} to arbitrate'], { total: data.total }) : ''}
        </chakra.p>
        <DataTable
          label={['录入仲裁', 'Arbitration']}
          screen="/sample/arbitration"
          columns={columns}
          rows={data?.records}
          rowKey={(row) => row.requisitionId}
          isStale={isStale}
          failure={failure}
          onRetry={retry}
          onOpen={open}
          acts={can('detail_arbitrate') ? [{ key: 'decide', label: ['仲裁', 'Decide'], icon: Gavel, onAct: open }] : []}
          emptyText={['没有待仲裁的录入', 'Nothing to arbitrate']}
        />
      </chakra.section>
      {chosen ? (
        <ArbitrationDrawer
          key={chosen}
          requisitionCode={chosen}
          onClose={() => setChosen(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'sample', 'enter-info/arbitration-page'] })}
        />
      ) : null}
    </chakra.div>
  );
}

function ArbitrationDrawer({
  requisitionCode,
  onClose,
  onDone,
}: {
  readonly requisitionCode: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { label, language } = useText();
  const { data, failure, retry } = useCall<ArbitrationDetail>('sample', 'enter-info/arbitration-detail', { requisitionCode });
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const [isBusy, setBusy] = useState(false);
  const paper = usePaperPane(requisitionCode);
  const fields = data ? entryFormOf(data.entryForm).fields : {};
  const decide = (field: string, decision: Decision): void => setDecisions((before) => ({ ...before, [field]: decision }));
  const save = async (): Promise<void> => {
    const all = (data?.differences ?? []).map(({ field }) => ({ field, ...decisions[field] }));
    const missing = all.find(({ choice, reason }) => !choice || (choice === arbitrationChoice.typed && !reason?.trim()));
    if (missing) {
      const title = fields[missing.field]?.label ?? [missing.field, missing.field];
      return notify.warn(['请决定: {field}(重新输入须填原因)', 'Decide on {field} (typing anew needs a reason)'], { params: { field: title } });
    }
    setBusy(true);
    try {
      await call('POST', servicePath('sample', 'enter-info/arbitrate-detail'), { body: { requisitionCode, decisions: all } });
      notify.success(['已仲裁 {code}', 'Decided: {code}'], { params: { code: requisitionCode } });
      onDone();
      onClose();
    } catch {
      // The call has told why; what was decided stays in place.
    } finally {
      setBusy(false);
    }
  };
  return (
    <SideDrawer
      title={label(['仲裁 {code}', 'Arbitrate {code}'], { code: requisitionCode })}
      size={paper.isShown ? 'lg' : 'md'}
      aside={<OpenPaperButton paper={paper} />}
      onClose={onClose}
      footer={
        <Button variant="primary" isBusy={isBusy} onClick={() => void save()}>
          {label(['确定', 'Decide'])}
        </Button>
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: paper.isShown ? 'minmax(0, 1fr) minmax(360px, 46%)' : '1fr' }}
        gap={3}
        alignItems="start"
      >
        <chakra.div display="flex" flexDirection="column" gap={3} minW={0}>
          {(data?.differences ?? []).map(({ field, label: title, value1, value2 }) => {
            const described = fields[field];
            const decision = decisions[field];
            return (
              <chakra.fieldset key={field} p={3} border="hairline" borderRadius="md" data-difference={field}>
                <chakra.legend textStyle="dense" fontWeight="medium" px={1}>
                  {label(title)}
                </chakra.legend>
                <chakra.div display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap={2} mb={2} textStyle="body">
                  <div>
                    <chakra.span color="fg.muted" textStyle="note">
                      {label(['一录', 'First'])}{' '}
                    </chakra.span>
                    <chakra.strong>{shown(described, value1, language)}</chakra.strong>
                  </div>
                  <div>
                    <chakra.span color="fg.muted" textStyle="note">
                      {label(['二录', 'Second'])}{' '}
                    </chakra.span>
                    <chakra.strong>{shown(described, value2, language)}</chakra.strong>
                  </div>
                </chakra.div>
                <Segmented
                  options={arbitrationChoice.options}
                  value={decision?.choice ?? null}
                  onChange={(choice) => decide(field, { ...decision, choice: Number(choice) as Decision['choice'] })}
                  ariaLabel={label(title)}
                />
                {decision?.choice === arbitrationChoice.typed && described ? (
                  <chakra.div display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap={2} mt={2}>
                    <FieldInput field={described} defaultValue={undefined} onChange={(value) => decide(field, { ...decision, value })} />
                    <InputBox
                      aria-label={label(['原因', 'Reason'])}
                      placeholder={label(['原因', 'Reason'])}
                      maxLength={200}
                      onChange={(event) => decide(field, { ...decision, reason: event.currentTarget.value })}
                    />
                  </chakra.div>
                ) : null}
              </chakra.fieldset>
            );
          })}
        </chakra.div>
        {paper.isShown ? (
          <chakra.div position="sticky" top={0} h={{ base: '420px', lg: 'calc(100dvh - 150px)' }} display="flex" flexDirection="column" minW={0}>
            <PaperPane paper={paper} />
          </chakra.div>
        ) : null}
      </chakra.div>
    </SideDrawer>
  );
}

/** A value as a person reads it. */
function shown(field: Field | undefined, value: unknown, language: 'zh' | 'en'): string {
  if (value === null || value === undefined || value === '') return language === 'zh' ? '(空)' : '(empty)';
  const one = (code: unknown): string => field?.choices?.labelOf(code)?.[language === 'zh' ? 0 : 1] ?? String(code);
  return Array.isArray(value) ? value.map(one).join(language === 'zh' ? '、' : ', ') : one(value);
}
