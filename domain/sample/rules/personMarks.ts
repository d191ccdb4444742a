/** What earlier requisitions of a person are found by (R-08, docs/offline.md): the same name and mobile with a commodity in common, or the same document. */
export interface MarkedPerson {
  readonly personName?: unknown;
  readonly telephone?: unknown;
  readonly credentialNo?: unknown;
  readonly commodityIds: readonly string[];
}

/** Days a requisition counts as an earlier one of the same person. */
export const earlierDays = 30;

/** As both sides of the comparison are read: width and blanks do not part two spellings. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value.normalize('NFKC').trim() : '');

const between = '\u0001';

/** The texts whose keyed marks stand for a person; two requisitions of one person share one of them. */
export function personMarks({ personName, telephone, credentialNo, commodityIds }: MarkedPerson): string[] {
  const [name, phone, card] = [plainText(personName), plainText(telephone), plainText(credentialNo)];
  return [
    ...(name && phone ? [...new Set(commodityIds)].map((id) => ['phone', name, phone, id].join(between)) : []),
    ...(card ? [['card', card].join(between)] : []),
  ];
}

/** The day that entries count from: 13 bits last until 2042, and with a mark of 40 they fit one number exactly. */
export const markedFrom = '2020-01-01';
/** Bytes of one entry of the index: a mark of five and its day, days since `markedFrom`, of two. */
export const entryBytes = 7;
export const markBytes = 5;

/** What `offline/recent-persons` answers. Nothing of it names a person without the key. */
export interface RecentPersons {
  /** HMAC-SHA-256 key of the tenant's marks, base64. */
  readonly key: string;
  /** Entries one after another, base64. */
  readonly entries: string;
  /** Sent back as `after`. */
  readonly cursor: string;
  readonly hasMore: boolean;
}
