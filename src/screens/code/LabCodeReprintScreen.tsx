import { CodeReprintList } from './CodeReprintList.tsx';

export const Screen = () => <CodeReprintList kind="lab" />;
