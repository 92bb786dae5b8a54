import { Trans } from '@lingui/react/macro';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { shareNow } from '../joint-rules.ts';
import type { OwnJoint } from '../joint-shapes.ts';
import classes from './joints-screen.module.css';

type Member = OwnJoint['members'][number];

function Answer({ member: { answer, isHost } }: { readonly member: Member }) {
  if (isHost) return null;
  if (answer === 'Agreed') {
    return (
      <Tag look="done">
        <Trans>Согласие есть</Trans>
      </Tag>
    );
  }
  return answer === 'Declined' ? (
    <Tag look="trouble">
      <Trans>Отказ</Trans>
    </Tag>
  ) : (
    <Tag look="waits">
      <Trans>Ждём ответа</Trans>
    </Tag>
  );
}

interface JointMembersProps {
  readonly joint: OwnJoint;
  /** The user name of whoever sees it. */
  readonly own: string;
}

/** Who shares in a stream, with which percent: what was agreed to, and while it runs what each has now. */
export function JointMembers({ joint: { members, state }, own }: JointMembersProps) {
  const percentText = usePercentText();
  const sharing = members.filter(({ hasLeft }) => !hasLeft);
  return (
    <ul className={classes.members}>
      {members.map((member) => {
        const { userName, displayName, percent, isHost, hasLeft } = member;
        const shown = state === 'Runs' && !hasLeft ? shareNow(percent, sharing) : percent;
        return (
          <li key={userName} data-left={hasLeft || undefined}>
            <CreatorAvatar creator={member} size={32} />
            <span className={classes.name}>
              <bdi>{displayName}</bdi>
              {/* Anybody may call themselves as somebody famous. */}
              {userName !== own && <small>@{userName}</small>}
              {userName === own && (
                <small>
                  <Trans>это вы</Trans>
                </small>
              )}
              {userName !== own && isHost && state === 'Planned' && (
                <small>
                  <Trans>зовёт</Trans>
                </small>
              )}
              {userName !== own && state === 'Planned' && <Answer member={member} />}
              {hasLeft && (
                <Tag look="over">
                  <Trans>Больше не делит</Trans>
                </Tag>
              )}
            </span>
            <b>{percentText(shown)}</b>
          </li>
        );
      })}
    </ul>
  );
}
