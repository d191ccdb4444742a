import { Proof } from './support/proof.ts';

/*
 * npm run test:long                   what takes hours: each proof prints its figures as it goes, the last line counts
 * npm run test:long -- torture soak   some of it
 */
const proof = new Proof({ isOnDisk: true });
const torture = (name: string, ...args: readonly string[]): void =>
  void proof.step(name, 'npm', ['run', '--silent', 'torture', '--', '--quiet', ...args]);

const proofs: Readonly<Record<string, () => void>> = {
  postgres: () => {
    if (process.env.TEST_DATABASE_URL) proof.vitest('the whole server suite on PostgreSQL', ['--project', 'server']);
    else proof.fail('the whole server suite on PostgreSQL', 'TEST_DATABASE_URL names no server; `.ci/run test:long` starts one.');
  },
  days: () => proof.playwright('days of the laboratory, of reports and of billing, and a bad one at the desk', 'days'),
  undone: () =>
    proof.vitest(
      '500 orders of rejecting, changing, stopping and entrusting, all undone',
      ['--project', 'server', 'server/sample/undone.test.ts', '-t', 'whatever'],
      { UNDONE_RUNS: '500' },
    ),
  torture: () => torture('torture, 300 cycles', '--cycles', '300', '--seed', '20261121'),
  control: () => torture('the negative control, 60 cycles', '--cycles', '60', '--seed', '5', '--no-dedupe'),
  power: () => torture('20 power cuts', '--power-cut', '20'),
  soak: () => torture('20 desks for an hour', '--soak', '--desks', '20', '--minutes', '60'),
  cluster: () =>
    void proof.step('two nodes, a primary and its standby, a store: each goes while 20 desks drain', 'npm', ['run', '--silent', 'proof:cluster']),
  rolling: () => void proof.step('the former version and this one on one database, node after node', 'npm', ['run', '--silent', 'proof:rolling']),
  moment: () => void proof.step('a primary is deleted and put back to a moment', 'npm', ['run', '--silent', 'proof:moment']),
  load: () => void proof.step('a working day of 200 desks, and the morning after an outage', 'npm', ['run', '--silent', 'load']),
  bench: () => void proof.step('the bench', 'npm', ['run', '--silent', 'bench']),
  offline: () => void proof.step('the bench beside other queues', 'npm', ['run', '--silent', 'bench:offline']),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in proofs));
if (unknown.length > 0) proof.fail(unknown.join(' '), `The long proofs are: ${Object.keys(proofs).join(' ')}`);
else if (proof.step('build', 'npm', ['run', '--silent', 'build']))
  for (const name of wanted.length > 0 ? wanted : Object.keys(proofs)) proofs[name]?.();
proof.end();
