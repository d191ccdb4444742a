import { limsLogs, limsLogScreen, removeLogs } from '#domain/op/interfaceLog.ts';
import { LogScreen } from './LogScreen.tsx';

const screen = { route: limsLogScreen, title: limsLogs.title };

/** LIMS接口日志: partners' calls to us. */
export const Screen = () => <LogScreen list={limsLogs} remove={removeLogs} screen={screen} />;
