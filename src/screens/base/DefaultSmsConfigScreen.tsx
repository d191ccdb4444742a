import { smsConfig } from '#domain/base/smsConfig.ts';
import { smsConfigScreen } from './smsConfigScreen.tsx';

/** 默认短信配置: rules for every client of a laboratory. */
export const Screen = smsConfigScreen(smsConfig.screens[0]);
