import { expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { openTestApp } from '#server/testing.ts';

it('answers a file once: an awaited reply is not taken for an answer that is still to be given', async () => {
  const test = await openTestApp({ logLevel: 'fatal' });
  const warned: unknown[] = [];
  const { log } = test.app;
  const child = log.child.bind(log);
  log.child = (...given) => {
    const made = child(...given);
    made.warn = (...told: unknown[]) => void warned.push(told);
    return made;
  };
  try {
    const admin = await test.as('admin');
    const content = shippedTemplates[0]?.content;
    const file = await admin.post(callPath('report', 'report-template/preview', 'accession'), { content });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(warned).toEqual([]);
  } finally {
    await test.close();
  }
});
