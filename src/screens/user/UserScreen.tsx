import { userAccount } from '#domain/user/userAccount.ts';
import { PeopleScreen } from './PeopleScreen.tsx';
import type { People } from './accountActs.ts';

const people: People = { resource: userAccount, service: 'system', path: 'user' };

/** 用户管理: everybody's account. */
export function Screen() {
  return <PeopleScreen people={people} />;
}
