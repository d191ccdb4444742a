import { useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { notify } from '#src/ui/notify.tsx';

export interface FileRecord {
  /** The resource's path below the base service. */
  readonly path: string;
  /** The wire's names of its id and of its file. */
  readonly idName: string;
  readonly fileName: string;
  /** '' for a new one, which needs a file. */
  readonly id: string;
  readonly fileMissing: Label;
  readonly onSaved: () => void;
}

/** A record that is saved together with a file, and the file that is chosen for it. */
export function useFileRecord({ path, idName, fileName, id, fileMissing, onSaved }: FileRecord) {
  const [file, setFile] = useState<File | null>(null);
  // One key for one intention: a repeat after a lost answer saves once.
  const intention = useRef({ sent: '', key: '' });
  /** Answers faults of fields, none where the whole was refused, undefined when it is saved. */
  const save = async (values: Readonly<Record<string, unknown>>): Promise<readonly Problem[] | undefined> => {
    if (id === '' && !file) {
      notify.warn(fileMissing);
      return [];
    }
    const body = new FormData();
    for (const [name, value] of Object.entries(values))
      body.append(name, typeof value === 'string' || typeof value === 'number' ? String(value) : '');
    if (id !== '') body.append(idName, id);
    if (file) body.append(fileName, file);
    const sent = JSON.stringify([values, file?.name, file?.size, file?.lastModified]);
    if (intention.current.sent !== sent) intention.current = { sent, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    try {
      await call('POST', servicePath('base', `${path}/save`), { form: body, headers: { 'Idempotency-Key': intention.current.key } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The sentence of a refusal is shown by the call itself; a dead link has none of its own.
      if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
      return error.problems ?? [];
    }
    notify.success(['已保存', 'Saved']);
    onSaved();
    return undefined;
  };
  return { file, setFile, save };
}
