import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RequisitionImageRow } from '#domain/sample/imageContracts.ts';
import { uploadImage, type ImageKind, type UploadImagePayload } from '#domain/sample/requisitionImage.ts';
import { ask } from '#src/api/ask.ts';
import { isTransportError } from '#src/api/call.ts';
import { keepList, keptList } from '#src/offline/store/imageCache.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { useOperations } from '../useOutbox.ts';

/** A page of a requisition's paper: on the server, or still on this desk. */
export interface RequisitionPage {
  readonly sha256: string;
  readonly pageNo: number;
  readonly imageKind: ImageKind;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
  /** null: not on the server yet. */
  readonly requisitionImageId: string | null;
  /** The act that brings it, where this desk took it and it has not arrived. */
  readonly operation: OutboxOperation | null;
}

/** What the server says of a requisition's pictures; what it last said where it cannot be asked. Throws CallError where neither is there. */
export async function askPages(requisitionCode: string, signal?: AbortSignal): Promise<readonly RequisitionImageRow[]> {
  try {
    const { images } = await ask('GET sample/requisition-image/detail', {
      query: { requisitionCode },
      quiet: true,
      ...(signal ? { signal } : {}),
      timeoutMs: 15_000,
    });
    await keepList(requisitionCode, images);
    return images;
  } catch (error) {
    if (!isTransportError(error)) throw error;
    const kept = await keptList<readonly RequisitionImageRow[]>(requisitionCode);
    if (kept) return kept;
    throw error;
  }
}

const goneStates = ['discarded', 'superseded'];

/** All pages of a requisition in their order: the server's, and those this desk has yet to bring. */
export function useRequisitionPages(requisitionCode: string, isEnabled = true) {
  const operations = useOperations({ types: [uploadImage.name] });
  const own = useMemo(
    () => operations.filter(({ subject, state }) => subject === requisitionCode && !goneStates.includes(state)),
    [operations, requisitionCode],
  );
  // Each arrival is asked for anew.
  const arrived = own.filter(({ state }) => state === 'acked').length;
  const asked = useQuery({
    queryKey: ['requisition-images', requisitionCode, arrived],
    queryFn: ({ signal }) => askPages(requisitionCode, signal),
    enabled: isEnabled && requisitionCode !== '',
    retry: false,
    placeholderData: (before, query) => (query?.queryKey[1] === requisitionCode ? before : undefined),
  });
  const opened = useQuery({
    queryKey: ['requisition-images-own', own.map(({ opId }) => opId).join(), deskKeys()?.userId ?? ''],
    queryFn: () => Promise.all(own.map(async (operation) => ({ operation, said: await openPayload(operation) }))),
    enabled: own.length > 0,
    gcTime: 0,
  });
  const pages = useMemo((): readonly RequisitionPage[] => {
    const rows = asked.data ?? [];
    const there = new Set(rows.map(({ sha256 }) => sha256));
    const states = new Map(own.map((operation) => [operation.opId, operation]));
    const waiting = (own.length > 0 ? (opened.data ?? []) : []).flatMap(({ operation, said }): RequisitionPage[] => {
      const now = states.get(operation.opId);
      if (!said.isReadable || !now || there.has(now.blobs?.[0]?.sha256 ?? '')) return [];
      const { sha256, pageNo, imageKind = 1, size, mime } = said.payload as UploadImagePayload;
      return [{ sha256, pageNo, imageKind, size, mime, requisitionImageId: null, operation: now }];
    });
    const held = rows.map((row): RequisitionPage => ({
      sha256: row.sha256,
      pageNo: row.pageNo,
      imageKind: row.imageKind,
      size: row.size,
      mime: row.mime,
      requisitionImageId: row.requisitionImageId,
      operation: null,
    }));
    return [...held, ...waiting].sort((one, other) => one.pageNo - other.pageNo);
  }, [asked.data, opened.data, own]);
  return { pages, isLoading: asked.isLoading, error: asked.error, retry: () => void asked.refetch() };
}
