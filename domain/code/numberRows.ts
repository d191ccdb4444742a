import type { HeldBlock } from './numberBlock.ts';
import type { BlockState } from './useNumbers.ts';

/** Answer of `number-block/reserve`. */
export interface ReservedBlocks {
  readonly blocks: readonly HeldBlock[];
}
/** A block as the server knows it, for the desk that holds it. */
export interface BlockOnServer {
  readonly blockId: string;
  readonly first: number;
  readonly last: number;
  readonly state: BlockState;
  /** Highest number the server knows to be used; null: none. */
  readonly highest: number | null;
}
/** Row of `number-block/page`. */
export interface NumberBlockRow {
  readonly blockId: string;
  readonly segmentName: string;
  readonly codeType: number;
  readonly deviceId: string;
  readonly firstCode: string;
  readonly lastCode: string;
  readonly totalCount: number;
  readonly usedCount: number;
  readonly spoiledCount: number;
  /** Code of `blockState`. */
  readonly state: BlockState;
  readonly userName: string;
  readonly reserveTime: string;
  readonly closeTime: string | null;
  readonly closeUserName: string | null;
  readonly closeReason: string | null;
}
