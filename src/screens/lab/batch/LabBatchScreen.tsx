import { SheetScreen } from './SheetScreen.tsx';

export const Screen = () => <SheetScreen line="general" />;
