import { dictBiz } from '#domain/system/dict.ts';
import { DictScreen } from './DictScreen.tsx';

/** 业务字典: the words of the tenant's own business. */
export function Screen() {
  return <DictScreen resource={dictBiz} route="/dict-vertical/index" layout="vertical" />;
}
