import { describe, expect, it } from 'vitest';
import { check } from '#domain/kernel/check.ts';
import { resourceByName } from '#domain/resources.ts';
import { demoMaster } from './demoMaster.ts';

const demo = demoMaster();
const ids = new Map(Object.entries(demo).map(([name, rows]) => [name, new Set(rows.map(({ id }) => id))]));

describe.each(Object.entries(demo))('demo rows of %s', (name, rows) => {
  const resource = resourceByName(name);

  it('pass the same check as a form', () => {
    const faults = rows.flatMap((row) =>
      check(resource.fields, row).problems.map(({ field, code }) => `${String(row[resource.display.name])}: ${field} ${code}`),
    );
    expect(faults).toEqual([]);
    const unknown = rows.flatMap((row) => Object.keys(row).filter((key) => key !== 'id' && key !== 'isDisable' && !(key in resource.fields)));
    expect(unknown).toEqual([]);
  });

  it('refer to rows that exist and repeat no unique value', () => {
    for (const [field, { ref, unique }] of Object.entries(resource.fields)) {
      const values = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
      if (ref) for (const id of values.flat() as string[]) expect(ids.get(ref)?.has(id), `${field} ${id}`).toBe(true);
      if (unique) expect(new Set(values).size, field).toBe(values.length);
    }
  });
});

it('is a few hundred clients, of which 60 and 2 disabled come from the sample sheets', () => {
  expect(demo['sendSampleClient']?.length).toBe(300);
  expect(
    demo['sendSampleClient']
      ?.slice(0, 60)
      .filter((row) => row['isDisable'] === 1)
      .map((row) => row['clientName']),
  ).toEqual(['云栖市中心医院', '海棠市中心医院']);
  expect(demo['client']?.length).toBe(40);
});
