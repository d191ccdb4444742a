import { describe, expect, it } from 'vitest';
import { pickerSourcesFor } from './pickerSources.ts';

describe('pickers of a person who may see little', () => {
  const sources = pickerSourcesFor((permission) => permission === 'terrace_view');
  it('ask for nothing the person may not see', async () => {
    expect(sources('instrument')?.isForbidden).toBe(true);
    expect(await sources('instrument')?.search('', { limit: 5, signal: new AbortController().signal })).toEqual([]);
    expect(sources('terrace')?.isForbidden).toBeUndefined();
  });
  it('name people through the lists that are open to everybody', () => {
    expect(sources('userAccount')?.isForbidden).toBeUndefined();
    expect(sources('userAccount', 'salesperson')?.isForbidden).toBeUndefined();
    expect(sources('userAccount', 'salesperson')?.key).not.toBe(sources('userAccount')?.key);
  });
});
