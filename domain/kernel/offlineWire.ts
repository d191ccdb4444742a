/** What a desk and the server say to each other about acts done without network (docs/offline.md#an-acts-record, docs/offline.md#repeats). */

/** A payload only the server and its author can read (docs/offline.md#signed-and-sealed). Texts are base64url without padding. */
export interface SealedPayload {
  readonly alg: typeof sealAlgorithm;
  /** The server's key it is sealed to. */
  readonly kid: string;
  /** Ephemeral public key of the desk, raw point, 65 bytes. */
  readonly epk: string;
  /** 12 bytes. */
  readonly iv: string;
  /** UTF-8 of the payload's canonical JSON, AES-GCM with a 16 byte tag, `sealedTo` as additional data. */
  readonly ct: string;
}
export const sealAlgorithm = 'ECDH-P256+HKDF-SHA256+A256GCM';

export interface SentBlob {
  /** SHA-256 of the open bytes, hex: its name everywhere. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
}

/** One act as it is sent: frozen at the first `pending` commit. */
export interface SentOperation {
  /** UUIDv7 made when the form was submitted: the idempotency key. */
  readonly opId: string;
  /** Gapless per device. */
  readonly seq: number;
  readonly authorId: string;
  /** The command's name. */
  readonly type: string;
  readonly typeVersion: number;
  /** Absent where `sealed` stands: acts are open only where the page has no WebCrypto (plain http). */
  readonly payload?: unknown;
  /** SHA-256 of the canonical JSON of the payload, hex; empty where it is sealed: a hash of few possible values gives them away. */
  readonly payloadHash: string;
  readonly lanes: readonly string[];
  /** opIds that must have been applied before. */
  readonly dependsOn: readonly string[];
  /** The desk's own time, ISO 8601 with offset: evidence, never order. */
  readonly occurredAt: string;
  /** Last known server time minus desk time, ms. */
  readonly clockOffsetMs: number;
  readonly appVersion: string;
  /** The op this one replaces after a refusal. */
  readonly supersedes?: string;
  /** Where and as whom the author worked when they did it; signed with the act. */
  readonly tenantId?: string;
  readonly deptId?: string;
  readonly roleId?: string;
  /** The author's key on this device, and their signature over `signedText` (ECDSA P-256, SHA-256; r and s, base64url). */
  readonly keyId?: string;
  readonly sig?: string;
  readonly sealed?: SealedPayload;
  /** Images the act refers to; they travel by themselves and before it. */
  readonly blobs?: readonly SentBlob[];
}

export interface OperationBatch {
  readonly deviceId: string;
  /** Highest seq this device ever allocated. */
  readonly maxSeq: number;
  readonly epoch: number;
  readonly ops: readonly SentOperation[];
  /** Of the code that sends, which may be newer than the acts. */
  readonly appVersion?: string;
  /** Acts without a receipt on this desk, everybody's, and since when the oldest waits (ISO 8601 by the desk's clock; absent where none does). */
  readonly waiting?: number;
  readonly oldestWaitingAt?: string;
}

/** Query of `state`: the desk's heartbeat. The last three mean what they mean in OperationBatch. */
export interface StateQuery {
  readonly device: string;
  readonly maxSeq?: number;
  readonly appVersion?: string;
  readonly waiting?: number;
  readonly oldestWaitingAt?: string;
}

/**
 * kept: the server holds the act for a supervisor's decision (its author may no longer work here); the desk is rid of it.
 * applied: done now. repeat: had been so, nothing written. refused, conflict: a person must look. blocked: an earlier op of the lane stands in the way.
 */
export type ReceiptStatus = 'applied' | 'repeat' | 'refused' | 'conflict' | 'blocked' | 'kept';

/** Why an act was kept, the `code` of its receipt: its author was disabled or removed, or the key they signed with was revoked with its desk. */
export type KeptReason =
  | 'author.disabled'
  | 'author.removed'
  | 'key.revoked'
  | 'time.future'
  | 'time.old'
  | 'time.beforeDesk'
  | 'time.beforeEarlier'
  | 'time.afterKept';

export interface Receipt {
  readonly opId: string;
  readonly status: ReceiptStatus;
  /** True when the server had answered this key before. */
  readonly duplicate: boolean;
  readonly serverSeq: string;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
  readonly serverTime: string;
  /** The command's answer (applied, repeat). */
  readonly result?: unknown;
  /** Refusal code and its params (refused, conflict, blocked); the text is made on the desk in the user's language. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly problems?: readonly unknown[];
}

export interface BatchAnswer {
  readonly results: readonly Receipt[];
  /** Server clock, ISO 8601, for the offset. */
  readonly serverTime: string;
  /** Desks whose code is older must update before they enqueue more. */
  readonly minEpoch: number;
}

export interface DeviceState {
  readonly deviceId: string;
  readonly highestContiguousSeq: number;
  readonly highestSeq: number;
  /** Seqs below the highest reported one that the server does not hold, at most 500. */
  readonly gaps: readonly number[];
  readonly serverTime: string;
  readonly minEpoch: number;
}

/** Queue schema generation of this code: a desk with a newer queue refuses older code (docs/offline.md#enqueue). */
export const outboxEpoch = 1;
/** Paths below the sample service. */
export const offlinePaths = { ops: 'offline/ops', state: 'offline/state', device: 'offline/device', blobs: 'offline/blobs' } as const;
/**
 * Header of the device credential: good for `ops`, `state` and `blobs` alone, so that acts travel without anybody's session; beside a
 * session it says which desk speaks: what is said of a desk is believed from itself, and the next person joins it so.
 */
export const deviceCredentialHeader = 'x-device-credential';
/** Refusal (403) of what only the desk it speaks of may say; of `device`: this id is held by others, the desk needs another. */
export const otherDeskCode = 'desk.other';
/** Refusal of an act whose author is proven neither by signature nor by the session of its own desk: the desk holds it for them. */
export const authorUnprovenCode = 'command.authorUnproven';
/** Refusals, never stored, of an act that did not arrive as its author wrote it: the desk keeps it, and another try is judged afresh. */
export const unsealCodes = {
  /** The server holds no sealing key of that id (it was restored from an older copy): only its author can seal it again. */
  keyUnknown: 'command.sealKeyUnknown',
  /** The ciphertext is damaged, or belongs to another act or author. */
  unreadable: 'command.unreadable',
  /** The signature is not that of the author's key on this device over this act. */
  badSignature: 'command.badSignature',
} as const;
/** Refusal (409, of `device`) of a key that was revoked: the desk makes the person a new one. */
export const keyRevokedCode = 'device.keyRevoked';

/** A person makes this desk theirs: asked at every online login and start. */
export interface DeviceRegistration {
  readonly deviceId: string;
  readonly keyId: string;
  /** SPKI of the author's signing key, base64. */
  readonly publicKey: string;
  readonly appVersion: string;
  /** Highest number this desk gave out under an earlier id; counting starts behind it. */
  readonly numbersBefore?: number;
  /** Of an earlier welcome: proves the desk where its credential was lost. */
  readonly joinMark?: string;
}
export interface DeviceWelcome {
  /** The server's sealing key: its id and raw P-256 point, base64url. */
  readonly serverKeyId: string;
  readonly serverPublicKey: string;
  /** This person's key on this device for their own view, 32 bytes, base64url; the same at every login. */
  readonly dataKey: string;
  readonly credential: string;
  /** Proves this desk at a registration, beside a login, and nothing else: it carries no acts. */
  readonly joinMark: string;
  /** They may unlock this desk without network until then, ISO 8601 by the server's clock. */
  readonly grantUntil: string;
  /** Policy: minutes without a key or a touch until the desk locks itself, 0 never; the desk's own default where absent. */
  readonly lockMinutes?: number;
}
/** A discarded op is itself an op of this type, so that the server's gap report stays explained. */
export const discardCommandName = 'offline.discard';
