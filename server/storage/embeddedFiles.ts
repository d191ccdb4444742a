import { fdatasyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];
interface OpenFile {
  readonly nfd?: number;
}
interface FileModule {
  NODEFS?: { stream_ops: { fsync?: (file: OpenFile) => number } };
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } } } };
}

/** How often files were really synced since the start; a test watches it, since an upgrade could undo the shim silently. */
export const syncCount = { value: 0 };

/**
 * The embedded engine's files with real durability: as shipped, its fsync does nothing and a power cut may take
 * acknowledged rows. Directories are not synced.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...given: Parameters<Init>): Promise<Awaited<ReturnType<Init>>> {
    const made = await super.init(...given);
    const hooks = made.emscriptenOpts as { preRun?: ((module: FileModule) => void)[] };
    hooks.preRun?.unshift((module) => {
      const operations = (module.NODEFS ?? module.FS.filesystems.NODEFS).stream_ops;
      operations.fsync = ({ nfd }) => {
        if (nfd !== undefined) {
          fdatasyncSync(nfd);
          syncCount.value += 1;
        }
        return 0;
      };
    });
    return made;
  }
}
