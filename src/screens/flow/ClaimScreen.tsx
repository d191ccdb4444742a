import { workScreen } from './workScreen.tsx';

/** Tasks offered to this person by name or role. */
export const Screen = workScreen('claim');
