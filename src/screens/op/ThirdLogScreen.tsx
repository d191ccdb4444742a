import { removeThirdLogs, thirdLogs, thirdLogScreen } from '#domain/op/interfaceLog.ts';
import { LogScreen } from './LogScreen.tsx';

const screen = { route: thirdLogScreen, title: thirdLogs.title };

/** 第三方接口日志: our calls to others. */
export const Screen = () => <LogScreen list={thirdLogs} remove={removeThirdLogs} screen={screen} />;
