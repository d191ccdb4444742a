import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partnerOperation } from './opInterface.ts';
import { inputFields } from './partnerFields.ts';
import { partnerDocument } from './partnerDocument.ts';

interface Document {
  readonly paths: Record<string, unknown>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> };
}

it('gives partners a document of every operation and field, and every name it refers to stands in it', () => {
  const document = partnerDocument() as Document;
  expect(Object.keys(document.paths).map((path) => path.split('/').at(-1))).toEqual(partnerOperation.options.map(({ code }) => code));
  expect(Object.keys(document.components.schemas['PushedRow']?.properties ?? {})).toEqual(Object.keys(inputFields));
  const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
});

it('is what stands in the folder of documents', async () => {
  await expect(`${JSON.stringify(partnerDocument(), null, 2)}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/partner-openapi.json'));
});
