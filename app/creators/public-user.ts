/** The parts of a creator's display name. */
interface Named {
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly hideFullName: boolean;
}

/** The public name: given name and surname, or the user name if they are missing or hidden. */
export function displayNameOf({ userName, givenName, surName, hideFullName }: Named): string {
  const full = [givenName, surName].filter(Boolean).join(' ');
  return hideFullName || full === '' ? userName : full;
}
