/**
 * Lets a process begin at another time: `TEST_CLOCK=2028-02-29T12:00:00+08:00 node --import ./e2e/testClock.mjs`. The clock
 * runs on from there, and processes started from here agree, for they inherit the distance. The database keeps the time it
 * has, as a PostgreSQL of another machine would: what is right only while both agree fails.
 */
const begin = process.env['TEST_CLOCK'];
if (begin) {
  const platform = Date;
  let distance = Number(process.env['TEST_CLOCK_DISTANCE'] ?? Date.parse(begin) - platform.now());
  process.env['TEST_CLOCK_DISTANCE'] = String(distance);
  const now = () => platform.now() + distance;
  globalThis.Date = new Proxy(platform, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new platform(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  /** Before each test file (`beginClock.ts`): a run takes minutes, and each file is to begin at that very time. `earlierMs`: so long before it. */
  globalThis.beginClock = (earlierMs = 0) => {
    distance = Date.parse(begin) - earlierMs - platform.now();
    process.env['TEST_CLOCK_DISTANCE'] = String(distance);
  };
}
