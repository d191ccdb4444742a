import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { password } from './product.ts';

/** A client of the server as any other program would be: for preparing what a desk finds and for reading what it left. */
export class Api {
  readonly #base: string;
  readonly #token: string;
  readonly #key: string;
  readonly account: string;

  private constructor(base: string, account: string, token: string, key: string) {
    this.#base = base;
    this.account = account;
    this.#token = token;
    this.#key = key;
  }

  static async login(base: string, account: string): Promise<Api> {
    const key = ((await (await fetch(`${base}/api/blade-auth/oauth/public-key`)).json()) as { data: { publicKey: string } }).data.publicKey;
    const query = new URLSearchParams({
      tenantId: '000000',
      username: account,
      password: seal(key, password),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    });
    const answer = await fetch(`${base}/api/blade-auth/oauth/token?${query}`, {
      method: 'POST',
      headers: { authorization: basic, 'tenant-id': '000000' },
    });
    const body = (await answer.json()) as { access_token?: string; error_description?: string };
    if (!body.access_token) throw new Error(`login of ${account}: ${body.error_description}`);
    return new Api(base, account, body.access_token, key);
  }

  /** A password sealed for the signature of one handover. */
  sealForHandover(secret: string, handoverKey: string): string {
    return seal(this.#key, `${secret}\n${handoverKey}`);
  }

  async get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
    return this.#open<T>(await fetch(`${this.#base}/api/${path}?${search}`, { headers: this.headers() }));
  }
  /** A file the server gives out. */
  async file(path: string, query: Record<string, string>): Promise<Buffer> {
    const answer = await fetch(`${this.#base}/api/${path}?${new URLSearchParams(query)}`, { headers: this.headers() });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }
  async post<T>(path: string, body: unknown, key: string = randomUUID()): Promise<T> {
    return this.#open<T>(await this.postRaw(path, body, key));
  }
  postRaw(path: string, body: unknown, key: string = randomUUID(), signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.#base}/api/${path}`, {
      method: 'POST',
      ...(signal ? { signal } : {}),
      headers: { ...this.headers(), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }

  /** A form with a file, as a page's upload sends it. */
  async postForm<T>(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: { readonly name: string; readonly bytes: Buffer | string },
  ): Promise<T> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)]), file.name);
    const headers = { ...this.headers(), 'idempotency-key': randomUUID() };
    return this.#open<T>(await fetch(`${this.#base}/api/${path}`, { method: 'POST', headers, body: form }));
  }

  /** What every call of this client carries. */
  headers(): Record<string, string> {
    return { authorization: basic, 'blade-auth': `bearer ${this.#token}`, 'blade-requested-with': 'BladeHttpRequest' };
  }
  async #open<T>(answer: Response): Promise<T> {
    const body = (await answer.json()) as { code: number; msg: string; data: T; problems?: unknown };
    if (body.code !== 200) throw new Error(`${answer.url.replace(this.#base, '')}: ${body.code} ${body.msg} ${JSON.stringify(body.problems ?? '')}`);
    return body.data;
  }
}

const basic = `Basic ${Buffer.from('accession:accession_secret').toString('base64')}`;

function seal(publicKey: string, secret: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(encodeURIComponent(secret))).toString(
    'base64',
  );
}
