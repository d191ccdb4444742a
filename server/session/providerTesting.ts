import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly user: Record<string, unknown>;
}
export interface TestProvider {
  readonly url: string;
  /** Who is at the provider's screen when the browser comes; null: somebody who says no. */
  user: Record<string, unknown> | null;
  /** Answers where the provider sends a browser that came to this address. */
  readonly visit: (authorizeAddress: string) => Promise<URL>;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** A small OAuth2 server that keeps to RFC 6749 and 7636: codes once, the exact redirect address, the client's secret, the verifier. */
export async function openTestProvider({ appId, secret }: { appId: string; secret: string }): Promise<TestProvider> {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Record<string, unknown>>();
  const provider: Pick<TestProvider, 'user'> = { user: {} };
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const url = new URL(request.url ?? '/', 'http://provider');
    if (url.pathname === '/authorize') {
      const asked = Object.fromEntries(url.searchParams);
      if (asked['client_id'] !== appId || asked['response_type'] !== 'code' || asked['code_challenge_method'] !== 'S256') return answer(400, asked);
      const back = new URL(asked['redirect_uri'] ?? '');
      if (provider.user) {
        const code = randomUUID();
        codes.set(code, { redirectUri: asked['redirect_uri'] ?? '', challenge: asked['code_challenge'] ?? '', user: provider.user });
        back.searchParams.set('code', code);
      } else back.searchParams.set('error', 'access_denied');
      back.searchParams.set('state', asked['state'] ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/token') {
      void bodyOf(request).then((form) => {
        const [id, given] = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
          .toString()
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
        const isClient = (id === appId && given === secret) || (form.get('client_id') === appId && form.get('client_secret') === secret);
        if (!isClient) return answer(401, { error: 'invalid_client' });
        const grant = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge) return answer(400, { error: 'invalid_grant' });
        const token = randomUUID();
        tokens.set(token, grant.user);
        return answer(200, { access_token: token, token_type: 'bearer' });
      });
      return;
    }
    const user = tokens.get((request.headers.authorization ?? '').slice(7));
    return user ? answer(200, user) : answer(401, { error: 'invalid_token' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    url,
    visit: async (address: string): Promise<URL> => {
      const reply = await fetch(address, { redirect: 'manual' });
      const location = reply.headers.get('location');
      if (!location) throw new Error(`the provider answered ${reply.status} ${await reply.text()}`);
      return new URL(location);
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
