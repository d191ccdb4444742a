import { rmSync } from 'node:fs';
import { startProduct } from './product.ts';

/** Before all end-to-end tests: one first start of the product, of which each test's product begins with a copy. */
export default async function firstStart(): Promise<() => void> {
  const { dataDir, stop } = await startProduct();
  await stop();
  process.env['E2E_FIRST_START'] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
