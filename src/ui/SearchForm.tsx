import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, RotateCcw, Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { problemText } from '#domain/kernel/check.ts';
import type { Field, Fields } from '#domain/kernel/fields.ts';
import { rangedKinds } from '#domain/kernel/listing.ts';
import { Button } from './Button.tsx';
import { ChoiceControl } from './fields/ChoiceControl.tsx';
import { isComposing } from './fields/control.ts';
import { AmountRange, DateRange } from './fields/Range.tsx';
import { commitTyped, dropTyped } from './fields/holder.ts';
import { FieldInput, groupKinds } from './FieldInput.tsx';
import { useLanguage, useSay } from './language.ts';
import { searchProblems } from './searchProblems.ts';
import { useRemembered } from './remembered.ts';
import { useLatest } from './useLatest.ts';
import { useWidth } from './table/useMeasure.ts';

/** What is searched for: texts by field name; a range of dates or amounts under `name.from` and `name.to`; lists joined by commas. */
export type SearchValues = Readonly<Record<string, string>>;

export interface SearchFormProps {
  /** In the order they are shown; the first ones stand in the line, the rest folds. */
  readonly fields: Fields;
  /** What the list shows now (from the URL). */
  readonly values: SearchValues;
  readonly onSearch: (values: SearchValues) => void;
  /** Remembers 展开/收起 per user and screen. */
  readonly screen: string;
  /** Beside the buttons. */
  readonly children?: ReactNode;
}

const Grid = chakra('form', { base: { display: 'grid', columnGap: 2, rowGap: 1, alignItems: 'start', flexShrink: 0 } });
const Cell = chakra('div', { base: { display: 'grid', gridTemplateColumns: '100px minmax(0, 1fr)', columnGap: 2, alignItems: 'center', minW: 0 } });
const Name = chakra('label', {
  base: { textStyle: 'dense', color: 'fg.muted', textAlign: 'right', overflow: 'hidden', lineClamp: 2, lineHeight: '16px', maxH: '32px' },
});
/** Pixels one field needs, label column included, and what the buttons need. */
const cellWidth = 280;
const buttonsWidth = 236;

const isRangeKind = (field: Field | undefined): boolean => field !== undefined && rangedKinds.has(field.kind);

/** Typed as plain text in the search form: a choice is always a list here, an id is picked. */
function SearchInput({
  field,
  id,
  labelId,
  value,
  onChange,
}: {
  readonly field: Field;
  readonly id: string;
  readonly labelId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  // In a search form nothing is required, and a long text is searched by a word of it.
  const shown: Field = {
    ...field,
    required: false,
    help: undefined,
    kind: field.kind === 'longText' ? 'text' : field.kind === 'refList' ? 'ref' : field.kind === 'choiceList' ? 'choice' : field.kind,
  };
  const isGroup = groupKinds.has(shown.kind);
  if (shown.kind === 'choice') {
    // Always a list: one line of 32 px whatever the language makes of the words.
    const chosen = field.choices?.options.find(({ code }) => String(code) === value)?.code ?? null;
    return (
      <ChoiceControl
        form="list"
        id={id}
        labelledBy={labelId}
        options={field.choices?.options ?? []}
        value={chosen}
        onChange={(next) => onChange(next === null ? '' : String(next))}
        placeholder=""
      />
    );
  }
  return (
    <FieldInput
      field={shown}
      id={id}
      labelledBy={isGroup ? labelId : undefined}
      value={value === '' && (isGroup || shown.kind === 'ref') ? null : value}
      onChange={(next: string | number | null | undefined) => onChange(next === null || next === undefined ? '' : String(next))}
      placeholder={shown.kind === 'ref' ? undefined : ''}
    />
  );
}

/** The search above a list: Enter searches, 重置 empties, one line unless unfolded. */
export function SearchForm({ fields, values, onSearch, screen, children }: SearchFormProps) {
  const say = useSay();
  const language = useLanguage();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const width = useWidth(form);
  const [isUnfolded, setUnfolded] = useRemembered(`search:${screen}`, false);
  const [draft, setDraft] = useState<SearchValues>(values);
  const [problem, setProblem] = useState('');
  // The URL changed from outside (back, a link): the form follows.
  const key = JSON.stringify(values);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    setDraft(values);
  }
  const latest = useLatest(draft);
  const set = (name: string, value: string): void => setDraft((before) => ({ ...before, [name]: value }));
  const search = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    // What is typed is what is searched for; what chooses nothing stays and says so.
    if (form.current && (await commitTyped(form.current)).length > 0) return;
    // The controls' own words have to be drawn before they are read.
    await new Promise((resolve) => setTimeout(resolve));
    const clean = Object.fromEntries(
      Object.entries(latest.current)
        .map(([name, value]) => [name, value.normalize('NFKC').trim()] as const)
        .filter(([, value]) => value !== ''),
    );
    const found = searchProblems(fields, clean)[0];
    setProblem(found ? problemText(found, language) : '');
    if (!found) onSearch(clean);
  };
  const reset = (): void => {
    if (form.current) dropTyped(form.current);
    setDraft({});
    setProblem('');
    onSearch({});
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    // An open list takes Enter for its own row first; a button presses itself.
    if (
      event.key !== 'Enter' ||
      isComposing(event) ||
      event.defaultPrevented ||
      (event.target instanceof HTMLButtonElement && event.target.getAttribute('role') === null)
    )
      return;
    event.preventDefault();
    void search();
  };

  const names = Object.keys(fields);
  const inLine = Math.max(1, Math.floor((width - buttonsWidth) / cellWidth));
  const perRow = Math.max(1, inLine);
  /** Field and buttons do not fit beside each other: a phone. The buttons stand below then. */
  const isNarrow = width > 0 && width < cellWidth + buttonsWidth;
  /** Two ends need the room of two fields. */
  const spanOf = (name: string): number => (perRow > 1 && isRangeKind(fields[name]) ? 2 : 1);
  let room = inLine;
  const fitting = names.findIndex((name) => (room -= spanOf(name)) < 0);
  const first = names.slice(0, fitting < 0 ? names.length : Math.max(1, fitting));
  const canFold = names.length > first.length;
  const shown = canFold && !isUnfolded ? first : names;
  const foldedBusy =
    canFold && !isUnfolded ? names.slice(first.length).filter((name) => draft[name] || draft[`${name}.from`] || draft[`${name}.to`]).length : 0;
  return (
    <>
      <Grid
        ref={form}
        role="search"
        aria-label={say(['查询条件', 'Search'])}
        data-no-print
        noValidate
        onSubmit={(event) => void search(event)}
        onKeyDown={onKeyDown}
        style={{ gridTemplateColumns: isNarrow ? 'minmax(0, 1fr)' : `repeat(${perRow}, minmax(0, 1fr)) max-content` }}
      >
        {shown.map((name) => {
          const field = fields[name];
          if (!field) return null;
          const id = `${formId}-${name}`;
          const isRange = isRangeKind(field);
          return (
            <Cell key={name} data-search={name} style={spanOf(name) > 1 ? { gridColumn: 'span 2' } : undefined}>
              <Name id={`${id}-label`} htmlFor={isRange || groupKinds.has(field.kind) ? undefined : id} data-tip-cut="">
                {say(field.label)}
              </Name>
              {field.kind === 'money' ? (
                <AmountRange
                  label={say(field.label)}
                  from={draft[`${name}.from`] ?? ''}
                  to={draft[`${name}.to`] ?? ''}
                  onFrom={(value) => set(`${name}.from`, value)}
                  onTo={(value) => set(`${name}.to`, value)}
                />
              ) : isRange ? (
                <DateRange
                  label={say(field.label)}
                  hasTime={field.kind === 'dateTime'}
                  from={draft[`${name}.from`] ?? ''}
                  to={draft[`${name}.to`] ?? ''}
                  onFrom={(value) => set(`${name}.from`, value)}
                  onTo={(value) => set(`${name}.to`, value)}
                />
              ) : (
                <SearchInput field={field} id={id} labelId={`${id}-label`} value={draft[name] ?? ''} onChange={(value) => set(name, value)} />
              )}
            </Cell>
          );
        })}
        <chakra.div display="flex" gap={2} style={isNarrow ? { justifyContent: 'flex-end' } : { gridColumn: -2, gridRow: 1 }}>
          <Button type="submit" variant="primary" icon={Search}>
            {say(['查询', 'Search'])}
          </Button>
          <Button icon={RotateCcw} onClick={reset}>
            {say(['重置', 'Reset'])}
          </Button>
          {canFold ? (
            <Button variant="ghost" style={{ paddingInline: 6 }} aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {say(isUnfolded ? ['收起', 'Less'] : ['展开', 'More'])}
              {foldedBusy > 0 ? ` (${foldedBusy})` : ''}
              {isUnfolded ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
            </Button>
          ) : null}
          {children}
        </chakra.div>
      </Grid>
      {problem ? (
        <chakra.div role="alert" textStyle="note" color="danger.text">
          {problem}
        </chakra.div>
      ) : null}
    </>
  );
}
