/** The names of a profile. */
export interface TypedNames {
  readonly givenName: string;
  readonly surName: string | null;
}

/** Divides a name as typed («Имя и фамилия») into those of a profile; null where nothing was typed. */
export function namesTyped(name: string): TypedNames | null {
  const [givenName, ...rest] = name.split(/\s+/).filter(Boolean);
  return givenName === undefined ? null : { givenName, surName: rest.join(' ') || null };
}
