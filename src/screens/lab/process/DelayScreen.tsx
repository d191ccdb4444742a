import { processKind } from '#domain/lab/process/processChoices.ts';
import { ProcessDesk } from './ProcessDesk.tsx';

export const Screen = () => <ProcessDesk kind={processKind.delay} screen="/sample/operate-delay" />;
