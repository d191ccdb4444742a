import { expect, it } from 'vitest';
import { serverTimeOf } from '#domain/kernel/actTime.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { listings } from './listings.ts';
import { resources } from './resources.ts';

/** Columns that show when something was done by the clock of a desk, where a list may be of acts that arrived later. */
const ofActs = new Set(['receiveTime', 'labReceiveTime', 'foundTime', 'actTime', 'applyCreateTime', 'signTime', 'entrustTime', 'entrustedTime']);

/** Why a list shows such a column alone. */
const alone: Readonly<Record<string, string>> = {
  'resultDeafness receiveTime': 'what a partner was told: it is shown as it was sent',
  'resultAishenpu receiveTime': 'what a partner was told: it is shown as it was sent',
  'entrust entrustTime': 'sending away needs the network: both are one moment',
  'entrust entrustedTime': 'sending away needs the network: both are one moment',
  'entrustReceived entrustTime': 'sending away needs the network: both are one moment',
  'entrustReceived entrustedTime': 'sending away needs the network: both are one moment',
  'notReceived signTime': 'when a courier delivered it',
};

it('shows the server’s time beside an act’s own in every list', () => {
  const lists = [
    ...listings.map(({ name, fields, row: { shape } }) => ({ name, fields, shape })),
    ...resources.filter(({ view }) => view).map(({ name, fields }) => ({ name, fields, shape: fields })),
  ];
  const shown = lists.flatMap(({ name, fields, shape }) =>
    Object.entries<Field>(fields)
      .filter(([column, field]) => field.column !== false && ofActs.has(column) && column in shape)
      .map(([column]) => ({ key: `${name} ${column}`, isBeside: serverTimeOf(column) in shape })),
  );
  expect(shown.filter(({ isBeside }) => isBeside).length).toBeGreaterThan(30);
  const missing = shown.filter(({ isBeside }) => !isBeside).map(({ key }) => key);
  expect(missing.toSorted(), 'give the row the server’s time under its name, or say here why not').toEqual(Object.keys(alone).toSorted());
});
