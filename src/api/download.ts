import { callSettings, callText, newRequestId } from './request.ts';
import { CallError } from './callError.ts';
import { fillProduct } from './product.ts';
import { refreshSession } from './refreshSession.ts';
import { sealingNow, tokenHeader } from './sealing.ts';
import { currentSession } from './sessionStore.ts';

/** A file the server made. */
export interface Download {
  readonly blob: Blob;
  /** From Content-Disposition; the fallback where there is none. */
  readonly name: string;
}

function nameOf(header: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback);
  } catch {
    return plain ?? fallback;
  }
}

/** What a file is made of, where that is more than an address holds. */
export interface DownloadBody {
  readonly body: unknown;
  readonly signal?: AbortSignal;
}

/** Fetches a file with the present token, renewing it once. Throws CallError; an answer in the envelope is its message. */
export async function download(
  path: string,
  query: Readonly<Record<string, string | number>>,
  fallbackName: string,
  sent?: DownloadBody,
): Promise<Download> {
  const requestId = newRequestId();
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const url = `${callSettings.base}${await fillProduct(path)}?${params.toString()}`;
  const ask = async (token: string | undefined): Promise<Response> => {
    const headers = {
      'Accept-Language': callSettings.language === 'zh' ? 'zh-CN' : 'en-US',
      'X-Request-Id': requestId,
      ...(token ? { 'Blade-Auth': await tokenHeader(token, await sealingNow()) } : {}),
    };
    const made: RequestInit = sent
      ? { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json;charset=UTF-8' }, body: JSON.stringify(sent.body) }
      : { headers };
    return fetch(url, { ...made, credentials: 'same-origin', cache: 'no-store', ...(sent?.signal ? { signal: sent.signal } : {}) }).catch(() => {
      if (sent?.signal?.aborted) throw new CallError({ kind: 'aborted', status: 0, code: 0, message: callText('aborted'), requestId });
      throw new CallError({ kind: 'network', status: 0, code: 0, message: callText('network'), requestId });
    });
  };
  const session = await currentSession();
  let response = await ask(session?.accessToken);
  if (response.status === 401 && session) {
    const renewed = await refreshSession({ staleToken: session.accessToken });
    if (renewed) response = await ask(renewed.accessToken);
  }
  // A file may be JSON of another kind.
  const isEnvelope = (response.headers.get('content-type') ?? '').startsWith('application/json');
  if (response.ok && !isEnvelope) return { blob: await response.blob(), name: nameOf(response.headers.get('content-disposition'), fallbackName) };
  const body = (await response.json().catch(() => ({}))) as { msg?: string; code?: number };
  throw new CallError({
    kind: 'answer',
    status: response.status,
    code: body.code ?? response.status,
    message: body.msg ?? callText('systemError'),
    requestId,
    body,
  });
}
