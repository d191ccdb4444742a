import { createContext, useContext } from 'react';

/** One row of another resource, as a person recognises it. */
export interface PickerItem {
  readonly id: string;
  readonly name: string;
  /** Shown before the name, in a monospace face. */
  readonly code?: string;
  /** A second fact that tells namesakes apart. */
  readonly note?: string;
  readonly isDisabled?: boolean;
}

/** Where a picker finds its rows: the same on the wire and in the desk's own copy. */
export interface PickerSource {
  /** Key under which the last picks are remembered, e.g. the resource's name. */
  readonly key: string;
  /** Rows whose code, name or pinyin initials match; best first. An empty query gives the first rows. */
  readonly search: (query: string, options: { readonly limit: number; readonly signal: AbortSignal }) => Promise<readonly PickerItem[]>;
  /** The rows behind ids that are already chosen, so that a stored id shows its name; unknown ids are left out. */
  readonly resolve: (ids: readonly string[]) => Promise<readonly PickerItem[]>;
  /** Answers from this computer: asked with every key, not only when the typing rests. */
  readonly isNear?: boolean;
  /** Remembers a pick, where the source itself offers the last picks first; else the picker remembers them on this machine. */
  readonly remember?: (id: string) => void;
  /** This person may not see the rows: nothing is asked, and the control says so. */
  readonly isForbidden?: boolean;
}

/** From the name of a resource (`dictionary`: of the business dictionaries, `part` is its code; `code`: rows of the resource `part`, each by its code) to its picker source; provided above the screens (src/resource/pickerSources.ts). */
export type PickerSources = (resource: string, part?: string) => PickerSource | undefined;

export const PickerSourcesContext = createContext<PickerSources>(() => undefined);

export function usePickerSources(): PickerSources {
  return useContext(PickerSourcesContext);
}
