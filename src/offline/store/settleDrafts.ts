/** Told to the page before its keys go or it is reloaded: forms save what is typed; a listener may hand a promise to `detail.wait`. */
export const saveDraftsEvent = 'accession:save-drafts';
export interface SaveDraftsDetail {
  readonly wait: (saving: Promise<unknown>) => void;
}

const mostMs = 2000;
/** A form that is hidden or taken away saves in that moment what was typed last. */
const graceMs = 300;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets every form of this page save its draft; at most 2 s. */
export async function settleDrafts(): Promise<void> {
  const savings: Promise<unknown>[] = [after(graceMs)];
  globalThis.dispatchEvent?.(new CustomEvent<SaveDraftsDetail>(saveDraftsEvent, { detail: { wait: (saving) => void savings.push(saving) } }));
  await Promise.race([Promise.allSettled(savings), after(mostMs)]);
}
