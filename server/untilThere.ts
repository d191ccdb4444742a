import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { AwayError } from '#server/storage/away.ts';

/** Something beside the server that a start cannot do without. */
export interface Need {
  readonly name: 'database' | 'store';
  /** Throws AwayError while it is not there; anything else where waiting does not help. */
  readonly ask: () => Promise<void>;
}

export interface WaitingPlace {
  readonly port: number;
  readonly host: string;
  readonly tls: { cert: Buffer; key: Buffer } | null;
}

const againMs = 1_000;
const texts: Readonly<Record<Need['name'], Label>> = {
  database: ['服务正在启动, 等待数据库', 'The server is starting and waits for the database'],
  store: ['服务正在启动, 等待图片与文件存储', 'The server is starting and waits for the store of pictures and files'],
};

/**
 * Answers once all that is needed is there. Until then the log says what is waited for and why, and every call on the server's own port is answered
 * 503 with the name of it: desks go on without network as with any server that is away. Throws what one of `needs` throws that is no AwayError.
 */
export async function untilThere({ port, host, tls }: WaitingPlace, needs: readonly Need[]): Promise<void> {
  let waited: readonly Need['name'][] = [];
  let told = '';
  let door: Server | null = null;
  const answer: RequestListener = (request, response) => {
    const [first] = waited;
    const msg = inLanguage(first ? texts[first] : ['服务正在启动', 'The server is starting'], languageOf(request));
    const body = JSON.stringify({ code: 503, success: false, data: { live: true, ready: false, waitsFor: waited }, msg });
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      connection: 'close',
    });
    response.end(body);
  };
  try {
    for (;;) {
      const asked = await Promise.allSettled(needs.map(({ ask }) => ask()));
      const faults = asked.map((one) => (one.status === 'rejected' ? (one.reason as unknown) : null));
      for (const fault of faults) if (fault !== null && !(fault instanceof AwayError)) throw fault;
      waited = needs.flatMap(({ name }, at) => (faults[at] === null ? [] : [name]));
      if (waited.length === 0) break;
      const said = faults.flatMap((fault) => (fault instanceof AwayError ? [fault.message] : [])).join('; ');
      if (said !== told) console.log(`等待 / waiting for ${waited.join(', ')}: ${said}`);
      told = said;
      if (!door) {
        const opened = tls ? createTlsServer(tls, answer) : createServer(answer);
        await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, host, resolve));
        door = opened;
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  } finally {
    const opened = door;
    if (opened) await new Promise((resolve) => opened.close(resolve));
  }
  if (told) console.log('可以启动 / what was waited for is there');
}
