import { useContext, useEffect, useState } from 'react';
import { Combo } from './fields/Combo.tsx';
import type { ControlProps } from './fields/control.ts';
import type { PickerItem, PickerSource } from './picker.ts';
import { PreferenceOwnerContext, readRemembered, writeRemembered } from './remembered.ts';
import { useLatest } from './useLatest.ts';

interface Shared extends Omit<ControlProps<never>, 'value' | 'defaultValue' | 'onChange'> {
  readonly source: PickerSource;
}
export interface ResourcePickerProps extends Shared {
  readonly value: string | null | undefined;
  /** The id, and the row behind it. */
  readonly onChange: (id: string | null, item: PickerItem | null) => void;
}
export interface ResourceListPickerProps extends Shared {
  readonly value: readonly string[] | null | undefined;
  readonly onChange: (ids: readonly string[], items: readonly PickerItem[]) => void;
}

const shownAtOnce = 20;
const remembered = 5;

/** The rows behind ids: those this picker has shown, else asked for. An id nobody knows is shown as itself. */
function useChosen(ids: readonly string[], source: PickerSource): readonly [readonly PickerItem[], (items: readonly PickerItem[]) => void] {
  const [known, setKnown] = useState<ReadonlyMap<string, PickerItem>>(new Map());
  const learn = (items: readonly PickerItem[]): void => setKnown((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  const missing = ids.filter((id) => !known.has(id)).join(',');
  useEffect(() => {
    if (missing === '') return;
    let isGone = false;
    const wanted = missing.split(',');
    const unknown = (): readonly PickerItem[] => wanted.map((id) => ({ id, name: id }));
    source.resolve(wanted).then(
      (items) => isGone || learn([...unknown(), ...items]),
      () => isGone || learn(unknown()),
    );
    return () => {
      isGone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [missing, source.key]);
  return [ids.flatMap((id) => known.get(id) ?? []), learn];
}

/** Search with the last picks first while nothing is typed. */
function useSearch(source: PickerSource) {
  const owner = useContext(PreferenceOwnerContext);
  const key = `picked:${source.key}`;
  const current = useLatest(source);
  const search = async (query: string, signal: AbortSignal): Promise<readonly PickerItem[]> => {
    const found = await current.current.search(query, { limit: shownAtOnce, signal });
    if (query !== '' || current.current.remember) return found;
    const recent = readRemembered<readonly PickerItem[]>(owner, key, []);
    const living = recent.length === 0 ? [] : await current.current.resolve(recent.map((item) => item.id)).catch(() => recent);
    const first = recent.flatMap((item) => living.find((other) => other.id === item.id) ?? []).filter((item) => !item.isDisabled);
    return [...first, ...found.filter((item) => !first.some((other) => other.id === item.id))];
  };
  const remember = (items: readonly PickerItem[]): void => {
    const { remember: keep } = source;
    if (keep) items.forEach((item) => keep(item.id));
    if (keep || items.length === 0) return;
    const before = readRemembered<readonly PickerItem[]>(owner, key, []);
    writeRemembered(owner, key, [...items, ...before.filter((item) => !items.some((other) => other.id === item.id))].slice(0, remembered));
  };
  return { search, remember };
}

/** One row of another resource: search by code, name or pinyin initials; shows the code; knows what was picked last. */
export function ResourcePicker({ source, value, onChange, ...rest }: ResourcePickerProps) {
  const [chosen, learn] = useChosen(value ? [String(value)] : [], source);
  const { search, remember } = useSearch(source);
  return (
    <Combo
      {...rest}
      chosen={chosen}
      search={search}
      isFar={source.isNear !== true}
      onChosen={([item]) => {
        if (item) {
          learn([item]);
          remember([item]);
        }
        onChange(item?.id ?? null, item ?? null);
      }}
    />
  );
}

/** Several rows of another resource, as chips. */
export function ResourceListPicker({ source, value, onChange, ...rest }: ResourceListPickerProps) {
  const [chosen, learn] = useChosen((value ?? []).map(String), source);
  const { search, remember } = useSearch(source);
  return (
    <Combo
      {...rest}
      isMultiple
      chosen={chosen}
      search={search}
      isFar={source.isNear !== true}
      onChosen={(items) => {
        const added = items.filter((item) => !chosen.some((other) => other.id === item.id));
        learn(items);
        remember(added);
        onChange(
          items.map((item) => item.id),
          items,
        );
      }}
    />
  );
}
