import type { HandScreen } from '#domain/kernel/resource.ts';
import { buyScreen, givingScreen } from './chargeActs.ts';

export const chargeScreens: readonly HandScreen[] = [
  { route: givingScreen, title: ['赠送管理', 'Gifts'], icon: 'handshake' },
  { route: buyScreen, title: ['外购管理', 'Purchases'], icon: 'package' },
];
