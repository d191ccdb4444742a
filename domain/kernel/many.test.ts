import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCommand } from './command.ts';
import { bodyOfMany, bodyShape, payloadsOfMany } from './many.ts';
import { accept } from './outcome.ts';

const keyed = (keys: readonly [string, ...string[]]) =>
  defineCommand({
    name: 'thing.do',
    title: ['做', 'Do'],
    service: 'lab',
    path: 'thing/do',
    permission: 'thing_do',
    roles: [],
    input: z.object({ thingId: z.string(), version: z.int().optional(), reason: z.string() }),
    many: { of: 'things', keys },
    version: 1,
    offline: false,
    lanes: () => [],
    subject: ({ thingId }) => thingId,
    refusals: {},
    decide: () => accept({}),
  });

it('puts into the list what each has of its own, and beside it what all share; and back', () => {
  const payloads = [
    { thingId: '1', version: 3, reason: 'r' },
    { thingId: '2', version: 4, reason: 'r' },
  ];
  const several = keyed(['thingId', 'version']);
  const body = bodyOfMany(several.many!, payloads);
  expect(body).toEqual({
    reason: 'r',
    things: [
      { thingId: '1', version: 3 },
      { thingId: '2', version: 4 },
    ],
  });
  expect(bodyShape(several).safeParse(body).success).toBe(true);
  expect(payloadsOfMany(several.many!, body)?.map(({ payload }) => payload)).toEqual(payloads);
});

it('takes plain values where one key is all that each has, and each of them once', () => {
  const plain = keyed(['thingId']);
  expect(bodyShape(plain).safeParse({ reason: 'r', things: ['1', '2'] }).success).toBe(true);
  expect(payloadsOfMany(plain.many!, { reason: 'r', things: ['1', '2', '1'] })).toEqual([
    { id: '1', payload: { thingId: '1', reason: 'r' } },
    { id: '2', payload: { thingId: '2', reason: 'r' } },
  ]);
});

it('has no payloads for a body without a list, with an empty one or one that is too long', () => {
  const { many } = keyed(['thingId']);
  for (const body of [null, 'x', {}, { things: 'x' }, { things: [] }, { things: Array.from({ length: 201 }, (_none, at) => String(at)) }])
    expect(payloadsOfMany(many!, body)).toBeNull();
});

it('refuses to describe a command that has not what its list should give', () => {
  expect(() => bodyShape(keyed(['thingId', 'nobody']))).toThrow('nobody');
});

it('keys a thing by no more than an id can be, whatever stands there', () => {
  const [one] = payloadsOfMany(keyed(['thingId']).many!, { things: ['x'.repeat(5_000)] }) ?? [];
  expect(one?.id).toHaveLength(64);
  expect(one?.payload['thingId']).toHaveLength(5_000);
});
