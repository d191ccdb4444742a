import { workScreen } from './workScreen.tsx';

/** Tasks this person has done. */
export const Screen = workScreen('done');
