import { userThird } from '#domain/user/userThird.ts';
import { PeopleScreen } from './PeopleScreen.tsx';
import type { People } from './accountActs.ts';

const people: People = { resource: userThird, service: 'user', path: 'user-third' };

/** 第三方用户: accounts of clients' people, and of who registered themselves and waits to be let in. */
export function Screen() {
  return <PeopleScreen people={people} />;
}
