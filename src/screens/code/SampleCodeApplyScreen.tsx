import { CodeApplyList } from './CodeApplyList.tsx';

export const Screen = () => <CodeApplyList kind="sample" />;
