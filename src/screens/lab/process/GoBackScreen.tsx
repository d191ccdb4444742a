import { processKind } from '#domain/lab/process/processChoices.ts';
import { RecoveryScreen } from './RecoveryScreen.tsx';

export const Screen = () => <RecoveryScreen kind={processKind.goBack} />;
