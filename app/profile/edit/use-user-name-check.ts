import { useState } from 'react';
import { call } from '#app/call.ts';
import { userNameProblem, userNameTaken } from '#app/creators/user-name.ts';
import { useSearch } from '#base/ui/fields/use-search.ts';

/** The result of the check: `own` and `free` may be sent, `unknown` is left to the server. */
export type UserNameState = 'own' | 'checking' | 'free' | 'unknown' | { readonly problem: string };

async function ask(userName: string, signal: AbortSignal): Promise<UserNameState> {
  try {
    const { isFree } = await call('GET PersonalAccount/CheckUserName', { query: { userName } }, { signal });
    return isFree ? 'free' : { problem: userNameTaken.message };
  } catch {
    return 'unknown';
  }
}

/** Checks a user name while it is typed (docs/rules.md#form-rules): its form at once, its availability after a pause. */
export function useUserNameCheck(own: string): [UserNameState, (userName: string) => void] {
  const [typed, setTyped] = useState(own);
  const { answer, search, stop } = useSearch(ask, 350);

  function ownState(userName: string): UserNameState | null {
    const problem = userNameProblem(userName);
    if (userName === own) return 'own';
    return problem === null ? null : { problem };
  }

  function check(userName: string) {
    setTyped(userName);
    if (ownState(userName) === null) void search(userName);
    else stop();
  }

  return [ownState(typed) ?? (answer?.text === typed ? answer.found : 'checking'), check];
}
