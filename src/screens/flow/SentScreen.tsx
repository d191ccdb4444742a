import { workScreen } from './workScreen.tsx';

/** What this person has started. */
export const Screen = workScreen('send');
