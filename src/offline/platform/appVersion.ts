declare const __APP_VERSION__: string;

/** Version of this code, as the build says. */
export const appVersion: string = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'dev';
