import { workScreen } from './workScreen.tsx';

/** This person's open tasks. */
export const Screen = workScreen('todo');
