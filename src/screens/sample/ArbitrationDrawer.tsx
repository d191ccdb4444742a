import { chakra } from '@chakra-ui/react';
import { useMemo, useRef, useState } from 'react';
import { arbitrationChoice } from '#domain/sample/entryState.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { call, servicePath } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { commitTyped } from '#src/ui/fields/holder.ts';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { withFollowing, type Decision } from './decisions.ts';
import { OpenPaperButton, PaperPane, usePaperPane } from './images/PaperPane.tsx';
import { RowsDifference } from './RowsDifference.tsx';
import { shownValue } from '#src/console/sample/shownValue.ts';

/** Where a control of any kind is typed into or chosen in. */
const stops = 'input, textarea, select, [role=radio][tabindex="0"], [role=combobox]';

/** The differences of one requisition, decided one by one, by keys alone. */
export function ArbitrationDrawer({
  requisitionCode,
  onClose,
  onDone,
}: {
  readonly requisitionCode: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { label, language } = useText();
  const { data, failure, retry } = useAsked('GET sample/enter-info/arbitration-detail', { requisitionCode });
  const [own, setOwn] = useState<Readonly<Record<string, Decision>>>({});
  const [isBusy, setBusy] = useState(false);
  /** Which difference the digits speak of. */
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const paper = usePaperPane(requisitionCode);
  const fields = data ? entryFormOf(data.entryForm).fields : {};
  const decisions = useMemo(() => (data ? withFollowing(data, own) : own), [data, own]);
  // Also what was decided since the page was last drawn: a field's text is read when it is left, or when it is saved.
  const latest = useRef(own);
  const decide = (field: string, more: Partial<Decision>): void => {
    const before = data ? withFollowing(data, latest.current) : latest.current;
    latest.current = { ...latest.current, [field]: { ...before[field], ...more } as Decision };
    setOwn(latest.current);
  };
  const goTo = (index: number): void => {
    setAt(index);
    setTimeout(() => box.current?.querySelectorAll<HTMLElement>('[data-difference]')[index]?.scrollIntoView({ block: 'nearest' }));
  };
  const isSaving = useRef(false);
  const save = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await decideAll();
    } finally {
      isSaving.current = false;
    }
  };
  const decideAll = async (): Promise<void> => {
    // What is on the screen is what is decided; what cannot be read says so at its place.
    if (box.current && (await commitTyped(box.current)).length > 0) return;
    const said = data ? withFollowing(data, latest.current) : {};
    const all = (data?.differences ?? []).map(({ field }) => ({ field, ...said[field] }));
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
  const onKey = (event: KeyboardEvent): void => {
    const differences = data?.differences ?? [];
    if (event.key === 'F9') {
      event.preventDefault();
      void save();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target as HTMLElement).matches('input, textarea')) return;
    const field = differences[at]?.field;
    if (/^[123]$/.test(event.key) && field) {
      event.preventDefault();
      event.stopPropagation();
      const choice = Number(event.key) as Decision['choice'];
      decide(field, { choice });
      if (choice === arbitrationChoice.typed)
        setTimeout(() =>
          box.current?.querySelectorAll<HTMLElement>('[data-difference]')[at]?.querySelector<HTMLElement>(`[data-typed] :is(${stops})`)?.focus(),
        );
      else if (at + 1 < differences.length) goTo(at + 1);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      goTo(Math.max(0, Math.min(differences.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
    }
  };
  useKeyDown(onKey, { isFirst: true });
  const names = [...new Set([data?.first['personName'], data?.second['personName']].filter((name) => typeof name === 'string' && name !== ''))];
  return (
    <SideDrawer
      title={label(['仲裁 {code}', 'Arbitrate {code}'], { code: requisitionCode })}
      size={paper.isShown ? 'lg' : 'md'}
      aside={<OpenPaperButton paper={paper} />}
      onClose={onClose}
      footer={
        <Button variant="primary" keyHint="F9" isBusy={isBusy} onClick={() => void save()} data-enter-end>
          {label(['确定', 'Decide'])}
        </Button>
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <chakra.div display="flex" flexWrap="wrap" gap={2} mb={2} alignItems="center" textStyle="dense">
          <chakra.strong>{names.join(' / ')}</chakra.strong>
          <Tag tone="accent">{data.commodityNames}</Tag>
          <Tag tone="neutral">{data.sendSampleClientName ?? '—'}</Tag>
          <chakra.span color="fg.muted" textStyle="note">
            {label(['1 采用一录 · 2 采用二录 · 3 重新输入 · ↑↓ 换项 · F9 确定', '1 first · 2 second · 3 type anew · ↑↓ move · F9 decide'])}
          </chakra.span>
        </chakra.div>
      ) : null}
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: paper.isShown ? 'minmax(0, 1fr) minmax(360px, 46%)' : '1fr' }}
        gap={3}
        alignItems="start"
      >
        <chakra.div ref={box} display="flex" flexDirection="column" gap={3} minW={0}>
          {(data?.differences ?? []).map(({ field, label: title, value1, value2 }, index) => {
            const described = fields[field];
            const decision = decisions[field];
            return (
              <chakra.fieldset
                key={field}
                p={3}
                border="1px solid"
                borderColor={index === at ? 'accent.focus' : 'border'}
                bg={index === at ? 'accent.subtle' : undefined}
                borderRadius="md"
                data-difference={field}
                aria-current={index === at || undefined}
                onFocus={() => setAt(index)}
              >
                <chakra.legend textStyle="dense" fontWeight="medium" px={1}>
                  {label(title)} {decision && !own[field] ? <Tag tone="info">{label(['随来源', 'follows its source'])}</Tag> : null}
                </chakra.legend>
                {described?.kind === 'rows' ? (
                  <RowsDifference field={described} first={value1} second={value2} />
                ) : (
                  <chakra.div display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap={2} mb={2} textStyle="body">
                    <div>
                      <chakra.span color="fg.muted" textStyle="note">
                        {label(['一录', 'First'])}{' '}
                      </chakra.span>
                      <chakra.strong>{shownValue(described, value1, language)}</chakra.strong>
                    </div>
                    <div>
                      <chakra.span color="fg.muted" textStyle="note">
                        {label(['二录', 'Second'])}{' '}
                      </chakra.span>
                      <chakra.strong>{shownValue(described, value2, language)}</chakra.strong>
                    </div>
                  </chakra.div>
                )}
                <Segmented
                  options={arbitrationChoice.options}
                  value={decision?.choice ?? null}
                  onChange={(choice) => decide(field, { choice: Number(choice) as Decision['choice'] })}
                  ariaLabel={label(title)}
                />
                {decision?.choice === arbitrationChoice.typed && described ? (
                  <chakra.div
                    data-typed
                    display="grid"
                    gridTemplateColumns={described.kind === 'rows' ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))'}
                    gap={2}
                    mt={2}
                  >
                    <FieldInput field={described} defaultValue={undefined} onChange={(value) => decide(field, { value })} />
                    <InputBox
                      aria-label={label(['原因', 'Reason'])}
                      placeholder={label(['原因', 'Reason'])}
                      maxLength={200}
                      onChange={(event) => decide(field, { reason: event.currentTarget.value })}
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
