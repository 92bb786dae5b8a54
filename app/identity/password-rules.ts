/** Minimum and maximum length of a password in characters (docs/rules.md#identity). */
const passwordLength = { least: 8, most: 128 } as const;

/** The problem with a password's length, in Russian, or null. */
export function passwordLengthFault(password: string): string | null {
  const length = [...password].length;
  if (length < passwordLength.least) return `Не короче ${passwordLength.least} символов`;
  if (length > passwordLength.most) return `Не длиннее ${passwordLength.most} символов`;
  return null;
}
