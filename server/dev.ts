import { spawn } from 'node:child_process';

/** Development: the API restarts on change behind Vite's own server; both end together. */
const apiPort = process.env.PORT ?? '8081';
const children = [
  spawn(process.execPath, ['--import', 'tsx', '--watch-path=server', '--watch-path=domain', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort, CAPTCHA: process.env.CAPTCHA ?? '0' },
  }),
  spawn('npx', ['vite'], { stdio: 'inherit', env: { ...process.env, API: `http://127.0.0.1:${apiPort}` } }),
];
const stop = (): void => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
