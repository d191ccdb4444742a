import type { QueryClient } from '@tanstack/react-query';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Service } from '#domain/kernel/services.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { notify } from '#src/ui/notify.tsx';

interface Sent {
  readonly service?: Service;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly done: Label;
}

/**
 * Does an act on processes and says so; what lists show is asked for again. Answers nothing where it was done, else the
 * faults by field: the sentence of a refusal is shown by the call itself.
 */
export async function sendAct(queries: QueryClient, { service = 'flow', path, query, body, form, done }: Sent): Promise<readonly Problem[] | void> {
  try {
    await call('POST', servicePath(service, path), { ...(query ? { query } : {}), ...(form ? { form } : { body: body ?? {} }) });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.isTransport) notify.error(['需要网络, 内容已保留', 'This needs the network; nothing is lost']);
    // Somebody was first: what is shown is old.
    if (error.status === 409) await refresh(queries);
    return error.problems ?? [];
  }
  notify.success(done);
  await refresh(queries);
  return undefined;
}

const refresh = async (queries: QueryClient): Promise<void> => {
  await Promise.all(['flow', 'desk'].map((service) => queries.invalidateQueries({ queryKey: ['call', service] })));
};
