import 'fake-indexeddb/auto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callSettings } from '#src/api/request.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { clearErrors, collectErrors, logError, loggedErrors, uploadErrors } from './errorLog.ts';

let answerCode = 200;
const sent: { path: string; body: Record<string, unknown>[] }[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    sent.push({ path: request.url ?? '', body: JSON.parse(text) as Record<string, unknown>[] });
    response.writeHead(answerCode, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: answerCode, success: answerCode === 200, data: true, msg: '操作失败' }));
  });
});
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [], deptId: '', roleId: '' };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await keepSession({ ...person, accessToken: 'token', savedAt: 1, expiresAt: Date.now() + 3_600_000 }, 'login');
});
afterAll(() => server.close());
beforeEach(() => {
  clearErrors();
  sent.length = 0;
  answerCode = 200;
});

describe('the error log', () => {
  it('collects what nobody caught, with its stack', () => {
    const target = new EventTarget();
    const stop = collectErrors(target as Window);
    target.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('broken') }));
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: { status: 7 } }));
    expect(loggedErrors().map(({ message, info }) => [message, info])).toEqual([
      ['{"status":7}', 'promise'],
      ['TypeError: broken', 'window'],
    ]);
    expect(loggedErrors()[1]?.stack).toContain('errorLog.test');
    stop();
    target.dispatchEvent(Object.assign(new Event('error'), { error: new Error('later') }));
    expect(loggedErrors()).toHaveLength(2);
  });

  it('counts a fault that repeats, leaves noise out and keeps a hundred', () => {
    for (let turn = 0; turn < 3; turn += 1) logError(new Error('again'), 'react');
    logError('ResizeObserver loop completed with undelivered notifications.', 'window');
    logError(new DOMException('The operation was aborted', 'AbortError'), 'promise');
    expect(loggedErrors()).toMatchObject([{ message: 'Error: again', count: 3 }]);
    for (let turn = 0; turn < 120; turn += 1) logError(new Error(`fault ${turn}`), 'window');
    expect(loggedErrors()).toHaveLength(100);
    expect(loggedErrors()[0]?.message).toBe('Error: fault 119');
  });

  it('goes to the server and is emptied of what was sent; a refusal keeps it', async () => {
    logError(new Error('one'), 'window');
    logError(new Error('one'), 'window');
    answerCode = 500;
    await expect(uploadErrors()).rejects.toThrow();
    expect(loggedErrors()).toHaveLength(1);

    answerCode = 200;
    const uploading = uploadErrors();
    logError(new Error('two'), 'window');
    await uploading;
    expect(sent.at(-1)?.path).toBe('/api/blade-auth/oauth/send-logs');
    expect(sent.at(-1)?.body).toMatchObject([{ type: 'error', message: 'Error: one', info: 'window x2' }]);
    expect(loggedErrors().map(({ message }) => message)).toEqual(['Error: two']);
  });
});
