import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { ChevronDown, ChevronUp, FilePlus2, Pin, PinOff, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState } from 'react-hook-form';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { allMaster } from '#src/offline/master/masterData.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { enterField, firstEmpty, firstField } from '#src/ui/focusNext.ts';
import type { ScanBoxHandle } from '#src/ui/scan/ScanBox.tsx';
import { SaveBar } from '#src/ui/SaveBar.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { ExtraTubes } from './ExtraTubes.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import { barcodeFields, carriable, entryFields, entryGroups, freshValues } from './summaryForm.ts';
import { useIsTubeAsked } from './useScanSteps.ts';
import { useSampleClassSource } from './useSampleClassSource.ts';
import { isGiven, type SummaryEntry } from './useSummaryEntry.ts';

/** The form of one requisition, with what is folded away, what is carried over, and its further tubes. */
export function SummaryEntryPane({
  entry,
  box,
  onTyped,
  onCleared,
}: {
  readonly entry: SummaryEntry;
  readonly box: React.RefObject<ScanBoxHandle | null>;
  /** The requisition's code was left, whoever put it there. */
  readonly onTyped: () => void;
  readonly onCleared?: () => void;
}) {
  const { label } = useText();
  const { form, carried, extraTubes } = entry;
  const [isMoreOpen, setMoreOpen] = useState(false);
  const commodityIds = form.methods.watch('commodityIds') as readonly string[] | null;
  const isTubeAsked = useIsTubeAsked(commodityIds);
  const sampleClasses = useSampleClassSource(commodityIds);
  const groups = entryGroups(isTubeAsked);
  const root = useRef<HTMLFormElement>(null);
  const folded = groups.flatMap((group) => (group.isFolded ? group.fields : []));
  /** Unfolds, and begins where something stands already; folds, and goes on where something is missing. */
  const toggleMore = (): void => {
    flushSync(() => setMoreOpen(!isMoreOpen));
    const values = form.methods.getValues();
    const blank = freshValues({}, []);
    const [first] = [...folded.filter((name) => isGiven(values[name]) && values[name] !== blank[name]), ...folded];
    const place = isMoreOpen ? null : root.current?.querySelector(`[data-field="${first}"]`);
    const wanted = root.current && (place ? firstField(place) : firstEmpty(root.current));
    if (wanted) enterField(wanted);
  };
  useKeyDown((event) => {
    // The other panes of the screen hide the form.
    if (event.key !== 'F4' || event.altKey || root.current?.closest('[hidden]')) return;
    event.preventDefault();
    toggleMore();
  });
  const { errors } = useFormState({ control: form.methods.control });
  const isFaultFolded = groups.some(({ isFolded, fields }) => isFolded && fields.some((name) => errors[name]));
  if (isFaultFolded && !isMoreOpen) setMoreOpen(true);
  const settings = Object.fromEntries(
    Object.keys(entryFields).map((name) => [
      name,
      {
        isSkipped: carried.includes(name),
        takesScan: barcodeFields.includes(name),
        ...(name === 'sampleClassId' && sampleClasses ? { source: sampleClasses } : {}),
        ...(carriable.includes(name)
          ? { mark: <CarryMark key={String(carried.includes(name))} isOn={carried.includes(name)} onToggle={() => entry.toggleCarried(name)} /> }
          : {}),
      },
    ]),
  );
  const clear = async (): Promise<void> => {
    if (!(await entry.clear())) return;
    onCleared?.();
    box.current?.focus();
  };
  return (
    <chakra.form
      {...form.formProps}
      ref={root}
      display="flex"
      flexDirection="column"
      gap={2}
      data-testid="summary-form"
      onBlur={(event) => {
        const left = event.target as HTMLElement;
        if (left.closest('[data-field=credentialNo]')) entry.fillDerived();
        if (left.closest('[data-field=requisitionCode]')) onTyped();
      }}
    >
      {entry.editing ? <Tag tone="warning">{label(['正在修改被退回的录入', 'Mending a refused entry'])}</Tag> : null}
      {entry.isRestored ? <Tag tone="info">{label(['已恢复未保存的录入', 'Restored what was being typed'])}</Tag> : null}
      <OtherLaboratory form={entry.form} />
      <ClientTip form={entry.form} />
      <ErrorSummary form={form} />
      <FindingsPanel
        findings={entry.findings}
        stopped={entry.stopped}
        reasons={entry.reasons}
        onReason={entry.setReason}
        onDone={() => void form.save()}
      />
      {groups
        .map((group) =>
          group.isFolded && !isMoreOpen ? { ...group, fields: group.fields.filter((name) => entry.broughtOver.includes(name)) } : group,
        )
        .filter(({ fields }) => fields.length > 0)
        .map(({ key, title, fields }) => (
          <chakra.fieldset key={key} minW={0}>
            <chakra.legend textStyle="note" color="fg.muted" fontWeight="medium" mb={1}>
              {label(title)}
            </chakra.legend>
            <FormGrid form={form} columns={3} only={fields} settings={settings} hasSummary={false} />
            {key === 'sample' ? (
              <ExtraTubes
                tubes={extraTubes}
                sampleClasses={sampleClasses}
                onChange={entry.changeTube}
                onRemove={(sampleCode) => {
                  entry.removeTube(sampleCode);
                  box.current?.focus();
                }}
              />
            ) : null}
          </chakra.fieldset>
        ))}
      <SaveBar>
        <Button variant="primary" icon={Save} keyHint="F9" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
          {label(['保存并下一单', 'Save and next'])}
        </Button>
        <Button icon={FilePlus2} onClick={() => void clear()}>
          {label(['清空', 'Clear'])}
        </Button>
        <Button
          variant="ghost"
          icon={isMoreOpen ? ChevronUp : ChevronDown}
          aria-expanded={isMoreOpen}
          data-tip={label(['不常填的项目; 已有内容或出错的总会显示', 'What is seldom filled in; what holds a value or a fault is always shown'])}
          keyHint="F4"
          onClick={toggleMore}
        >
          {label(isMoreOpen ? ['收起更多项', 'Fewer fields'] : ['更多项(送检/监护人/其他)', 'More fields'])}
        </Button>
      </SaveBar>
    </chakra.form>
  );
}

function CarryMark({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  const { label } = useText();
  const Icon = isOn ? Pin : PinOff;
  return (
    <chakra.button
      type="button"
      tabIndex={-1}
      aria-pressed={isOn}
      data-tip={label(
        isOn
          ? ['沿用到下一单, 回车会跳过; 点击取消沿用', 'Carried over to the next one, Enter passes it; a click lets it go']
          : ['不沿用; 点击后沿用到下一单', 'Not carried over; a click carries it over to the next one'],
      )}
      aria-label={label(['沿用到下一单', 'Carry over to the next'])}
      color={isOn ? 'accent.text' : 'fg.disabled'}
      cursor="pointer"
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
    </chakra.button>
  );
}

/** The form's laboratory is not the one that the top bar names. */
function OtherLaboratory({ form }: { readonly form: SummaryEntry['form'] }) {
  const { label } = useText();
  const { user } = useSession();
  const laboratoryId = form.methods.watch('contractLaboratoryId') as string | null;
  if (!laboratoryId || !user?.laboratoryId || String(laboratoryId) === user.laboratoryId) return null;
  return (
    <Tag tone="warning" data-other-laboratory>
      {label(['本单的检验所不是当前工作的 {name}', 'This requisition is not for {name}, where you work now'], { name: user.laboratoryName })}
    </Tag>
  );
}

/** What a clerk must know about this client before they enter its samples. */
function ClientTip({ form }: { readonly form: SummaryEntry['form'] }) {
  const { label } = useText();
  const clientId = form.methods.watch('sendSampleClientId') as string | null;
  const tips = useLiveQuery(() => allMaster('enterTip'), []);
  const found = clientId ? tips?.find((row) => String(row['sendSampleClientId']) === clientId && Number(row['isDisable'] ?? 0) === 0) : undefined;
  if (!found) return null;
  return (
    <chakra.div
      role="note"
      px={3}
      py={1}
      borderRadius="md"
      border="1px solid"
      borderColor="warning.border"
      bg="warning.subtle"
      color="warning.text"
      textStyle="dense"
      data-client-tip
    >
      {label(['录入提示: ', 'Entry tip: '])}
      {String(found['content'])}
    </chakra.div>
  );
}
