import { z } from 'zod';

/** What a program gives to open the stream: its key, unless it is in a header, and the number of the last event that it has. */
export const streamQuery = z.object({
  token: z.string().max(200).optional(),
  after: z.int().min(0).max(999_999_999_999_999).optional(),
});

/** The number of the last event that a program has: the newer of the header `Last-Event-ID` and the query. Null: only new ones are wanted. */
export function resumePoint(header: string | string[] | undefined, after: number | undefined): number | null {
  const fromHeader = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
  if (fromHeader === null && after === undefined) return null;
  return Math.max(fromHeader ?? 0, after ?? 0);
}
