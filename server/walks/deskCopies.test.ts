import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { verbPermission } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { entryForms } from '#domain/sample/forms/entryForms.ts';
import { summaryFields } from '#domain/sample/rules/summaryFields.ts';
import { demoUsers } from '#server/session/demoUsers.ts';
import { isGranted, seedRoles } from '#server/session/seedRoles.ts';
import { openHouse, product, type House } from './house.ts';

const cached = resources.filter(({ offline, view }) => offline && !view).map(({ name }) => name);
/** What the pickers and rules of a desk act look up in the desk's own copy. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'summary.enter': [...refsOf(summaryFields), 'enterTip'],
  'summary.reject': refsOf(summaryFields),
  'summary.cancel': [],
  'summary.amendItems': ['commodity'],
  'detail.enter': [...new Set(Object.values(entryForms).flatMap(({ fields }) => refsOf(fields)))],
  'handover.save': ['commodity'],
  'handover.sign': [],
  'labTask.receive': ['laboratory'],
  'numberBlock.use': [],
  'offline.discard': [],
  'requisitionImage.upload': [],
  'reject.add': [],
  'abnormal.submit': [],
  'partner.receive': refsOf(summaryFields),
  'partner.receiveDeafness': refsOf(summaryFields),
  'partner.receiveShangning': refsOf(summaryFields),
};
function refsOf(fields: Readonly<Record<string, Field>>): string[] {
  return [...new Set(Object.values(fields).flatMap(({ ref }) => (ref ? [ref] : [])))];
}

describe("a desk's copies of the master data", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  interface Copy {
    readonly cursor: string;
    readonly isReset: boolean;
    readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
    readonly denied: readonly string[];
  }
  async function copyOf(account: string, since = ''): Promise<Copy> {
    const answer = await house.call(account, 'GET', callPath('base', 'offline/changes', product), {
      query: { resources: cached.join(), since, limit: '5000' },
    });
    expect(answer.status, answer.body.msg).toBe(200);
    return answer.body.data as Copy;
  }

  it('names what every offline act needs', () => {
    expect(Object.keys(needs).toSorted()).toEqual(commands.flatMap(({ name, offline }) => (offline ? [name] : [])).toSorted());
    expect(Object.values(needs).flatMap((names) => names.filter((name) => !cached.includes(name)))).toEqual([]);
  });

  it.each(seedRoles.filter(({ alias }) => alias !== 'administrator').map((role) => [role.alias, role] as const))(
    'role %s may read whatever its offline acts look up',
    (_alias, role) => {
      const acts = commands.filter(({ offline, permission }) => offline && isGranted(role, permission));
      const missing = acts.flatMap(({ name }) => (needs[name] ?? []).filter((one) => !isGranted(role, verbPermission(resourceByName(one), 'page'))));
      expect(missing).toEqual([]);
    },
  );

  it.each(['reception', 'entry1', 'entry2', 'lab', 'admin'])('%s gets all of it', async (account) => {
    const { denied, rows } = await copyOf(account);
    expect(denied).toEqual([]);
    for (const name of new Set(Object.values(needs).flat())) expect(rows[name]?.length, name).toBeGreaterThan(0);
  });

  it.each(demoUsers.map(({ account }) => account))('%s gets nothing his role may not view, and is told what', async (account) => {
    const { denied, rows, cursor } = await copyOf(account);
    const aliases = demoUsers.find((user) => user.account === account)?.roles ?? [];
    const mayView = (name: string): boolean =>
      seedRoles.some((role) => aliases.includes(role.alias) && (role.alias === 'administrator' || isGranted(role, `${name}_view`)));
    expect(denied.toSorted()).toEqual(cached.filter((name) => !mayView(name)).toSorted());
    expect(Object.keys(rows).toSorted()).toEqual(cached.filter(mayView).toSorted());
    const again = await copyOf(account, cursor);
    expect([again.isReset, again.denied, Object.values(again.rows).flat()]).toEqual([false, denied, []]);
  });

  it("starts over with another person's rights: a cursor of one who may more is worth nothing", async () => {
    const { cursor } = await copyOf('admin');
    const other = await copyOf('billing', cursor);
    expect(other.isReset).toBe(true);
    expect(Object.keys(other.rows)).not.toContain('sampleClass');
  });
});
