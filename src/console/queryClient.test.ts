import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ConsoleQueries } from './queryClient.ts';

test('an act while a list is asked for the first time is not missed: the list is asked once more', async () => {
  const queries = new ConsoleQueries();
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(queries, { queryKey: ['call', 'lab'], queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  const told = queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  answers[0]?.('without the tube');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('with the tube');
  await told;
  expect(observer.getCurrentResult().data).toBe('with the tube');
  // One that is there already is asked once.
  const again = queries.invalidateQueries({ queryKey: ['call'] });
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.('with two');
  await again;
  expect(answers).toHaveLength(3);
  expect(observer.getCurrentResult().data).toBe('with two');
  stop();
});
