import type { OperationBatch } from '#domain/kernel/offlineWire.ts';
import type { DrainPorts, SenderSession } from '../core/ports.ts';
import { createDrain, type PassResult } from '../core/drain.ts';
import { discard, repeatKey, supersede } from '../core/personActs.ts';
import { type NewOperation, queueOperation } from '../core/queueOperation.ts';
import type { OutboxOperation, UnresolvedState } from '#src/offline/store/operation.ts';
import { FakeServer, type Weather } from './fakeServer.ts';
import { MemoryStore } from './memoryStore.ts';

export interface Wish {
  readonly lanes?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly payload?: unknown;
  readonly opId?: string;
}

/** A desk of the pure core: memory for a disk, a clock and a dice of its own, the fake server as the other party. */
export class Desk {
  readonly store = new MemoryStore();
  readonly server = new FakeServer();
  now = 1_000_000;
  random: () => number = () => 0.5;
  session: SenderSession | null = null;
  weather: (batch: OperationBatch) => Weather = () => 'fine';
  /** How a renewal ends. */
  renewal: 'granted' | 'refused' | 'unreachable' = 'granted';
  renewals = 0;
  /** False: everybody gets the lock, as without Web Locks. */
  hasLocks = true;
  /** Waits inside a request: lets others act while it is under way. */
  pause: () => Promise<void> = async () => undefined;
  appVersion = '1';
  heard: boolean[] = [];
  /** What a small question to the server would find. */
  reach: () => boolean = () => true;
  private isLocked = false;
  private made = 0;

  constructor(userId: string | null = 'ann') {
    if (userId !== null) this.login(userId);
  }

  login(userId: string): void {
    const accessToken = `${userId}-${++this.made}`;
    this.server.tokens.set(accessToken, userId);
    this.session = { userId, accessToken, savedAt: ++this.now };
  }

  ports(): DrainPorts {
    return {
      store: this.store,
      clock: { now: () => this.now },
      random: () => this.random(),
      net: {
        canReach: async () => this.reach(),
        send: async (batch, courier) => {
          await this.pause();
          const token = courier.userId === null ? courier.credential : courier.accessToken;
          const answer = this.server.send(structuredClone(batch), token, this.weather(batch));
          await this.pause();
          return answer;
        },
      },
      lock: {
        tryRun: async (_name, work) => {
          if (this.isLocked && this.hasLocks) return null;
          this.isLocked = true;
          try {
            return await work();
          } finally {
            this.isLocked = false;
          }
        },
      },
      session: {
        current: async () => this.session,
        renew: async () => {
          this.renewals += 1;
          if (this.renewal === 'unreachable') throw new Error('unreachable');
          if (this.renewal === 'refused' || !this.session) return null;
          this.login(this.session.userId);
          return this.session;
        },
      },
      contact: { told: async (serverTime) => void this.heard.push(serverTime !== null) },
      appVersion: this.appVersion,
    };
  }

  drain(): Promise<PassResult> {
    return createDrain(this.ports())();
  }

  fresh({ lanes = ['req:A'], payload = {}, opId = `op-${String(++this.made).padStart(5, '0')}` }: Wish = {}): Omit<
    NewOperation,
    'dependsOn' | 'supersedes'
  > {
    const userId = this.session?.userId ?? 'ann';
    return {
      opId,
      author: { userId, name: userId, tenantId: '000000', deptId: '', roleId: '' },
      type: 'test.act',
      typeVersion: 1,
      payload,
      lanes,
      subject: opId,
      appVersion: this.appVersion,
      now: this.now,
      clockOffsetMs: 0,
    };
  }
  enqueue(wish: Wish = {}): Promise<OutboxOperation> {
    const fresh = { ...this.fresh(wish), dependsOn: wish.dependsOn ?? [] };
    return this.store.change((tx) => queueOperation(tx, fresh));
  }
  edit(opId: string, wish: Wish = {}): Promise<OutboxOperation> {
    const old = this.at(opId);
    return this.store.change((tx) => supersede(tx, opId, this.fresh({ lanes: old.lanes, ...wish })));
  }
  retry(opId: string): Promise<void> {
    return this.store.change((tx) => repeatKey(tx, opId, this.session?.userId ?? ''));
  }
  discard(opId: string, reason = '重复录入'): Promise<OutboxOperation> {
    return this.store.change((tx) => discard(tx, opId, reason, this.fresh()));
  }

  at(opId: string): OutboxOperation {
    const found = this.store.disk.ops.get(opId);
    if (!found) throw new Error(`no act ${opId}`);
    return found;
  }
  state(opId: string): OutboxOperation['state'] {
    return this.at(opId).state;
  }
  count(state: UnresolvedState): number {
    return this.store.unresolved().filter((operation) => operation.state === state).length;
  }
}
