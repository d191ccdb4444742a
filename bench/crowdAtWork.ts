import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { exportState, type MyExport } from '#domain/kernel/listExport.ts';
import { hostileSheets, longestList } from '#server/proof/hostileSheets.ts';
import { Api } from '../e2e/support/api.ts';
import type { CrowdWork } from './crowdWorks.ts';

/** A process of its own that does one kind of work over and over until it is told that it is enough, and then says how often it did. */
type Work = () => Promise<unknown>;

function worksOf(address: string, admin: Api): Readonly<Record<CrowdWork, () => readonly Work[]>> {
  const upload = (bytes: Buffer): Work => {
    return async () => {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), '清单.xlsx');
      const answer = await fetch(`${address}/api/accession-lims-sample/enter-info/import-summary`, {
        method: 'POST',
        headers: { ...admin.headers(), 'idempotency-key': randomUUID() },
        body: form,
      });
      await answer.arrayBuffer();
      if (![200, 422].includes(answer.status)) throw new Error(`an upload was answered ${answer.status}`);
    };
  };
  const page: Work = () => admin.get('accession-lims-search/comprehensive-query/sample-receiv-page', { current: 1, size: 500 });
  // As a person does it: asked for, looked after once a second, fetched, and removed.
  const exports = (verb: string): string => `blade-system/my-export/${verb}`;
  const file: Work = async () => {
    const { id } = await admin.post<{ id: string }>(exports('start'), { resource: 'sampleReceipt', query: {} });
    const state = async () => (await admin.get<readonly MyExport[]>(exports('list'))).find((one) => one.id === id)?.state ?? exportState.failed;
    let seen = await state();
    while (seen < exportState.done) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      seen = await state();
    }
    if (seen !== exportState.done) throw new Error(`an export ended as ${exportState.labelOf(seen)?.[1]}`);
    await admin.file(exports('download'), { id });
    await admin.post(exports('remove'), { id });
  };
  const login: Work = () => Api.login(address, 'billing');
  const hostile = (): Work[] => [...hostileSheets().values()].map(upload);
  return {
    'six hostile uploads': hostile,
    'the longest list that is taken': () => [upload(longestList())],
    'pages of 500 rows': () => [page, page],
    exports: () => [file, file],
    logins: () => [login, login],
    'all of it at once': () => [...hostile(), page, file, login],
  };
}

// Others sit at machines of their own: making nineteen megabytes of a sheet must not take this one's processors from the server.
setPriority(constants.priority.PRIORITY_LOW);
const [address = '', what = ''] = process.argv.slice(2);
const works = worksOf(address, await Api.login(address, 'admin'))[what as CrowdWork]();
let isOver = false;
let done = 0;
process.once('message', () => (isOver = true));
process.send?.('begun');
await Promise.all(
  works.map(async (work) => {
    while (!isOver) {
      await work();
      done += 1;
    }
  }),
);
process.send?.(done);
process.disconnect();
