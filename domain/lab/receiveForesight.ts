import type { Foresight } from '#domain/kernel/foresight.ts';
import type { Label } from '#domain/kernel/label.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { PrintedLabCode, ReceivedSample, ReceiveInput, ReceiveState } from './receiveState.ts';

/** A tube as a desk knows it; a list kept by an older release says nothing of handovers. */
export type KnownTube = Omit<ReceivedSample, 'notHandedOver'> & { readonly notHandedOver: readonly string[] | undefined };

/** What a desk looks up before it receives a tube. */
export interface ReceiveFacts {
  /** Tubes that answer to the code, of the person's own laboratories; undefined: this desk knows none. */
  readonly tubes: readonly KnownTube[] | undefined;
  /** The server was asked just now; else they are of a list that is some time old. */
  readonly isCurrent: boolean;
  /** This desk's own receipt of the code, which the list cannot know yet. */
  readonly own: { readonly by: string; readonly at: string } | null;
  /** The lab code the act brings; undefined: it was not looked up. */
  readonly printed?: PrintedLabCode | null;
}

const unknownTexts = {
  tube: ['样本是否可接收(不在本机名单)', 'whether the tube may be received (not on the list here)'],
  handover: ['样本是否已交接', 'whether the tube has been handed over'],
  labCode: ['实验室编号', 'the lab code'],
} as const satisfies Record<string, Label>;

/** What the desk's list says of a receipt; what others did since it was fetched is always the server's to find. */
export function foreseeReceive(input: ReceiveInput, { tubes, isCurrent, own, printed }: ReceiveFacts): Foresight<ReceiveState> {
  const unknown: Label[] = [];
  const notice = (name: keyof typeof unknownTexts, isUnknown: boolean): void => {
    if (isUnknown) unknown.push(unknownTexts[name]);
  };
  const isReceivedHere = own !== null && !isCurrent;
  // A handover may have been signed since the list was fetched.
  const isHandoverOpen = ({ notHandedOver }: KnownTube): boolean => notHandedOver === undefined || (!isCurrent && notHandedOver.length > 0);
  const known = tubes ?? [unknownTube(input)];
  const meant = isReceivedHere ? known.slice(0, 1).map((tube) => receivedHere(tube, own)) : known;
  notice('tube', !tubes && !isReceivedHere);
  notice('handover', !isReceivedHere && tubes?.length === 1 && tubes.some((tube) => tube.labStatus === labStatus.entered && isHandoverOpen(tube)));
  // A lab code is judged by its tube.
  const isLabCodeOpen = printed === undefined || !tubes;
  notice('labCode', Boolean(input.labCode) && isLabCodeOpen);
  return {
    unknown,
    state: {
      samples: meant.map((tube) => ({ ...tube, notHandedOver: isHandoverOpen(tube) ? [] : (tube.notHandedOver ?? []) })),
      laboratoryIds: null,
      printed: isLabCodeOpen ? { isSpoiled: false, laboratoryId: null, boundTo: null } : printed,
    },
  };
}

const receivedHere = (tube: KnownTube, { by, at }: { readonly by: string; readonly at: string }): KnownTube => ({
  ...tube,
  labStatus: labStatus.received,
  receivedBy: by,
  labReceiveTime: at,
});

const unknownTube = ({ code, laboratoryId, labCode }: ReceiveInput): KnownTube => ({
  sampleCode: code,
  requisitionCode: '',
  labStatus: labStatus.entered,
  labCode: labCode ?? null,
  receivedBy: null,
  labReceiveTime: null,
  rejectReason: null,
  executeLaboratoryId: laboratoryId ?? '',
  executeLaboratoryName: '',
  notHandedOver: [],
});
