import { describe, expect, it } from 'vitest';
import type { Acting } from '#domain/kernel/command.ts';
import { saveUserScope, whySeen, type ScopeLists, type ScopeState } from './userScope.ts';

const all: ScopeLists = { laboratoryIds: null, panelGroupIds: null, commodityIds: null };
const acting = { user: { id: '1' } } as Acting;
const save = (state: Partial<ScopeState>, input: Partial<ScopeLists>, userId = '2') => {
  const outcome = saveUserScope.decide({ ...all, isKnown: true, giver: all, unknown: {}, ...state }, { userId, ...input } as never, acting);
  return outcome.accepted ? (outcome.repeat ? 'repeat' : outcome.change) : outcome.code;
};

describe('limiting what a user sees', () => {
  it('changes the lists that were sent, keeps the others, and tells an unlimited list from an empty one', () => {
    expect(save({ panelGroupIds: ['7'] }, { laboratoryIds: ['3', '3'] })).toEqual({ laboratoryIds: ['3'], panelGroupIds: ['7'], commodityIds: null });
    expect(save({ panelGroupIds: ['7'] }, { panelGroupIds: null })).toMatchObject({ panelGroupIds: null });
    expect(save({}, { commodityIds: [] })).toMatchObject({ commodityIds: [] });
    expect(save({ commodityIds: [] }, { commodityIds: [] })).toBe('repeat');
  });

  it('lets nobody change their own, nor give what they do not have', () => {
    expect(save({}, { laboratoryIds: [] }, '1')).toBe('userScope.own');
    const giver = { ...all, laboratoryIds: ['3'] };
    expect(save({ giver }, { laboratoryIds: ['3', '4'] })).toBe('userScope.beyond');
    expect(save({ giver, laboratoryIds: ['4'] }, { laboratoryIds: ['3', '4'] })).toMatchObject({ laboratoryIds: ['3', '4'] });
    expect(save({ giver, laboratoryIds: ['3'] }, { laboratoryIds: null })).toBe('userScope.beyond');
    expect(save({ isKnown: false }, {})).toBe('userScope.unknownUser');
    expect(save({ unknown: { commodityIds: ['9'] } }, { commodityIds: ['9'] })).toBe('userScope.unknown');
  });

  it('says why a panel group is seen', () => {
    const group = { panelGroupId: '7', laboratoryId: '3' };
    const why = (scope: Partial<ScopeLists>, of: { panelGroupId: string; laboratoryId: string | null } = group) => {
      const { isSeen, reason } = whySeen({ ...all, ...scope }, of);
      return `${isSeen} ${reason}`;
    };
    expect([why({}), why({ panelGroupIds: ['7'] }), why({ laboratoryIds: ['3'] })]).toEqual(['true unlimited', 'true named', 'true ofLaboratory']);
    expect([why({ panelGroupIds: ['8'] }), why({ panelGroupIds: ['7'], laboratoryIds: ['4'] })]).toEqual(['false notNamed', 'false otherLaboratory']);
    expect(why({ laboratoryIds: [] }, { panelGroupId: '7', laboratoryId: null })).toBe('true ofLaboratory');
  });
});
