import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parcelFault } from '#domain/sample/parcel/parcelFault.ts';
import type { ParcelEvent } from '#domain/sample/parcel/parcelStatus.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Outgoing } from './outgoing.ts';
import { faultText, shownAnswer } from './sent.ts';

/** An account at a courier, its check word opened. */
export interface CourierAccount {
  readonly apiUrl: string;
  readonly partnerId: string;
  readonly checkword: string;
  /** Last four digits of a phone on the parcels; '': none is told. */
  readonly phoneTail: string;
}
/** Parcels by number; one the courier knows nothing of has no events. */
export type Routes = ReadonlyMap<string, readonly ParcelEvent[]>;
/** Asks a courier for the ways of parcels. Throws CourierFault. */
export interface CourierPort {
  /** At most ten numbers. */
  readonly routes: (account: CourierAccount, numbers: readonly string[]) => Promise<Routes>;
}
/** The courier did not tell; its words without our secrets, or a key of `parcelFaults`. */
export class CourierFault extends Error {
  /** Nobody was there to answer: who is asked next hears nothing either. */
  readonly isUnreached: boolean;
  constructor(message: string, isUnreached = false) {
    super(message);
    this.isUnreached = isUnreached;
  }
}
/** So many numbers are asked for at once. */
export const numbersAtOnce = 10;

/** Proof of a message (open.sf-express.com, signature): base64 MD5 of the form-encoded message, time and check word. `timestamp`: ms. */
export const parcelDigest = (message: string, timestamp: string, checkword: string): string =>
  createHash('md5')
    .update(new URLSearchParams([['', `${message}${timestamp}${checkword}`]]).toString().slice(1))
    .digest('base64');

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text);
type Wire = Readonly<Record<string, unknown>>;
const list = (value: unknown): readonly Wire[] => (Array.isArray(value) ? (value as readonly Wire[]) : []);
/** An event as the courier writes it; none without a time. */
function eventOf(wire: Wire): ParcelEvent[] {
  const acceptTime = asText(wire['acceptTime']).slice(0, 19);
  if (!isMoment(acceptTime)) return [];
  const [opCode, state] = [asText(wire['opCode']).slice(0, 20), asText(wire['firstStatusCode'])];
  return [
    {
      opCode,
      acceptTime,
      acceptAddress: asText(wire['acceptAddress']).slice(0, 200),
      remark: asText(wire['remark']).slice(0, 500),
      firstStatusCode: state === '' ? null : state,
    },
  ];
}
function parsed(text: unknown): Wire {
  try {
    return ((typeof text === 'string' ? JSON.parse(text) : text) ?? {}) as Wire;
  } catch {
    return {};
  }
}
function routesOf(answer: Wire): Routes {
  const { routeResps } = parsed(answer['msgData']);
  return new Map(list(routeResps).map((one) => [asText(one['mailNo']), list(one['routes']).flatMap(eventOf)]));
}

/** What a courier pushes: `Body.WaybillRoute` as JSON, or as the field `msgData` of a form. Throws where there is none to read: it must be pushed again. */
export function readPush(body: string): Routes {
  const wire = parsed(body.trimStart().startsWith('{') ? body : new URLSearchParams(body).get('msgData'));
  const told = new Map<string, ParcelEvent[]>();
  const routes = parsed(wire['Body'])['WaybillRoute'];
  if (!Array.isArray(routes)) throw new Error('a push without Body.WaybillRoute');
  for (const one of list(routes)) {
    const number = asText(one['mailno'] ?? one['mailNo']);
    if (number !== '') told.set(number, [...(told.get(number) ?? []), ...eventOf(one)]);
  }
  return told;
}

/** SF Express (open.sf-express.com, EXP_RECE_SEARCH_ROUTES). */
export const sfCourier = ({ ask }: Pick<Outgoing, 'ask'>): CourierPort => ({
  async routes({ apiUrl, partnerId, checkword, phoneTail }, numbers) {
    const msgData = JSON.stringify({
      language: 'zh-CN',
      trackingType: '1',
      trackingNumber: numbers,
      methodType: '1',
      ...(phoneTail === '' ? {} : { checkPhoneNo: phoneTail }),
    });
    const timestamp = String(nowMs());
    const form = new URLSearchParams({
      partnerID: partnerId,
      requestID: randomUUID(),
      serviceCode: 'EXP_RECE_SEARCH_ROUTES',
      timestamp,
      msgDigest: parcelDigest(msgData, timestamp, checkword),
      msgData,
    });
    const secrets = [checkword];
    const reply = await ask(apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: form.toString(),
    }).catch((error: unknown) => {
      throw new CourierFault(shownAnswer(faultText(error), secrets), true);
    });
    if (reply.isCut) throw new CourierFault(parcelFault.tooLong);
    const outer = parsed(reply.text);
    if (reply.status === 200 && Object.keys(outer).length === 0) throw new CourierFault(parcelFault.unreadable);
    if (asText(outer['apiResultCode']) !== 'A1000')
      throw new CourierFault(shownAnswer(asText(outer['apiErrorMsg']) || `HTTP ${reply.status}`, secrets));
    const inner = parsed(outer['apiResultData']);
    if (Object.keys(inner).length === 0) throw new CourierFault(parcelFault.unreadable);
    if (asText(inner['errorCode']) !== 'S0000')
      throw new CourierFault(shownAnswer(asText(inner['errorMsg']) || asText(inner['errorCode']) || 'no word', secrets));
    return routesOf(inner);
  },
});

/** Reads `<dir>/routes.json` in the courier's place: `{"<number>": [{acceptTime, acceptAddress, remark, opCode}]}`; without the file nothing is known. */
export const localCourier = (dir: string): CourierPort => ({
  async routes(_account, numbers) {
    const text = await readFile(join(dir, 'routes.json'), 'utf8').catch(() => '{}');
    const known = parsed(text);
    return new Map(numbers.map((number) => [number, list(known[number]).flatMap(eventOf)]));
  },
});
