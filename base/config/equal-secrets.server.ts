import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secret texts are equal, in a time that shows nothing of where they differ. */
export function areEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
