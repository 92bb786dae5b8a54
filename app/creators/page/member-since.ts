/** The time of registration, read from the id (a UUID of version 7 begins with its time); null for other ids. */
export function memberSince(userId: string): Date | null {
  const digits = userId.replaceAll('-', '');
  return /^[\da-f]{12}7[\da-f]{19}$/i.test(digits) ? new Date(Number.parseInt(digits.slice(0, 12), 16)) : null;
}
