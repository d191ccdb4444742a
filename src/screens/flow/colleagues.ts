import { call, servicePath } from '#src/api/call.ts';
import type { PickerItem, PickerSource, PickerSources } from '#src/ui/picker.ts';

interface Colleague {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
}

const asItem = ({ id, account, realName }: Colleague): PickerItem => ({ id: String(id), name: realName, code: account });
const all = (signal?: AbortSignal): Promise<readonly Colleague[]> =>
  call<readonly Colleague[]>('GET', servicePath('user', 'user-custom-list'), { quiet: true, ...(signal ? { signal } : {}) });

/** Everybody's list of colleagues: who may not see accounts may still name one. */
const colleagues: PickerSource = {
  key: 'colleague',
  search: async (query, { limit, signal }) => {
    const wanted = query.trim().toLowerCase();
    const found = (await all(signal)).filter(
      ({ account, realName }) => account.toLowerCase().includes(wanted) || realName.toLowerCase().includes(wanted),
    );
    return found.slice(0, limit).map(asItem);
  },
  resolve: async (ids) => (await all()).filter(({ id }) => ids.includes(String(id))).map(asItem),
};
export const colleagueSources: PickerSources = (name) => (name === 'userAccount' ? colleagues : undefined);
