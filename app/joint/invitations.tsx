import { Trans } from '@lingui/react/macro';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';
import type { OwnJoint } from './joint-shapes.ts';
import { isInvited } from './open-joints.ts';

interface InvitationsProps {
  readonly joints: readonly OwnJoint[];
  /** The user name of whoever sees it. */
  readonly own: string;
}

/** A line for each invitation that waits for an answer. */
export function Invitations({ joints, own }: InvitationsProps) {
  const percentText = usePercentText();
  return joints
    .filter((joint) => isInvited(joint, own))
    .map(({ id, title, members }) => {
      const host = members.find(({ isHost }) => isHost)?.userName;
      const share = percentText(members.find(({ userName }) => userName === own)?.percent ?? 0);
      return (
        <WaitingLink key={id} to="/profile/together">
          <Trans>
            @{host} зовёт вас на стрим «{title}», ваша доля донатов {share}
          </Trans>
        </WaitingLink>
      );
    });
}
