import { sql } from 'drizzle-orm';
import { plainLayout } from '#domain/code/labelLayout.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resourceByName } from '#domain/resources.ts';
import type { Database } from '#server/storage/database.ts';
import { tableOf } from '#server/storage/tables.ts';

/** Living rows of the resources a resource points at, the newest first. */
export async function refIds(database: Database, resource: Resource): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Set(Object.values<Field>(resource.fields).flatMap(({ ref }) => (ref ? [ref] : [])));
  const found = new Map<string, readonly string[]>();
  for (const name of names) {
    const { rows } = await database.orm.execute<{ id: string }>(
      sql`select id::text as id from ${tableOf(resourceByName(name))} where is_deleted = 0 order by id desc limit 50`,
    );
    found.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  return found;
}

/** A good value of a field; another `seed`, another value where the kind allows. */
function exampleOf(name: string, field: Field, seed: number, ids: ReadonlyMap<string, readonly string[]>): unknown {
  const idAt = (at: number): string => {
    const list = ids.get(field.ref ?? '') ?? [];
    return list[at % list.length] ?? '';
  };
  const short = (text: string): string => text.slice(0, field.max ?? 100);
  switch (field.kind) {
    case 'text':
    case 'longText':
      return short(`样例${seed}${field.label[0]}`);
    case 'code':
      return short(`X${seed}${name.slice(0, 4)}`);
    case 'integer':
    case 'decimal':
      return Math.min(field.max ?? 1_000, (field.min ?? 0) + seed);
    case 'money':
      return `${seed}.50`;
    case 'yesNo':
      return seed % 2;
    case 'choice':
      return field.choices?.options[seed % (field.choices.options.length || 1)]?.code;
    case 'choiceList':
      return [field.choices?.options[0]?.code];
    case 'date':
      return `2026-03-${String(1 + (seed % 28)).padStart(2, '0')}`;
    case 'dateTime':
      return `2026-03-${String(1 + (seed % 28)).padStart(2, '0')} 08:30:00`;
    case 'ref':
      return idAt(seed);
    case 'refList':
      return idAt(0) === '' ? [] : [idAt(0)];
    case 'json':
      return { seed };
  }
}

function singleDay(seed: number) {
  const day = `${2026 + Math.floor(seed / 336)}-${String(1 + (Math.floor(seed / 28) % 12)).padStart(2, '0')}-${String(1 + (seed % 28)).padStart(2, '0')}`;
  return { validFrom: day, validTo: day };
}

/** Values of a kind of their own: addresses that a save looks at. */
const ownExamples: Readonly<Record<string, (seed: number) => Readonly<Record<string, unknown>>>> = {
  smsPlatform: (seed) => ({ url: `https://sms.example.com/${seed}` }),
  erpAccount: (seed) => ({ url: `https://erp.example.com/${seed}` }),
  opInterface: (seed) => ({ interfaceType: 2, operations: ['resultPush'], apiUrl: `https://partner.example.com/${seed}`, ipAllowList: '' }),
  courierAccount: (seed) => ({ apiUrl: `https://courier.example.com/${seed}`, phoneTail: '1234' }),
  biPage: (seed) => ({ apiUrl: `https://bi.example.com/${seed}`, urlTemplate: `https://bi.example.com/${seed}?t=\${token}`, roleIds: [] }),
  opParameter: () => ({ type: 1, fieldName: 'remark', format: null, mappingCode: null }),
  // A panel group belongs to a laboratory; none is every one's.
  signUser: () => ({ panelGroupId: undefined }),
  smsConfig: () => ({ smsConfigType: 2 }),
  codeStyle: (seed) => ({ layout: { ...plainLayout, label: { width: 60 + (seed % 30), height: 40 } } }),
  // A default one is of no client; one day each, so that no two are for the same report.
  reportConfig: (seed) => ({ configType: 1, sendSampleClientIds: [], ...singleDay(seed) }),
  // Days of their own, so that no two are for the same.
  internalPrice: (seed) => singleDay(seed),
  reportReceiver: (seed) => ({ channel: 2, email: `r${seed}@example.com` }),
  // Copies on paper go with that channel alone.
  reportStrategy: () => ({ channels: [1, 5] }),
  emailManage: (seed) => ({ email: `m${seed}@example.com`, smtpHost: `smtp${seed}.example.com` }),
};

/** A record the server should take, keyed by wire names. References to the resource itself are left empty. */
export function exampleRecord(resource: Resource, seed: number, ids: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => !field.readOnly && field.ref !== resource.name);
  const made = Object.fromEntries(fields.map(([name, field]) => [field.wire ?? name, exampleOf(name, field, seed, ids)]));
  return { ...made, ...ownExamples[resource.name]?.(seed) };
}
