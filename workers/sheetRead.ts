import { expose } from 'comlink';
import { readSheetFile } from './readSheetFile.ts';

/** Sheets of records are read in a thread of their own. */
expose({ readSheetFile });
