/** What a creator's shown name is made of. */
interface Named {
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly hideFullName: boolean;
}

/** The name that everybody sees: given name and surname, or the user name where they are missing or hidden. */
export function displayNameOf({ userName, givenName, surName, hideFullName }: Named): string {
  const full = [givenName, surName].filter(Boolean).join(' ');
  return hideFullName || full === '' ? userName : full;
}
