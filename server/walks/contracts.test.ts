import { expect, test } from 'vitest';
import { everyContract as contracts } from '#domain/listings.ts';
import { resources } from '#domain/resources.ts';
import { fileAnswer, type Contract } from '#domain/kernel/contract.ts';
import { openApiOf, type Operation } from '#server/kernel/openapi/openapi.ts';
import { calls } from '#server/steps.ts';

const nameOf = ({ method, service, path }: (typeof calls)[number]): string => `${method} ${service}/${path}`;

test('states what every call takes and answers', () => {
  const named = new Set(Object.keys(contracts));
  expect(calls.map(nameOf).filter((name) => !named.has(name))).toEqual([]);
});

test('serves each declaration once, as it is declared', () => {
  for (const [name, contract] of Object.entries<Contract>(contracts)) {
    const served = calls.filter((call) => nameOf(call) === name);
    expect(served, name).toHaveLength(1);
    expect(served[0], name).toMatchObject({ title: contract.title, permission: contract.permission, answer: contract.answer });
  }
});

test('describes each declared call whole: no empty answer, no parameter left out', () => {
  const api = openApiOf({ product: 'x', version: '0', resources, commands: [], calls });
  const operations = new Map<string, Operation>(
    Object.values(api.paths).flatMap((methods) => Object.values(methods).map((operation) => [operation.operationId, operation] as const)),
  );
  for (const [name, contract] of Object.entries<Contract>(contracts)) {
    const operation = operations.get(name);
    const answer = operation?.responses[200] as { content: { 'application/json': { schema: { properties: { data: object } } } } } | undefined;
    if (contract.answer === fileAnswer) expect(operation?.responses[200], name).toHaveProperty('content.application/octet-stream');
    else expect(Object.keys(answer?.content['application/json'].schema.properties.data ?? {}), name).not.toEqual([]);
    const isRecognised = name.startsWith('POST') && !contract.repeats;
    expect(
      (operation?.parameters ?? []).some((one) => one['name'] === 'Idempotency-Key'),
      name,
    ).toBe(isRecognised);
    expect(
      (operation?.parameters ?? []).flatMap((one) => (one['in'] === 'query' ? [one['name']] : [])),
      name,
    ).toEqual(Object.keys(contract.query?.shape ?? {}));
  }
});

test('refers to nothing that the document does not have', () => {
  const text = JSON.stringify(openApiOf({ product: 'x', version: '0', resources, commands: [], calls }));
  const { components } = JSON.parse(text) as { components: { schemas: object } };
  const known = new Set(Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`));
  const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, place]) => place));
  expect([...referred].filter((place) => !known.has(place ?? ''))).toEqual([]);
});
