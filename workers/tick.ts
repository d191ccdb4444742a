const tickMs = 5000;

/** A clock for hidden pages (src/offline/ticks.ts). */
setInterval(() => postMessage(null), tickMs);
