import { z } from 'zod';

/** What a program gives to open the stream: its key, unless it is in a header, and the number of the last event that it has. */
export const streamQuery = z.object({
  token: z.string().max(200).optional(),
  after: z.int().min(0).max(999_999_999_999_999).optional(),
});

/**
 * The number of the last event that a program has: the header `Last-Event-ID`, which comes later than the address it was opened with, or the query.
 * Null: only new ones are wanted.
 */
export function resumePoint(header: string | string[] | undefined, after: number | undefined): number | null {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  return after ?? null;
}
