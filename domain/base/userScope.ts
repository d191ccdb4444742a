import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, refuse, repeat, type Outcome } from '#domain/kernel/outcome.ts';
import { idList, idText } from '#domain/kernel/ids.ts';

/** What of master data a user sees (docs/contract.md#roles); null: all of that kind, an empty list: nothing. */
export interface ScopeLists {
  readonly laboratoryIds: readonly string[] | null;
  readonly panelGroupIds: readonly string[] | null;
  readonly commodityIds: readonly string[] | null;
}
export type ScopeList = keyof ScopeLists;
export const scopeLists: readonly { readonly name: ScopeList; readonly kind: 'laboratory' | 'panelGroup' | 'commodity'; readonly label: Label }[] = [
  { name: 'laboratoryIds', kind: 'laboratory', label: ['检验所', 'Laboratories'] },
  { name: 'panelGroupIds', kind: 'panelGroup', label: ['项目组', 'Panel groups'] },
  { name: 'commodityIds', kind: 'commodity', label: ['产品', 'Commodities'] },
];

/** Named rows of one kind; more would be no limit any more. */
const mostNamed = 2_000;
const ids = idList(mostNamed).nullish();
export const saveScopeInput = z.object({ userId: idText, laboratoryIds: ids, panelGroupIds: ids, commodityIds: ids });
export type SaveScopeInput = z.output<typeof saveScopeInput>;

const named = z.array(z.string()).nullable();

export interface ScopeState extends ScopeLists {
  readonly isKnown: boolean;
  /** The limits of the person who changes it. */
  readonly giver: ScopeLists;
  /** Ids that name nothing, by list. */
  readonly unknown: Readonly<Partial<Record<ScopeList, readonly string[]>>>;
}

const same = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null ? one === other : one.length === other.length && one.every((id) => other.includes(id));

/** Limits what a user sees. Nobody changes their own limits, and nobody gives what they do not have themselves. */
export const saveUserScope = defineCommand({
  name: 'userScope.save',
  title: ['设置用户数据范围', 'Limit what a user sees'],
  service: 'base',
  path: 'user-panel-group/saveOrUpdate',
  permission: 'userPanelGroup_save',
  roles: ['ops'],
  screens: ['/basic/userPanelGroup'],
  input: saveScopeInput,
  answer: shape({ userId: z.string(), laboratoryIds: named, panelGroupIds: named, commodityIds: named }),
  version: 1,
  offline: false,
  lanes: ({ userId }) => [`userScope:${userId}`],
  subject: ({ userId }) => userId,
  refusals: {
    'userScope.unknownUser': ['未找到该用户', 'No such user'],
    'userScope.own': ['不能修改自己的数据范围', 'Nobody changes what they see themselves'],
    'userScope.unknown': ['{list}中有不存在的数据', '{list}: some do not exist'],
    'userScope.beyond': ['{list}超出您自己的数据范围', '{list}: more than you see yourself'],
  },
  decide(state: ScopeState, input: SaveScopeInput, { user }): Outcome<ScopeLists> {
    if (!state.isKnown) return refuse('userScope.unknownUser');
    if (input.userId === user.id) return refuse('userScope.own');
    const { laboratoryIds, panelGroupIds, commodityIds } = state;
    const wanted = { laboratoryIds, panelGroupIds, commodityIds };
    for (const { name, label } of scopeLists) {
      const list = input[name];
      if (list === undefined || same(list, state[name])) continue;
      if (state.unknown[name]?.length) return refuse('userScope.unknown', { list: label });
      const own = state.giver[name];
      // What the user has already may stay; only what is new must be the giver's to give.
      const isBeyond = own !== null && (list === null || list.some((id) => !own.includes(id) && !state[name]?.includes(id)));
      if (isBeyond) return refuse('userScope.beyond', { list: label });
      wanted[name] = list === null ? null : [...new Set(list)];
    }
    return scopeLists.every(({ name }) => same(wanted[name], state[name])) ? repeat(wanted) : accept(wanted);
  },
});

/** Why a user sees a panel group, or why not. */
export const scopeReasons = {
  unlimited: ['未限定, 全部可见', 'Not limited: sees all'],
  named: ['已指定该项目组', 'Named for them'],
  ofLaboratory: ['所属检验所在范围内', 'Of one of their laboratories'],
  notNamed: ['未指定该项目组', 'Not named for them'],
  otherLaboratory: ['所属检验所不在范围内', 'Of another laboratory'],
} as const satisfies Record<string, Label>;
export type ScopeReason = keyof typeof scopeReasons;

/** Panel groups are limited twice: by name, and by the laboratory they belong to (my-list does the same in SQL). */
export function whySeen(
  { laboratoryIds, panelGroupIds }: Pick<ScopeLists, 'laboratoryIds' | 'panelGroupIds'>,
  group: { readonly panelGroupId: string; readonly laboratoryId: string | null },
): { readonly isSeen: boolean; readonly reason: ScopeReason } {
  if (panelGroupIds !== null && !panelGroupIds.includes(group.panelGroupId)) return { isSeen: false, reason: 'notNamed' };
  if (laboratoryIds !== null && group.laboratoryId !== null && !laboratoryIds.includes(group.laboratoryId))
    return { isSeen: false, reason: 'otherLaboratory' };
  if (panelGroupIds !== null) return { isSeen: true, reason: 'named' };
  return { isSeen: true, reason: laboratoryIds === null ? 'unlimited' : 'ofLaboratory' };
}
