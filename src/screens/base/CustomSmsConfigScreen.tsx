import { smsConfig } from '#domain/base/smsConfig.ts';
import { smsConfigScreen } from './smsConfigScreen.tsx';

/** 自定义短信配置: rules of certain clients. */
export const Screen = smsConfigScreen(smsConfig.screens[1]);
