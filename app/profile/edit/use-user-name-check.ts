import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { userNameProblem, userNameTaken } from '#app/creators/user-name.ts';

/** The result of the check: `own` and `free` may be sent, `unknown` is left to the server. */
export type UserNameState = 'own' | 'checking' | 'free' | 'unknown' | { readonly problem: string };

const pauseMilliseconds = 350;

/** Checks a user name while it is typed (docs/rules.md#form-rules): its form at once, its availability after a pause. */
export function useUserNameCheck(own: string): [UserNameState, (userName: string) => void] {
  const [state, setState] = useState<UserNameState>('own');
  const asked = useRef<AbortController | null>(null);
  useEffect(() => () => asked.current?.abort(), []);

  async function ask(userName: string, { signal }: AbortController) {
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    if (signal.aborted) return;
    try {
      const { isFree } = await call('GET PersonalAccount/CheckUserName', { query: { userName } }, { signal });
      setState(isFree ? 'free' : { problem: userNameTaken.message });
    } catch {
      if (!signal.aborted) setState('unknown');
    }
  }

  function check(userName: string) {
    asked.current?.abort();
    const problem = userNameProblem(userName);
    if (userName === own) return setState('own');
    if (problem !== null) return setState({ problem });
    setState('checking');
    asked.current = new AbortController();
    void ask(userName, asked.current);
  }
  return [state, check];
}
