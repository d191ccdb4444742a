import { wrap } from 'comlink';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { receiveSample } from '#domain/lab/labReceive.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { nextKeys } from '#src/offline/keys/deskKeys.ts';
import { startDeskLock } from '#src/offline/session/deskLock.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import type { BareParser, ParserName } from './bareParser.ts';
import { masterBench } from './masterBench.tsx';

type Cells = Readonly<Record<string, string>>;

const rootElement = document.getElementById('root') as HTMLElement;
const nextPaint = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  });

function cellsOf(rows: number, columns: number, round: number): Cells[] {
  return Array.from({ length: rows }, (_row, place) =>
    Object.fromEntries(Array.from({ length: columns }, (_column, column) => [`c${column}`, `样本 ${round}-${place}-${column}`])),
  );
}

/** The product's table, mounted anew: ms until the next paint. */
async function mountTable(rows: number, columns: number, round: number): Promise<number> {
  const described: TableColumn<Cells>[] = Array.from({ length: columns }, (_column, index) => ({
    key: `c${index}`,
    title: [`列${index}`, `Column ${index}`],
    width: 130,
  }));
  const cells = cellsOf(rows, columns, round);
  const root = createRoot(rootElement);
  await nextPaint();
  const started = performance.now();
  flushSync(() =>
    root.render(
      <UiProvider language="zh">
        <div style={{ height: 720, display: 'flex', flexDirection: 'column' }}>
          <DataTable label={['样本', 'Samples']} screen="/bench" columns={described} extent="whole" rows={cells} rowKey={(row) => row['c0'] ?? ''} />
        </div>
      </UiProvider>,
    ),
  );
  const took = (await nextPaint()) - started;
  root.unmount();
  return took;
}

/** The same cells as an HTML table without anything: ms until the next paint. */
async function mountPlain(rows: number, columns: number, round: number): Promise<number> {
  const cells = cellsOf(rows, columns, round);
  await nextPaint();
  const started = performance.now();
  const body = cells.map(
    (row) =>
      `<tr>${Object.values(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );
  rootElement.innerHTML = `<div style="height:720px;overflow:auto"><table>${body.join('')}</table></div>`;
  const took = (await nextPaint()) - started;
  rootElement.innerHTML = '';
  return took;
}

/** Takes the keys of who is signed in: acts are sealed and signed as in the console. */
async function takeKeys(): Promise<void> {
  await startDeskLock();
  await nextKeys();
}

/** Acts saved one after the other: ms of each. Needs a login in this browser, and `takeKeys`. */
async function enqueueAll(codes: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (const code of codes) {
    const started = performance.now();
    await enqueue(receiveSample, { code, inputMode: 'scan' });
    took.push(performance.now() - started);
  }
  return took;
}

/** A sheet through a parser called directly in a worker: ms from its bytes to its rows, and how many. */
async function parseBare(name: ParserName, url: string): Promise<{ ms: number; rows: number }> {
  const bytes = await (await fetch(url)).arrayBuffer();
  const worker = new Worker(new URL('./bareParser.ts', import.meta.url), { type: 'module' });
  try {
    return await wrap<BareParser>(worker).parse(name, bytes);
  } finally {
    worker.terminate();
  }
}

const benchPage = { mountTable, mountPlain, takeKeys, enqueueAll, parseBare, ...masterBench };
export type BenchPage = typeof benchPage;
(globalThis as unknown as { benchPage: BenchPage }).benchPage = benchPage;
