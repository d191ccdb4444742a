import { z } from 'zod';
import { largestBlob } from '#domain/kernel/blobParts.ts';
import { paperMimes } from '#domain/kernel/imageKind.ts';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';

/** Photographs of one act at most. */
export const mostPhotos = 9;

/** A photograph that goes with an act: its bytes travel apart, named by their SHA-256. */
export const deskPhoto = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().min(1).max(largestBlob),
  mime: z.enum(paperMimes as ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']),
});
export type DeskPhoto = z.output<typeof deskPhoto>;

/** The photographs of a payload; none where it says nothing of them. */
export const deskPhotos = z.array(deskPhoto).max(mostPhotos).default([]);

export const photoRefusals = {
  'desk.photoMissing': ['照片尚未传完,请重试', 'A photograph has not arrived whole; try again'],
} as const;
/** What speaks against an act whose photographs are not all there; null: nothing. */
export const missingPhoto = (missingPhotos: number): Refusal | null => (missingPhotos > 0 ? refuse('desk.photoMissing') : null);
