import { expect, it } from 'vitest';
import { commandByName, commands } from './commands.ts';
import { offlineCommands } from './offlineCommands.ts';
import { commonRefusals } from './kernel/command.ts';

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

it('has a name, a path and a right for each command, each name once', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  expect(new Set(commands.map(({ service, path }) => `${service}/${path}`)).size).toBe(commands.length);
  for (const { name, permission } of commands) {
    expect(name).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    expect(permission).toMatch(/^[a-z][a-zA-Z]*_[a-z_]+$/);
    expect(commandByName(name)?.name).toBe(name);
  }
});

it.each(commands.map(({ name, title, refusals }) => ({ name, texts: { title, ...refusals } })))('$name speaks both languages', ({ texts }) => {
  for (const [code, [zh, en]] of Object.entries({ ...texts, ...commonRefusals })) {
    expect(zh, code).toMatch(/\p{Script=Han}/u);
    expect(en, code).not.toMatch(/\p{Script=Han}/u);
    expect(places(en), code).toEqual(places(zh));
  }
});

it('are queued by desks where they say so, and no others', () => {
  const queued = commands.filter(({ offline }) => offline).map(({ name }) => name);
  expect(offlineCommands.map(({ name }) => name).toSorted()).toEqual(queued.toSorted());
});
