/** Bounds of a password, in characters as people count them (contract, section 2). */
const passwordLength = { least: 8, most: 128 } as const;

/** What is wrong with a password's length, in Russian; null where nothing is. */
export function passwordLengthFault(password: string): string | null {
  const length = [...password].length;
  if (length < passwordLength.least) return `Не короче ${passwordLength.least} символов`;
  if (length > passwordLength.most) return `Не длиннее ${passwordLength.most} символов`;
  return null;
}
