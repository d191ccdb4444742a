import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { tasksOf, type StoredTask } from '../tasks/taskTesting.ts';

/** Acts of the process by their calls, as the screens send them. */
export function processDesk(desk: Desk) {
  async function send<Answer = readonly ManyAnswer[]>(account: Account, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
    const answer = await (await desk.as(account)).post(callPath('lab', path, 'accession'), body, { 'idempotency-key': key });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: Answer }>().data;
  }
  const idsOf = (tasks: readonly StoredTask[]): string[] => tasks.map(({ id }) => id);
  return {
    send,
    stop: (tasks: readonly StoredTask[], own: object = {}, account: Account = 'lab', key?: string) =>
      send(account, 'lab-process/stop', { taskIds: idsOf(tasks), reasonCode: 'STP02', ...own }, key),
    resample: (tasks: readonly StoredTask[], own: object = {}, account: Account = 'lab') =>
      send(account, 'lab-process/resample', { taskIds: idsOf(tasks), reasonCode: 'ABN01', notify: 2, ...own }),
    delay: (tasks: readonly StoredTask[], own: object = {}) =>
      send('lab', 'lab-process/delay', { taskIds: idsOf(tasks), reasonCode: 'DLY01', promisedTime: '2099-01-01 10:00:00', ...own }),
    /** The contract's door, with a file as a browser sends it; null: without one. */
    async recoverStops(recordIds: readonly string[], file: Buffer | null = madeJpeg(3_000), account: Account = 'audit1', key: string = randomUUID()) {
      const boundary = 'process-recovery';
      const part = (name: string, value: string): Buffer =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
      const parts = [part('recordIds', recordIds.join(',')), part('reason', '送检方要求继续')];
      if (file)
        parts.push(
          Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="letter.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`),
          file,
          Buffer.from('\r\n'),
        );
      parts.push(Buffer.from(`--${boundary}--\r\n`));
      const answer = await (
        await desk.as(account)
      ).post(callPath('lab', 'lab-process/stop-recovery', 'accession'), Buffer.concat(parts), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': key,
      });
      return { status: answer.statusCode, ...answer.json<{ data: readonly ManyAnswer[]; refusal?: string }>() };
    },
    page: async (path: string, query: Record<string, string> = {}, account: Account = 'lab') =>
      (await desk.get(account, path, query, 'lab')).data.records as readonly Record<string, any>[],
    now: async (task: StoredTask): Promise<StoredTask> => (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!,
    states: async (codes: readonly string[]): Promise<number[]> => (await tasksOf(desk, codes)).map(({ taskState }) => taskState),
  };
}
export const codesOf = (answers: readonly ManyAnswer[]): (string | null)[] => answers.map(({ code }) => code);
