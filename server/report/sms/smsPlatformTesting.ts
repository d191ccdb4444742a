import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a platform of text messages was sent: the fields of a form. */
export type SentForm = Readonly<Record<string, string>>;
/** What it says to one of them: a status, or it hangs up once it has heard all of it. */
export type PlatformSays = (sent: SentForm) => number | 'nothing';

/** A platform of text messages that keeps what it gets; `url` is where accounts post to. */
export async function openSmsPlatform(says: PlatformSays): Promise<{ readonly server: Server; readonly url: string; readonly got: SentForm[] }> {
  const got: SentForm[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const sent = Object.fromEntries(new URLSearchParams(body));
      got.push(sent);
      const said = says(sent);
      if (said === 'nothing') request.socket.destroy();
      else response.writeHead(said).end('{"msg":"说过了"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got };
}
