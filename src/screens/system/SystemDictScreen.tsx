import { dict } from '#domain/system/dict.ts';
import { DictScreen } from './DictScreen.tsx';

/** 系统字典: the words the programme knows. */
export function Screen() {
  return <DictScreen resource={dict} route="/dict-horizontal/index" layout="horizontal" />;
}
