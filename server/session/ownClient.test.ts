import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { clientPairOf, ownClientPair } from './ownClient.ts';
import { seedSession } from './seedSession.ts';
import { basic, openTestSession, testPassword, type TestSession } from './sessionTesting.ts';

describe('the programme in our page', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(() => session.close());
  const codeOf = async (pair: string): Promise<number | undefined> => {
    const query = { grant_type: 'password', username: 'lab', password: session.seal(testPassword), scope: 'all' };
    return (await session.token(query, { authorization: basic(pair) })).json<{ error_code?: number }>().error_code;
  };
  const start = (client?: string) => seedSession(session.database, { menus: menu, isDemo: true, ...(client ? { client } : {}) });

  it('is named by the environment, else as shipped', () => {
    expect([clientPairOf({}), clientPairOf({ CLIENT_ID: 'north' }), clientPairOf({ CLIENT_SECRET: 'its-own' })]).toEqual([
      ownClientPair,
      'north:north_secret',
      'accession:its-own',
    ]);
    expect(() => clientPairOf({ CLIENT_ID: 'a b' })).toThrow('CLIENT_ID');
    expect(() => clientPairOf({ CLIENT_SECRET: 'a"b' })).toThrow('CLIENT_SECRET');
  });

  it('is told to pages that were kept from before', async () => {
    expect((await session.get('/api/blade-auth/oauth/login-options')).json().data.client).toBe(ownClientPair);
  });

  it('signs people in from the next start on, and the old secret no more', async () => {
    expect([await codeOf(ownClientPair), await codeOf('north:its-own')]).toEqual([undefined, 3000]);
    await start('north:its-own');
    expect([await codeOf(ownClientPair), await codeOf('north:its-own')]).toEqual([undefined, undefined]);
    await start('accession:changed');
    expect([await codeOf(ownClientPair), await codeOf('accession:changed')]).toEqual([3001, undefined]);
    await start();
    expect(await codeOf(ownClientPair)).toBeUndefined();
  });
});
