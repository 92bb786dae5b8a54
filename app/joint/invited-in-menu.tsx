import { Plural } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';
import { isInvited, readOpenJoints } from './open-joints.ts';

/** Asks whether anybody invites the user to stream together, once it is shown, below all else: it moves nothing. */
export function InvitedInMenu({ own }: { readonly own: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void readOpenJoints(leaving.signal).then(
      (joints) => setCount(joints.filter((joint) => isInvited(joint, own)).length),
      () => undefined,
    );
    return () => leaving.abort();
  }, [own]);
  if (count === 0) return null;
  return (
    <WaitingLink to="/profile/together">
      <Plural
        value={count}
        one="# приглашение на стрим вместе ждёт ответа"
        few="# приглашения на стрим вместе ждут ответа"
        many="# приглашений на стрим вместе ждут ответа"
        other="# приглашения на стрим вместе ждут ответа"
      />
    </WaitingLink>
  );
}
