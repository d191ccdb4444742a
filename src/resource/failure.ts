import { CallError } from '#src/api/call.ts';
import type { Failure } from '#src/ui/StateView.tsx';

/** An error as it may be shown in place: the server's own sentence and the id to quote. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return { message: error.message, requestId: error.requestId, isOffline: error.kind === 'network' };
  return { message: error instanceof Error ? error.message : String(error) };
}
