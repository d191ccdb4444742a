const tickMs = 5000;

/** A clock for hidden pages (src/offline/platform/ticks.ts). */
setInterval(() => postMessage(null), tickMs);
